// Writes mistakes, or other programs, made of one TypeScript file, as inject.py does of Python.
const ts = require("typescript")
const fs = require("fs")
const [mode, path] = process.argv.slice(-2)
const source = fs.readFileSync(path, "utf8")
const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
const K = ts.SyntaxKind
const bytes = (i) => Buffer.byteLength(source.slice(0, i))
function change(kind, start, end, text) {
  const line = file.getLineAndCharacterOfPosition(start).line + 1
  console.log(JSON.stringify({ kind, line, start: bytes(start), end: bytes(end), text }))
}
const misspelt = (name) => (name.length > 3 ? name.slice(0, -1) : name + "s")

function mistakes(n) {
  if (ts.isImportDeclaration(n)) change("import removed", n.getStart(), n.end, "")
  else if (ts.isPropertyAccessExpression(n)) change("property misspelt", n.name.getStart(), n.end, misspelt(n.name.text))
  else if (ts.isAwaitExpression(n)) change("await left out", n.getStart(), n.end, n.expression.getText())
  else if (ts.isReturnStatement(n) && n.expression) change("return left out", n.getStart(), n.end, n.expression.getText() + ";")
  else if (ts.isElementAccessExpression(n)) change("index left out", n.getStart(), n.end, n.expression.getText())
  else if (ts.isIfStatement(n) && !n.elseStatement) change("guard removed", n.getStart(), n.end, "")
  else if (ts.isSpreadElement(n)) change("spread left out", n.getStart(), n.end, n.expression.getText())
  else if (ts.isVariableDeclaration(n) && ts.isIdentifier(n.name) && n.name.text.length > 2)
    change("renamed, uses left", n.name.getStart(), n.name.end, n.name.text + "Value")
  else if (ts.isCallExpression(n)) {
    const a = n.arguments
    if (a.length > 1) change("argument dropped", a[a.length - 2].end, a[a.length - 1].end, "")
    if (a.length === 2) change("arguments exchanged", a[0].getStart(), a[1].end, a[1].getText() + ", " + a[0].getText())
    if (["String", "Number"].includes(n.expression.getText()) && a.length === 1)
      change("conversion dropped", n.getStart(), n.end, a[0].getText())
  }
  ts.forEachChild(n, mistakes)
}

const SWAPS = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "+": "-", "-": "+", "*": "+", "/": "*", "&&": "||", "||": "&&" }
function wrong(n) {
  if (ts.isBinaryExpression(n) && SWAPS[n.operatorToken.getText()])
    change("operator", n.operatorToken.getStart(), n.operatorToken.end, SWAPS[n.operatorToken.getText()])
  else if (n.kind === K.NumericLiteral && /^\d+$/.test(n.text)) change("number", n.getStart(), n.end, String(Number(n.text) + 1))
  else if (ts.isPrefixUnaryExpression(n) && n.operator === K.ExclamationToken) change("not left out", n.getStart(), n.end, n.operand.getText())
  else if (n.kind === K.TrueKeyword || n.kind === K.FalseKeyword) change("truth", n.getStart(), n.end, n.kind === K.TrueKeyword ? "false" : "true")
  else if (ts.isExpressionStatement(n)) change("statement left out", n.getStart(), n.end, "")
  ts.forEachChild(n, wrong)
}
;(mode === "mistakes" ? mistakes : wrong)(file)
