// The compiler's own fixes, as its language service offers them to editors.

// takes lists the kinds of fixes that mend a problem. Left out are those that
// silence the compiler, leave a stub to be written, or change other files.
const takes = new Set([
  "import", "spelling", "unusedIdentifier", "inferFromUsage", "fixOverrideModifier", "convertToTypeOnlyImport", "convertToTypeOnlyExport",
  "splitTypeOnlyImport", "addMissingAwait", "addMissingAsync", "fixAwaitInSyncFunction", "forgottenThisPropertyAccess",
  "fixReturnTypeInAsyncFunction", "fixUnreachableCode", "fixUnusedLabel", "fixNoPropertyAccessFromIndexSignature", "fixNaNEquality",
  "addMissingNewOperator", "fixMissingCallParentheses", "removeAccidentalCallParentheses", "extendsInterfaceBecomesImplements",
  "constructorForDerivedNeedSuperCall", "classSuperMustPrecedeThisAccess", "fixPropertyAssignment", "returnValueCorrect",
  "fixConvertConstToLet", "addMissingConstraint", "useBigintLiteral", "correctQualifiedNameToIndexedAccessType",
  "addMissingInvocationForDecorator", "wrapDecoratorInParentheses", "addMissingConst",
  "addMissingResolutionModeImportAttribute", "addNameToNamelessParameter", "fixIncorrectNamedTupleSyntax", "fixImplicitThis",
]);

// equivalent kinds change the emitted code, but not what it does.
const equivalent = new Set(["fixNoPropertyAccessFromIndexSignature", "fixUnusedLabel", "fixUnreachableCode"]);

// threw are kinds that mend what failed as soon as it ran, or took a promise for its
// value: nothing that worked becomes another thing.
const threw = new Set([
  "fixConvertConstToLet", "addMissingNewOperator", "removeAccidentalCallParentheses", "forgottenThisPropertyAccess",
  "constructorForDerivedNeedSuperCall", "classSuperMustPrecedeThisAccess", "addMissingAwait",
]);

// slip reports whether one word is the other one with a letter more, less or other, or
// with two letters exchanged: nothing of the name that stands there was ever meant. A
// plural is another word.
function slip(a, b) {
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const x = a.slice(head, a.length - tail), y = b.slice(head, b.length - tail);
  const plural = head === Math.min(a.length, b.length) && /^[sS0-9]$/.test(x + y);
  return Math.min(a.length, b.length) > 2 && !plural && (Math.max(x.length, y.length) === 1 || (x.length === 2 && x[0] === y[1] && x[1] === y[0]));
}

// names are the problems for which the service looks through all that could be
// imported, which takes its time: so many of them get a fix in one run.
const names = new Set([2304, 2503, 2552, 2686, 2693, 18004]);
const lookupsMost = 16;
let lookups = lookupsMost;

function nodeAt(source, at) {
  let found = source;
  const visit = (n) => {
    if (n.getStart(source) <= at && at < n.getEnd()) {
      found = n;
      ts.forEachChild(n, visit);
    }
  };
  ts.forEachChild(source, visit);
  return found;
}

// pure reports whether to drop an expression drops nothing but its value.
function pure(e) {
  if (!e || ts.isIdentifier(e) || ts.isLiteralExpression(e) || ts.isArrowFunction(e) || ts.isFunctionExpression(e)) return true;
  switch (e.kind) {
    case ts.SyntaxKind.TrueKeyword:
    case ts.SyntaxKind.FalseKeyword:
    case ts.SyntaxKind.NullKeyword:
    case ts.SyntaxKind.ThisKeyword:
      return true;
  }
  if (ts.isParenthesizedExpression(e) || ts.isAsExpression(e) || ts.isNonNullExpression(e) || ts.isSatisfiesExpression(e)) return pure(e.expression);
  if (ts.isPrefixUnaryExpression(e)) return e.operator !== ts.SyntaxKind.PlusPlusToken && e.operator !== ts.SyntaxKind.MinusMinusToken && ts.isLiteralExpression(e.operand);
  if (ts.isArrayLiteralExpression(e)) return e.elements.every((x) => !ts.isSpreadElement(x) && pure(x));
  if (ts.isObjectLiteralExpression(e)) {
    return e.properties.every((p) => !ts.isComputedPropertyName(p.name || p) && (ts.isShorthandPropertyAssignment(p) || (ts.isPropertyAssignment(p) && pure(p.initializer))));
  }
  return false;
}

