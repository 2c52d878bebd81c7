// What a text of a file does to the files that can see it: those of its project, and
// those of the other projects of the repository.

// far is what other files can see of a file: its declarations, and which files
// with declarations for everybody are there.
function far(at, file) {
  const program = at.service.getProgram();
  const source = at.source(file);
  const out = source && at.service.getEmitOutput(source.fileName, true, true).outputFiles.find((o) => /\.d\.[cm]?ts$/.test(o.name));
  const forAll = program.getSourceFiles().filter((s) => !ts.isExternalModule(s) || (s.moduleAugmentations || []).length > 0);
  return { shape: (out ? out.text : "") + "\0" + (source && ts.isExternalModule(source)), forAll: forAll.map((s) => s.fileName).join("\0") };
}

// importers are the files of the project that can see a file, directly or not.
function importers(at, file) {
  const program = at.service.getProgram();
  const checker = program.getTypeChecker();
  const users = new Map();
  // A package of the workspace is a link among the others: its place tells.
  const own = program.getSourceFiles().filter((s) => !s.isDeclarationFile && !s.fileName.includes("/node_modules/"));
  for (const s of own) {
    for (const name of s.imports || []) {
      const symbol = checker.getSymbolAtLocation(name);
      const to = symbol && symbol.valueDeclaration;
      if (to && ts.isSourceFile(to)) users.set(canonical(to.fileName), [...(users.get(canonical(to.fileName)) || []), s]);
    }
  }
  const found = new Set();
  const waiting = [canonical(file)];
  for (let f; (f = waiting.shift()); ) {
    for (const s of users.get(f) || []) {
      if (canonical(s.fileName) === canonical(file) || found.has(s.fileName)) continue;
      found.add(s.fileName);
      waiting.push(canonical(s.fileName));
    }
  }
  return [...found];
}

// Looking at other files ends here: what is not known by then is left to the
// compiler's next whole run.
const patience = 15000;

// elsewhere is what the compiler says of other files than one, one line each.
function elsewhere(at, file, names, until) {
  const program = at.service.getProgram();
  const list = [];
  for (const name of names) {
    const s = program.getSourceFile(name);
    if (!s) continue;
    if (Date.now() > until) return undefined;
    for (const d of problemsOf(program, s)) {
      if (d.category === 1) list.push({ key: name + "\0" + d.code + "\0" + message(d), words: `in ${path.relative(path.dirname(path.resolve(file)), name)}, line ${lineOf(s, d.start)}: ${message(d)}`, code: d.code });
    }
  }
  return list;
}

// broken are the errors that are in other files than one now, and were not there
// before: back lays the former texts.
function broken(at, file, names, until, back) {
  const now = elsewhere(at, file, names, until);
  if (!now || now.length === 0) return [];
  back();
  const then = new Map();
  for (const d of elsewhere(at, file, names, until) || now) then.set(d.key, (then.get(d.key) || 0) + 1);
  const fresh = now.filter((d) => {
    const n = then.get(d.key) || 0;
    then.set(d.key, n - 1);
    return n <= 0;
  });
  return fresh.map((d) => ({ code: d.code, category: 1, start: 0, length: 0, message: d.words, related: [] }));
}

// repository is the folder of all projects around one: that of the version control,
// else of the workspace.
function repository(dir) {
  let best = dir;
  for (let d = dir; ; d = path.dirname(d)) {
    if (ts.sys.directoryExists(path.join(d, ".git")) || ts.sys.fileExists(path.join(d, ".git"))) return d;
    const manifest = ts.sys.readFile(path.join(d, "package.json")) || "";
    if (ts.sys.fileExists(path.join(d, "pnpm-workspace.yaml")) || manifest.includes('"workspaces"')) best = d;
    if (path.dirname(d) === d) return best;
  }
}

// The configurations of a repository that are looked at.
const configsMost = 200;
const configsDepth = 8;

