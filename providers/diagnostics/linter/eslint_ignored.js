// Says which folders the ESLint configuration of a folder above them ignores, as
// "eslint ." does there. Argument: ESLint's lib/cli.js. Standard input is
// {"cwd": folder, "config": file, "flat": whether it is of the new kind, "dirs": [path]};
// a list of booleans is printed.
"use strict";
const fs = require("fs");
const path = require("path");
const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const api = require(path.join(path.dirname(process.argv[1]), "api.js"));

(async () => {
  const ESLint = api.loadESLint ? await api.loadESLint({ useFlatConfig: asked.flat }) : api.ESLint;
  // Where files are matched with the nearest configuration, that of the folder above is named.
  const eslint = new ESLint(asked.flat ? { cwd: asked.cwd, overrideConfigFile: asked.config } : { cwd: asked.cwd });
  const out = [];
  // The old kind goes by the configuration of a path's folder, so that the folder itself
  // is asked about too; of the new kind a path that no entry is about counts as ignored.
  for (const dir of asked.dirs) out.push((!asked.flat && (await eslint.isPathIgnored(dir))) || (await eslint.isPathIgnored(path.join(dir, "x.js"))));
  process.stdout.write(JSON.stringify(out) + "\n");
})().catch((error) => {
  process.stderr.write(error + "\n");
  process.exitCode = 3;
});