// unused chooses among the ways to be rid of an unused name: to leave it out
// where that leaves out nothing else, and to mark a parameter, whose place
// counts.
function unused(source, d, list) {
  const writes = (a, fits) => a.changes.every((c) => c.textChanges.length > 0 && c.textChanges.every((t) => fits(t.newText)));
  const prefix = list.filter((a) => writes(a, (t) => t.startsWith("_")));
  const remove = list.filter((a) => writes(a, (t) => t.trim() === ""));
  const node = nodeAt(source, d.start);
  const parent = ts.isIdentifier(node) ? node.parent : node;
  // What is assigned to is more than its declaration.
  const whole = remove.filter((a) => a.changes.every((c) => c.textChanges.length === 1));
  if (ts.isParameter(parent) && ts.isIdentifier(parent.name)) {
    if (parent.modifiers) return { list: [], same: false }; // it is a property too
    const free = !new RegExp("(?<![\\w$])_" + parent.name.text.replace(/\$/g, "\\$") + "(?![\\w$])").test(source.text);
    return { list: free ? prefix : [], same: true };
  }
  if (ts.isVariableDeclaration(parent) && ts.isVariableDeclarationList(parent.parent) && ts.isVariableStatement(parent.parent.parent) && node === parent.name) {
    return { list: pure(parent.initializer) ? whole : [], same: true };
  }
  if (ts.isFunctionDeclaration(parent)) return { list: whole, same: true };
  // An import, a type: what is emitted tells whether that did anything.
  for (let n = node; n; n = n.parent) {
    if (ts.isImportDeclaration(n) || ts.isImportEqualsDeclaration(n) || ts.isTypeAliasDeclaration(n) || ts.isInterfaceDeclaration(n) || ts.isTypeParameterDeclaration(n)) {
      return { list: remove, same: false };
    }
  }
  return { list: [], same: false };
}

// foreign reports whether a removal ends with a comment of several lines: it is
// about what follows.
function foreign(source, span) {
  const removed = source.text.slice(span.start, span.start + span.length).trimEnd();
  return removed.endsWith("*/") && removed.slice(removed.lastIndexOf("/*")).includes("\n");
}

// directed reports whether a directive stands above what a removal begins with:
// it would then be about another line.
function directed(source, span) {
  const first = source.text.slice(span.start, span.start + span.length).search(/\S/);
  const above = source.text.slice(0, span.start + Math.max(0, first)).split("\n").slice(0, -1).pop();
  return /^\s*(?:\/\/|\/\*).*(?:-disable-next-line|@ts-ignore|@ts-expect-error|biome-ignore|prettier-ignore)/.test(above || "");
}