// others are the projects of the repository that may see a file without being its
// own: they hold it, have names for paths, import a package of the repository, or
// take files from outside of their list. References alone show nothing.
function others(file, owner) {
  if (!owner.options.configFilePath) return [];
  const own = canonical(owner.options.configFilePath);
  const top = repository(path.dirname(path.resolve(file)));
  const configs = ts.sys.readDirectory(top, [".json"], ["**/node_modules"], ["**/tsconfig*.json"], configsDepth).slice(0, configsMost);
  const packages = new Set([...configs, own].map((config) => packageOf(path.dirname(config))));
  return configs.flatMap((config) => {
    if (canonical(config) === own) return [];
    try {
      const p = parse(config);
      return p && maySee(p, canonical(file), packages) ? [p] : [];
    } catch {
      return []; // it has a problem of its own
    }
  });
}

// packageOf is the name of the package that a folder belongs to.
function packageOf(dir) {
  const manifest = ts.findConfigFile(dir, ts.sys.fileExists, "package.json");
  const read = manifest && ts.readConfigFile(manifest, ts.sys.readFile).config;
  return read && read.name;
}

const endings = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ""];

function maySee(project, file, packages) {
  const list = new Set(project.fileNames.map(canonical));
  if (list.has(file) || project.options.paths) return true;
  const outside = (from, to) => {
    const stem = canonical(path.resolve(path.dirname(from), to)).replace(/\.([cm]?)jsx?$/, "");
    return !endings.some((e) => list.has(stem + e) || list.has(stem + "/index" + e));
  };
  return project.fileNames.some((name) => {
    const body = (!/\.(d\.[cm]?ts|json)$/.test(name) && ts.sys.readFile(name)) || "";
    return ts.preProcessFile(body, true, true).importedFiles.some(({ fileName: to }) => (to.startsWith(".") ? outside(name, to) : packages.has(to.split("/", to.startsWith("@") ? 2 : 1).join("/"))));
  });
}

// abroad is what texts of files newly break in other projects that see one of them,
// but for some files.
function abroad(file, texts, before, but, until) {
  const owner = projectOf(file);
  const looked = new Set([...owner.fileNames.map(canonical), ...but]);
  const found = [];
  for (const project of others(file, owner)) {
    if (Date.now() > until) break;
    const at = make(project);
    for (const [name, text] of Object.entries(texts)) at.set(name, text);
    if (!at.source(file)) continue;
    const names = importers(at, file).filter((name) => !looked.has(canonical(name)));
    for (const name of names) looked.add(canonical(name));
    const back = () => {
      at.clear();
      for (const [name, text] of Object.entries(before)) at.set(name, text);
    };
    found.push(...broken(at, file, names, until, back));
  }
  return found;
}

// beyond is what given texts newly break in files that are not asked about, by the
// given file that these see.
function beyond(given, was, open, until) {
  const found = new Map();
  const but = new Set([...asked.files, ...Object.keys(given)].map(canonical));
  const projects = new Map();
  for (const file of Object.keys(given)) {
    if (was[file] === given[file]) continue;
    const at = open(file);
    projects.set(at, [...(projects.get(at) || []), file]);
  }
  for (const [at, files] of projects) {
    const back = () => {
      at.clear();
      for (const [name, text] of Object.entries(was)) at.set(name, text);
    };
    back();
    const then = files.map((file) => far(at, file));
    for (const [name, text] of Object.entries(given)) at.set(name, text);
    files.forEach((file, i) => {
      const now = far(at, file);
      if (then[i].shape === now.shape && then[i].forAll === now.forAll) return;
      const names = new Set(importers(at, file));
      if (then[i].forAll !== now.forAll || !ts.isExternalModule(at.source(file))) {
        for (const s of at.service.getProgram().getSourceFiles()) if (!s.isDeclarationFile) names.add(s.fileName);
      }
      const users = [...names].filter((name) => !but.has(canonical(name)));
      const here = broken(at, file, users, until, back);
      for (const [name, text] of Object.entries(given)) at.set(name, text);
      found.set(canonical(file), [...here, ...abroad(file, given, was, but, until)]);
    });
  }
  return found;
}
