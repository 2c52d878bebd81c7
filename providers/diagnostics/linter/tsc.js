// Checks one file of a TypeScript project with the project's own compiler and
// settings, its text taken from standard input, and prints the diagnostics as
// JSON. Arguments: the compiler's library, the file. Nothing is written.
"use strict";
const fs = require("fs");
const path = require("path");
const [lib, file] = process.argv.slice(1);
const ts = require(lib);
const text = fs.readFileSync(0, "utf8").replace(/^\uFEFF/, "");
const canonical = (f) => {
  const p = ts.normalizePath ? ts.normalizePath(path.resolve(f)) : path.resolve(f).replace(/\\/g, "/");
  return ts.sys.useCaseSensitiveFileNames ? p : p.toLowerCase();
};
const wanted = canonical(file);

function parse(config) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (d) => fail(ts.flattenDiagnosticMessageText(d.messageText, " ")) };
  return ts.getParsedCommandLineOfConfigFile(config, {}, host);
}

function fail(message) {
  process.stderr.write(message + "\n");
  process.exit(3);
}

// The project that holds the file: the nearest configuration, or one that it
// refers to.
function project() {
  const config =
    ts.findConfigFile(path.dirname(path.resolve(file)), ts.sys.fileExists, "tsconfig.json") ||
    ts.findConfigFile(path.dirname(path.resolve(file)), ts.sys.fileExists, "jsconfig.json");
  if (!config) return { options: { strict: true }, fileNames: [file] };
  const first = parse(config);
  const holds = (p) => p && p.fileNames.some((n) => canonical(n) === wanted);
  if (holds(first)) return first;
  for (const r of first.projectReferences || []) {
    const p = parse(ts.resolveProjectReferencePath(r));
    if (holds(p)) return p;
  }
  return { ...first, fileNames: [...first.fileNames, file] };
}

const found = project();
const options = { ...found.options, noEmit: true, incremental: false, composite: false, declaration: false, declarationMap: false };
delete options.tsBuildInfoFile;
delete options.emitDeclarationOnly;
const host = ts.createCompilerHost(options, true);
const { readFile, fileExists, getSourceFile } = host;
host.readFile = (f) => (canonical(f) === wanted ? text : readFile.call(host, f));
host.fileExists = (f) => canonical(f) === wanted || fileExists.call(host, f);
host.getSourceFile = (f, version, ...rest) =>
  canonical(f) === wanted ? ts.createSourceFile(f, text, version, true) : getSourceFile.call(host, f, version, ...rest);
host.writeFile = () => {};
const program = ts.createProgram({ rootNames: found.fileNames, options, host, projectReferences: found.projectReferences });
const source = program.getSourceFiles().find((s) => canonical(s.fileName) === wanted);
if (!source) fail("the file is not part of the program");
const list = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
const out = list.map((d) => ({
  code: d.code,
  category: d.category,
  start: d.start,
  length: d.length,
  message: ts.flattenDiagnosticMessageText(d.messageText, " "),
  unnecessary: !!d.reportsUnnecessary,
  deprecated: !!d.reportsDeprecated,
  related: (d.relatedInformation || []).map((r) => ({
    file: r.file ? r.file.fileName : "",
    line: r.file ? r.file.getLineAndCharacterOfPosition(r.start).line + 1 : 0,
    message: ts.flattenDiagnosticMessageText(r.messageText, " "),
  })),
}));
process.stdout.write(JSON.stringify({ typescript: ts.version, file: path.resolve(file), diagnostics: out }) + "\n");
