---@brief
---
--- https://github.com/fettle-dev/fettle
---
--- Fixes what linters, type checkers and compilers report, and checks every fix before it is applied. It runs beside the
--- servers you already use, and offers its fixes as code actions. No model is needed; one can be set.
---
--- As Neovim sends a server no diagnostics but its own, fettle runs the linters itself. The
--- [plugin](https://github.com/fettle-dev/fettle/tree/main/editors/nvim) also shows it what other servers report.
---
--- `fettle` can be installed with `pip install fettle`, `npm install --global fettle` or
--- `go install github.com/fettle-dev/fettle/cmd/fettle@latest`.
---
--- Settings are those of [docs/settings.md](https://github.com/fettle-dev/fettle/blob/main/docs/settings.md):
---
--- ```lua
--- vim.lsp.config('fettle', {
---   settings = {
---     fettle = { actions = { toolFixes = 'always' } },
---   },
--- })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'fettle', 'serve', '--client-config=user' },
  filetypes = { 'python', 'go', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'rust' },
  root_markers = { 'pyproject.toml', 'go.mod', 'package.json', 'Cargo.toml', '.git' },
}
