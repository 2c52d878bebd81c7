// Checks files of a TypeScript project with the project's own compiler
// and settings, and prints the diagnostics as JSON. Arguments: the compiler's
// library. Standard input is
//
//	{"files": [path], "given": {path: text}, "was": {path: text}, "laid": {path: text}}
//
// The files are checked as they are on disk, but for the given texts. What these newly
// break in files that are not asked about is told too: against the text that a given file
// was, else against the one on the disk. "laid" texts stand for those on the disk in every way.
//
// With a second argument the process stays: each line of standard input is asked
// so, and answered by a line. What is known of a project is kept from one to the
// next; every file is looked at anew, and imports are followed anew.
//
// Nothing is written.
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require(process.argv[1]);
const stays = process.argv.length > 2;
let asked;
const bare = (text) => text.replace(/^\uFEFF/, "");
const canonical = (f) => {
  const p = path.resolve(f).replace(/\\/g, "/");
  return ts.sys.useCaseSensitiveFileNames ? p : p.toLowerCase();
};
const message = (d) => ts.flattenDiagnosticMessageText(d.messageText, " ");
const lineOf = (file, at) => file.getLineAndCharacterOfPosition(at).line + 1;

// What is on the disk, with the laid texts over it.
const real = { readFile: ts.sys.readFile, fileExists: ts.sys.fileExists };
let laid = new Map();
const laidAt = (f) => (laid.size ? laid.get(canonical(f)) : undefined);
ts.sys.readFile = (f, encoding) => laidAt(f) ?? real.readFile(f, encoding);
ts.sys.fileExists = (f) => laidAt(f) !== undefined || real.fileExists(f);

function fail(words) {
  throw new Error(words);
}

const parsed = new Map();
function parse(config) {
  if (!parsed.has(config)) {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (d) => fail(message(d)) };
    parsed.set(config, ts.getParsedCommandLineOfConfigFile(config, {}, host));
  }
  return parsed.get(config);
}

// The project that holds a file: the nearest configuration, or one that it
// refers to, at whatever distance.
function projectOf(file) {
  const near = (name) => ts.findConfigFile(path.dirname(path.resolve(file)), ts.sys.fileExists, name);
  const config = near("tsconfig.json") || near("jsconfig.json");
  if (!config) return { options: { strict: true }, fileNames: [file] };
  const holds = (p) => p && p.fileNames.some((n) => canonical(n) === canonical(file));
  const seen = new Set();
  const waiting = [config];
  for (let c; (c = waiting.shift()); ) {
    if (seen.has(c)) continue;
    seen.add(c);
    const p = parse(c);
    if (holds(p)) return p;
    for (const r of (p && p.projectReferences) || []) waiting.push(ts.resolveProjectReferencePath(r));
  }
  const first = parse(config);
  return { ...first, fileNames: [...first.fileNames, file], added: file };
}

// Services that are kept, by their configuration, the latest last.
const kept = new Map();
const keptMost = 3;

// A service for a project, as it is on the disk now.
function open(project) {
  const key = project.options.configFilePath;
  if (!stays || !key) return make(project);
  const means = JSON.stringify([project.options, project.projectReferences]);
  let at = kept.get(key);
  kept.delete(key);
  if (!at || at.means !== means) at = make(project);
  at.means = means;
  at.look(project);
  kept.set(key, at);
  if (kept.size > keptMost) kept.delete(kept.keys().next().value);
  return at;
}

// A language service for a project: from one text of a file to the next it
// keeps what it knows of all others.
function make(project) {
  // "noEmit" off lets the service say what it would emit; it has no way to
  // write. Problems that exist only for the sake of files to write are left out.
  const options = { ...project.options, noEmit: false, noEmitOnError: false, incremental: false, composite: false, declaration: false, declarationMap: false };
  for (const key of ["tsBuildInfoFile", "emitDeclarationOnly", "isolatedDeclarations"]) delete options[key];
  const given = new Map();
  const read = (f) => (given.has(canonical(f)) ? given.get(canonical(f)).text : ts.sys.readFile(f));
  const disk = new Map();
  // What a file on the disk was last seen as: one look for each question.
  let seen = new Map();
  let anew = false;
  const stamp = (f) => {
    if (!stays) return "0";
    if (!seen.has(f)) {
      const s = fs.statSync(f, { bigint: true, throwIfNoEntry: false });
      seen.set(f, s ? `${s.mtimeNs}:${s.ctimeNs}:${s.size}:${s.ino}` : "none");
    }
    return seen.get(f);
  };
  const host = {
    ...ts.sys,
    getCompilationSettings: () => options,
    getScriptFileNames: () => project.fileNames,
    getProjectReferences: () => project.projectReferences,
    useSourceOfProjectReferenceRedirect: () => true,
    getScriptVersion: (f) => (given.has(canonical(f)) ? "t" + given.get(canonical(f)).version : stamp(f)),
    hasInvalidatedResolutions: () => anew,
    getScriptSnapshot: (f) => {
      const own = given.get(canonical(f));
      if (own) return ts.ScriptSnapshot.fromString(own.text);
      const now = stamp(f);
      if (!disk.has(f) || disk.get(f).now !== now) {
        const text = ts.sys.readFile(f);
        disk.set(f, { now, text: text === undefined ? undefined : ts.ScriptSnapshot.fromString(text) });
      }
      return disk.get(f).text;
    },
    getCurrentDirectory: () => path.dirname(options.configFilePath || path.resolve(project.fileNames[0])),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (f) => given.has(canonical(f)) || ts.sys.fileExists(f),
    readFile: read,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    writeFile: () => {},
  };
  const service = ts.createLanguageService(host);
  let version = 0;
  return {
    service,
    options,
    look: (now) => {
      project = now;
      given.clear();
      seen = new Map();
      anew = true; // a module that was not there may be there now
      service.getProgram();
      anew = false;
    },
    set: (file, text) => given.set(canonical(file), { text, version: ++version }),
    clear: () => given.clear(),
    source: (file) => service.getProgram().getSourceFiles().find((s) => canonical(s.fileName) === canonical(file)),
  };
}

