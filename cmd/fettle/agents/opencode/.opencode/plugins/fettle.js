import { spawnSync } from "node:child_process"

export const Fettle = async ({ directory }) => ({
  "tool.execute.after": async (input, output) => {
    const file = input.args?.filePath ?? output.metadata?.filepath
    if (!["edit", "write", "patch", "apply_patch"].includes(input.tool)) return
    const told = JSON.stringify({ cwd: directory, tool_input: { filePath: file, patch: input.args?.patchText } })
    const ran = spawnSync("fettle", ["hook", "opencode"], { input: told, encoding: "utf8", timeout: 120000 })
    if (ran.status === 2) output.output += "\n" + ran.stderr
  },
})
