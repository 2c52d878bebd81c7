-- Glue between Neovim and the fettle server. It is here and not in on_attach
-- because a user's own on_attach replaces that of the configuration.
if vim.g.loaded_fettle then
  return
end
vim.g.loaded_fettle = true

local group = vim.api.nvim_create_augroup('fettle', {})

vim.api.nvim_create_autocmd('DiagnosticChanged', {
  group = group,
  callback = function(args)
    require('fettle').push(args.buf)
  end,
})

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(args)
    local client = vim.lsp.get_client_by_id(args.data.client_id)
    if client and client.name == 'fettle' then
      require('fettle').attached(client)
      require('fettle').push(args.buf)
    end
  end,
})

vim.api.nvim_create_autocmd('LspProgress', {
  group = group,
  callback = function(args)
    require('fettle').progress(args)
  end,
})

vim.api.nvim_create_user_command('Fettle', function(args)
  require('fettle').command(args)
end, {
  nargs = '+',
  range = true,
  complete = function(lead, line)
    return require('fettle').complete(lead, line)
  end,
  desc = 'fettle: fix, fixall, fixworkspace, edit, explain, context, query, why, cancel, on, off, log',
})
