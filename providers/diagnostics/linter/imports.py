# Imports modules, each in a process of its own, and says of each what went wrong: a line of JSON.
import importlib, json, os, sys

asked = json.load(sys.stdin)
out = os.dup(1)
null = os.open(os.devnull, os.O_RDWR)
for stream in 0, 1, 2:
    os.dup2(null, stream)
sys.path[:1] = asked["path"]
sys.dont_write_bytecode = True


def load(name):
    try:
        importlib.import_module(name)
    except BaseException as e:
        return ("%s: %s" % (type(e).__name__, e)).split("\n")[0][:300]
    return ""


def say(name, error):
    os.write(out, (json.dumps({"module": name, "error": error}) + "\n").encode())


for name in asked["modules"]:
    if not hasattr(os, "fork"):
        say(name, load(name))
        continue
    child = os.fork()
    if child == 0:
        say(name, load(name))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        say(name, "it ended the interpreter")
