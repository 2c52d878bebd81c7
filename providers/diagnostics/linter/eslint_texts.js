// Has ESLint check many texts of one file in one process, each by the command
// line of its own, and prints a list of its reports as JSON. Arguments: ESLint's
// lib/cli.js, and those of a run that checks one text; the texts, a list, come
// from standard input. Nothing is written.
"use strict";
const { execute } = require(process.argv[1]);
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));

async function check(text) {
  const said = [];
  const { log } = console;
  console.log = (...list) => said.push(list.join(" "));
  try {
    if ((await execute(process.argv, text, true)) > 1) throw new Error("ESLint failed");
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
