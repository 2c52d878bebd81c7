package pyload

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
)

// Standard reports whether a module is of the standard library, or in a package of it.
func Standard(name string) bool {
	top, _, _ := strings.Cut(name, ".")
	_, ok := slices.BinarySearch(library, top)
	return ok || strings.HasPrefix(top, "_") && slices.Contains([]string{"__future__", "_thread", "_typeshed"}, top)
}

// library is sys.stdlib_module_names of Python 3.11 with what is newer, sorted
// (https://docs.python.org/3/library/sys.html#sys.stdlib_module_names). Private modules
// are left out.
var library = strings.Fields(`abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit
audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop
collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv
ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno
faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob
graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools
json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev
pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched
secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3
sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys
sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token
tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid
venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
zoneinfo`)

// standardEffect says what the documentation says that loading a module of the standard
// library does beyond defining names.
func standardEffect(name string) string {
	switch name {
	case "readline": // https://docs.python.org/3/library/functions.html#input
		return "loading readline has an effect: input() uses it from then on"
	case "rlcompleter": // https://docs.python.org/3/library/rlcompleter.html
		return "loading rlcompleter has an effect: it sets readline's completer"
	case "antigravity", "this", "idlelib.idle", "turtledemo.__main__": // programs
		return "loading " + name + " runs it"
	}
	return ""
}

// acts reports whether a function of the standard library is documented to change
// something outside of its result: those with auditing events for files, processes and
// the network (https://docs.python.org/3/library/audit_events.html), and the modules
// whose purpose is to have the interpreter call something later.
func acts(function string) bool {
	module, name, _ := pycode.CutLast(function)
	switch module {
	case "atexit", "signal", "faulthandler", "subprocess", "shutil", "webbrowser", "ftplib", "smtplib", "imaplib",
		"poplib", "telnetlib", "syslog", "urllib.request", "ensurepip", "sys", "gc", "locale":
		return !reads(module, name)
	case "tempfile":
		return name != "gettempdir" && name != "gettempprefix"
	case "threading":
		return name == "setprofile" || name == "settrace" || name == "stack_size"
	case "os":
		return slices.Contains(osActs, name)
	}
	return false
}

// warns reports whether a function of the standard library whose result nobody keeps only says something to people:
// no other module can see it.
func warns(function string) bool {
	return function == "warnings.warn" || function == "warnings.warn_explicit"
}

// osActs are the functions of os with auditing events that change something.
var osActs = strings.Fields(`add_dll_directory chdir chflags chmod chown exec execl execle execlp execve execv execvp
fchdir
fchmod fchown fork forkpty kill killpg lchflags lchmod lchown link lockf makedirs mkdir mkfifo mknod open popen
posix_spawn posix_spawnp putenv remove removedirs removexattr rename renames replace rmdir setxattr spawnl spawnle
spawnv spawnve startfile symlink system truncate umask unlink unsetenv utime write`)

// reads reports whether a function of a module that acts only asks.
func reads(module, name string) bool {
	switch module {
	case "sys":
		return !strings.HasPrefix(name, "set") && !strings.HasPrefix(name, "add") && name != "exit"
	case "locale", "gc":
		return strings.HasPrefix(name, "get") || strings.HasPrefix(name, "is") || name == "localeconv"
	case "signal":
		return strings.HasPrefix(name, "get") || name == "Signals" || name == "valid_signals"
	case "shutil":
		return name == "which" || name == "disk_usage" || strings.HasPrefix(name, "get_")
	case "urllib.request":
		return name == "Request" || name == "pathname2url" || name == "url2pathname" || name == "getproxies"
	case "subprocess":
		return name == "list2cmdline" || name == "CalledProcessError" || name == "TimeoutExpired"
	}
	return false
}
