// Has ESLint check many texts in one process, each by a command line of its own,
// and prints a list of its reports as JSON. Arguments: ESLint's lib/cli.js, and
// those of a run that checks one text, the name of its file last. A list comes
// from standard input: texts of that file, or {"file": path, "text": text}.
// Nothing is written.
"use strict";
const { execute } = require(process.argv[1]);
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));

async function check(asked) {
  const { file, text } = typeof asked === "string" ? { text: asked } : asked;
  const args = file ? [...process.argv.slice(0, -1), file] : process.argv;
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

(async () => {
  const out = [];
  for (const text of texts) out.push(await check(text));
  // A rule that remembers what it saw may say something else of a text that
  // comes after others.
  if ((await check(texts[0])) !== out[0]) throw new Error("what is said of a text depends on those before it");
  process.stdout.write("[" + out.join(",") + "]\n");
})().catch((error) => {
  process.stderr.write(error + "\n");
  process.exitCode = 3;
});
