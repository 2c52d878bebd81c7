// Has ESLint check many texts in one process, each by a command line of its own,
// and prints a list of its reports as JSON. Arguments: ESLint's lib/cli.js, and
// those of a run that checks one text, the name of its file last. A list comes
// from standard input: texts of that file, or {"file": path, "text": text}.
// Nothing is written.
//
// With "stay" behind cli.js, instead of a run's arguments, the process stays: each
// line of standard input is {"line": arguments, "texts": list}, and is answered by
// a line. It ends where it may know something that is no longer so: when a file
// has changed that it has loaded as code.
"use strict";
const fs = require("fs");
const stays = process.argv[2] === "stay";
const loaded = stays ? watchLoads() : undefined;
const { execute } = require(process.argv[1]);

async function check(line, asked) {
  const { file, text } = typeof asked === "string" ? { text: asked } : asked;
  const args = file ? [...line.slice(0, -1), file] : line;
  const said = [];
  const { log } = console;
  console.log = (...list) => said.push(list.join(" "));
  try {
    if ((await execute(args, text, true)) > 1) throw new Error("ESLint failed");
  } finally {
    console.log = log;
  }
  const report = JSON.parse(said.join("\n"));
  for (const file of report) delete file.source;
  return JSON.stringify(report);
}

// A rule that remembers what it saw may say something else of a text that comes
// after others: the first one is checked again.
async function all(line, texts, again) {
  const out = [];
  for (const text of texts) out.push(await check(line, text));
  if (again && (await check(line, texts[0])) !== out[0]) throw new Error("what is said of a text depends on those before it");
  return "[" + out.join(",") + "]\n";
}

// watchReads notes whose content is read, of files that may hold code.
function watchReads() {
  const read = new Set();
  const { fileURLToPath } = require("url");
  for (const [of, names] of [[fs, ["readFileSync", "readFile", "openSync", "open", "createReadStream"]], [fs.promises, ["readFile", "open"]]]) {
    for (const name of names) {
      const was = of[name];
      of[name] = function (file, ...rest) {
        const name = file instanceof URL ? fileURLToPath(file) : String(file);
        if (/\.([cm]?[jt]sx?|vue|svelte|astro)$/.test(name)) read.add(require("path").resolve(name));
        return was.call(this, file, ...rest);
      };
    }
  }
  require("module").syncBuiltinESMExports();
  return read;
}

// watchLoads notes which files are loaded as modules, and as what they were there.
function watchLoads() {
  const seen = new Map();
  const read = watchReads();
  const packaged = (file) => /[\\/]node_modules[\\/]/.test(file) && !/\.d\.[cm]?ts$/.test(file);
  const state = (file) => {
    const s = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
    return s ? `${s.mtimeNs}:${s.ctimeNs}:${s.size}:${s.ino}` : "none";
  };
  const note = (file) => seen.has(file) || seen.set(file, state(file));
  const { register, Module } = require("module");
  const { MessageChannel } = require("worker_threads");
  const { fileURLToPath } = require("url");
  if (register) {
    const { port1, port2 } = new MessageChannel();
    const hooks = "let to;export async function initialize(d){to=d.to}export async function load(url,context,next){to.postMessage(url);return next(url,context)}";
    register("data:text/javascript," + encodeURIComponent(hooks), { data: { to: port2 }, transferList: [port2] });
    port1.on("message", (url) => url.startsWith("file:") && note(fileURLToPath(url)));
    port1.unref();
  }
  return {
    // whole: nothing was loaded that is not known of.
    whole: !!register,
    same: () => {
      for (const file of Object.keys(Module._cache)) note(file);
      for (const file of read) if (packaged(file)) note(file); // modules that a require of an ES module loads are in no cache
      for (const [file, was] of seen) if (state(file) !== was) return false;
      return true;
    },
    // others: what it says of a text may depend on other files than that one: they
    // were read, and not to load them. typescript-eslint reads them for types.
    others: () =>
      [...read].some((f) => !seen.has(f) && !packaged(f) && !Module._cache[f] && !/eslint\.config\.[cm]?[jt]s$/.test(f)) ||
      [...seen.keys()].some((f) => /[\\/](eslint-plugin-import(-x)?|eslint-plugin-n|eslint-module-utils|eslint-import-resolver[^\\/]*)[\\/]/.test(f)),
  };
}

async function serve() {
  let first = true;
  for await (const line of require("readline").createInterface({ input: process.stdin })) {
    let out;
    try {
      const asked = JSON.parse(line);
      if (!loaded.same()) {
        out = { stale: true };
      } else {
        const output = await all(asked.line, asked.texts, first || asked.texts.length > 1);
        first = false;
        loaded.same();
        out = { output, others: !loaded.whole || loaded.others(), rss: process.memoryUsage().rss };
      }
    } catch (error) {
      out = { error: String(error) };
    }
    process.stdout.write(JSON.stringify(out) + "\n");
  }
}

(async () => {
  if (stays) return serve();
  process.stdout.write(await all(process.argv, JSON.parse(fs.readFileSync(0, "utf8")), true));
})().catch((error) => {
  process.stderr.write(error + "\n");
  process.exitCode = 3;
});