// style is how the file is written, for what the service writes into it.
function style(text) {
  const lines = text.split("\n");
  const indented = lines.find((l) => /^(?:\t| {2,})\S/.test(l)) || "    ";
  const width = indented.startsWith("\t") ? 4 : /^ */.exec(indented)[0].length;
  return {
    ...ts.getDefaultFormatCodeSettings(/\r\n/.test(text) ? "\r\n" : "\n"),
    convertTabsToSpaces: !indented.startsWith("\t"),
    indentSize: width,
    tabSize: width,
    insertSpaceAfterOpeningAndBeforeClosingNonemptyBraces: !/^\s*(?:im|ex)port\b[^'"]*\{\w/m.test(text),
  };
}

// emitted is what stays of a text when its types are gone.
function emitted(at, file, text) {
  const compilerOptions = { ...at.options, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, sourceMap: false, inlineSourceMap: false, removeComments: true };
  for (const key of ["outFile", "out", "moduleResolution", "importHelpers"]) delete compilerOptions[key];
  if (ts.JsxEmit && compilerOptions.jsx !== undefined) compilerOptions.jsx = ts.JsxEmit.Preserve;
  return ts.transpileModule(text, { compilerOptions, fileName: file }).outputText;
}

function applied(text, changes) {
  return [...changes].sort((a, b) => b.span.start - a.span.start).reduce((t, c) => t.slice(0, c.span.start) + c.newText + t.slice(c.span.start + c.span.length), text);
}

// exported returns what an import that the service offers would bind: the declaration, whichever modules pass it on;
// undefined for one that is not of the project.
function exported(at, source, name, action) {
  const [, module] = /["']([^"']+)["']$|$/.exec(action.description);
  const found = module && ts.resolveModuleName(module, source.fileName, at.options, ts.sys).resolvedModule;
  const program = at.service.getProgram();
  const file = found && !found.isExternalLibraryImport && program.getSourceFile(found.resolvedFileName);
  const checker = program.getTypeChecker();
  const its = file && file.symbol && checker.getExportsOfModule(file.symbol).find((s) => s.name === name);
  return its && its.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(its) : its;
}

// declares reports whether to declare what is assigned to mends what failed: in code that is strict, where what is
// declared is read, too, and nothing else is known by the name.
function declares(at, source, name) {
  const strict = ts.isExternalModule(source) || at.options.strict || at.options.alwaysStrict;
  return strict && source.text.split(new RegExp("(?<![\\w$.])" + name.replace(/\$/g, "\\$") + "(?![\\w$])")).length > 2;
}

// ownFix is the compiler's own fix of a problem, if there is one way to go
// about it. It is safe if the program that runs stays what it was, or could not run.
function ownFix(at, source, d) {
  if (names.has(d.code) && lookups-- <= 0) return undefined;
  let actions;
  try {
    const preferences = { includePackageJsonAutoImports: "off", providePrefixAndSuffixTextForRename: true };
    actions = at.service.getCodeFixesAtPosition(source.fileName, d.start, d.start + d.length, [d.code], style(source.text), preferences);
  } catch {
    return undefined; // it fails now and then on code that is far from complete
  }
  let list = actions.filter((a) => takes.has(a.fixName) && a.changes.length === 1 && !a.changes[0].isNewFile && canonical(a.changes[0].fileName) === canonical(source.fileName));
  let same = false;
  if (list.length > 0 && list.every((a) => a.fixName === "unusedIdentifier")) ({ list, same } = unused(source, d, list));
  // A name that can be imported is no misspelling of one that is more than a slip away.
  const wrong = source.text.slice(d.start, d.start + d.length);
  if (list.some((a) => a.fixName === "import")) list = list.filter((a) => a.fixName !== "spelling" || slip(wrong, a.changes[0].textChanges[0].newText));
  // Imports of one declaration differ by the module that passes it on: the service's best one comes first.
  const owned = list.every((a) => a.fixName === "import") && list.map((a) => exported(at, source, wrong, a));
  const own = owned && owned[0] && owned.every((s) => s === owned[0]);
  if (own) list = list.slice(0, 1);
  if (list.length !== 1) return undefined; // a choice is the user's
  const [action] = list;
  const changes = action.changes[0].textChanges;
  if (changes.length === 0 || (action.fixName === "spelling" && changes.some((c) => c.newText === "undefined"))) return undefined;
  if (changes.some((c) => c.newText === "" && (directed(source, c.span) || foreign(source, c.span)))) return undefined;
  // A type that says "any" says nothing.
  if (action.fixName === "inferFromUsage" && changes.some((c) => /\bany\b/.test(c.newText))) return undefined;
  // What is declared in dead code is known outside of it, too.
  const dead = changes.map((c) => source.text.slice(c.span.start, c.span.start + c.span.length)).join("\n");
  const misspelt = action.fixName === "spelling" && changes.length === 1 && slip(dead, changes[0].newText);
  const safe = same || misspelt || (own && ts.isExternalModule(source)) || threw.has(action.fixName) || (action.fixName === "addMissingConst" && declares(at, source, wrong)) || (equivalent.has(action.fixName) && !/\b(?:var|function)\b/.test(dead)) || emitted(at, source.fileName, source.text) === emitted(at, source.fileName, applied(source.text, changes));
  return { title: action.description, safe, edits: changes.map((c) => ({ start: c.span.start, end: c.span.start + c.span.length, text: c.newText })) };
}
