-- Configuration of the fettle language server for Neovim 0.11 and newer.
-- Switch it on with vim.lsp.enable('fettle'). The file also works alone, copied
-- into the lsp folder of a configuration.

-- The plugin's part of the work, or nil where only this file was copied.
local function plugin()
  local ok, module = pcall(require, 'fettle')
  return ok and module or nil
end

return {
  cmd = { 'fettle', 'serve', '--client-config=user' },
  filetypes = {
    'python', 'go', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'rust',
    'c', 'cpp', 'dockerfile', 'java', 'markdown', 'ruby', 'sh', 'bash', 'sql', 'yaml',
  },
  root_markers = { 'pyproject.toml', 'go.mod', 'package.json', 'Cargo.toml', '.git' },
  init_options = { client = { name = 'neovim', askInstruction = plugin() ~= nil, details = plugin() and ':Fettle why' or nil } },
  handlers = {
    ['workspace/applyEdit'] = function(...)
      local module = plugin()
      return (module and module.apply_edit or vim.lsp.handlers['workspace/applyEdit'])(...)
    end,
    -- One line, without the name twice: a longer one stops Neovim with a prompt.
    ['window/showMessage'] = function(_, params)
      local text, room, module, whole = params.message, vim.v.echospace, plugin(), nil
      if vim.fn.strchars(text) > room and room > 20 then
        local way = text:match('%.*( %(more: [^()]*%))$') or '' -- to the rest: it stays
        local cause = text:sub(1, #text - #way)
        if way == '' and module then
          way, whole = ' (more: :Fettle why)', text
        end
        text = vim.fn.strcharpart(cause, 0, room - 3 - vim.fn.strchars(way)):gsub('[. ]+$', '') .. '...' .. way
      end
      if module then
        module.said(text, whole)
      end
      local levels = { vim.log.levels.ERROR, vim.log.levels.WARN, vim.log.levels.INFO, vim.log.levels.DEBUG }
      vim.notify(text, levels[params.type])
      return vim.NIL
    end,
  },
  commands = {
    ['fettle.edit'] = function(command, ctx)
      local module = plugin()
      if module then
        module.ask_instruction(command, ctx)
      end
    end,
  },
}