function problemsOf(program, source) {
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].filter((d) => d.skippedOn !== "noEmit");
}

function told(d) {
  return {
    code: d.code,
    category: d.category,
    start: d.start,
    length: d.length,
    message: message(d),
    unnecessary: !!d.reportsUnnecessary,
    deprecated: !!d.reportsDeprecated,
    related: (d.relatedInformation || []).map((r) => ({
      file: r.file ? r.file.fileName : "",
      line: r.file ? lineOf(r.file, r.start) : 0,
      message: message(r),
    })),
  };
}

// check is what the compiler says of a file, with its own fixes of what was not
// known before.
function check(at, file, known) {
  const source = at.source(file);
  if (!source) return undefined;
  return problemsOf(at.service.getProgram(), source).map((d) => ({ ...told(d), fix: known && known.has(d.code + message(d)) ? undefined : ownFix(at, source, d) }));
}

// survey checks files, each in its project. What given texts newly break in files
// that are not asked about stands at the start of a given one. Of a candidate for a fix,
// own fixes are looked for where a problem was not known before.
function survey() {
  const texts = (all) => Object.fromEntries(Object.entries(all || {}).map(([name, text]) => [name, bare(text)]));
  const given = texts(asked.given);
  const was = texts(asked.was);
  const projects = new Map(); // by configuration, with the asked files that its list has not
  const keyOf = new Map();
  for (const file of [...asked.files, ...Object.keys(given)]) {
    if (keyOf.has(file)) continue;
    const project = projectOf(file);
    const key = project.options.configFilePath || file;
    keyOf.set(file, key);
    if (!projects.has(key)) projects.set(key, { ...project, fileNames: [...project.fileNames] });
    else if (project.added) projects.get(key).fileNames.push(file);
  }
  const services = new Map();
  const serviceOf = (file) => {
    const key = keyOf.get(file);
    if (!services.has(key)) {
      const at = open(projects.get(key));
      for (const [name, text] of Object.entries(given)) at.set(name, text);
      services.set(key, at);
    }
    return services.get(key);
  };
  const known = new Map();
  for (const [file, text] of Object.entries(was)) {
    if (text === given[file]) continue;
    const at = serviceOf(file);
    at.set(file, text);
    const source = at.source(file);
    known.set(file, new Set(source ? problemsOf(at.service.getProgram(), source).map((d) => d.code + message(d)) : []));
    at.set(file, given[file]);
  }
  const away = beyond(given, was, serviceOf, Date.now() + 2 * patience);
  return asked.files.map((file) => {
    const own = check(serviceOf(file), file, known.get(file));
    return { file: path.resolve(file), diagnostics: own ? [...own, ...(away.get(canonical(file)) || [])] : null };
  });
}

function answer(question) {
  asked = question;
  laid = new Map(Object.entries(question.laid || {}).map(([name, text]) => [canonical(name), bare(text)]));
  parsed.clear();
  lookups = lookupsMost;
  return JSON.stringify({ typescript: ts.version, files: survey() });
}

if (stays) {
  const { createInterface } = require("readline");
  createInterface({ input: process.stdin }).on("line", (line) => {
    let out;
    try {
      out = JSON.stringify({ output: answer(JSON.parse(line)), rss: process.memoryUsage().rss });
    } catch (error) {
      out = JSON.stringify({ error: String(error) });
    }
    process.stdout.write(out + "\n");
  });
} else {
  try {
    process.stdout.write(answer(JSON.parse(fs.readFileSync(0, "utf8"))) + "\n");
  } catch (error) {
    process.stderr.write(error.message + "\n");
    process.exitCode = 3;
  }
}
