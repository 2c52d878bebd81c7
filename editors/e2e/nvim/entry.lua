-- Loads an entry of nvim-lspconfig with what Neovim has for them, and waits
-- until fettle offers a fix of a file's undefined name.
-- usage: nvim --clean --headless -l entry.lua ENTRY FILE
local entry, file = arg[1], arg[2]
vim.o.swapfile = false
vim.opt.rtp:prepend(entry)
vim.lsp.enable('fettle')
vim.cmd.edit(file)
vim.bo.filetype = 'python'

local function line_of(name)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local at = line:find(name, 1, true)
    if at then
      return i - 1, at - 1
    end
  end
  error('the file has no ' .. name)
end

local offered, client
vim.wait(60000, function()
  client = vim.lsp.get_clients({ name = 'fettle', bufnr = 0 })[1]
  if not client or not client.initialized then
    return false
  end
  local row, column = line_of('undefined')
  local at = { line = row, character = column }
  local answer = client:request_sync('textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = { start = at, ['end'] = at },
    context = { diagnostics = {
      { range = { start = at, ['end'] = { line = row, character = column + 9 } }, source = 'Ruff', code = 'F821', message = 'Undefined name `undefined`' },
    } },
  }, 5000, 0)
  for _, action in ipairs(answer and answer.result or {}) do
    offered = offered or action.title:find('F821', 1, true)
  end
  return offered
end, 200)
print(offered and 'fix of F821 offered in ' .. client.config.root_dir or 'no fix is offered')
for _, c in ipairs(vim.lsp.get_clients()) do
  c:stop()
end
os.exit(offered and 0 or 1)
