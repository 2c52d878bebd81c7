--- :checkhealth fettle
local M = {}

function M.check()
  local health = vim.health
  health.start('fettle')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.error('Neovim 0.11 or newer is needed', 'update Neovim')
  end
  local config = vim.lsp.config['fettle']
  if not config then
    return health.error('lsp/fettle.lua is not on the runtimepath', 'add the plugin folder to runtimepath')
  end
  local binary = vim.fn.exepath(config.cmd[1])
  if binary == '' then
    return health.error(config.cmd[1] .. ' is not on PATH', 'install fettle, or set cmd with vim.lsp.config')
  end
  health.ok(binary)
  if not vim.g.loaded_fettle then
    health.warn('plugin/fettle.lua is not loaded: there is no :Fettle, and only what fettle finds itself is fixed',
      'put the whole folder on runtimepath, not only lsp/fettle.lua')
  end
  if vim.g.loaded_fettle and require('fettle').is_off() then
    health.warn('fettle is switched off', ':Fettle on')
  end
  local filetype = vim.bo[vim.fn.bufnr('#') > 0 and vim.fn.bufnr('#') or 0].filetype
  if filetype ~= '' and filetype ~= 'checkhealth' and not vim.list_contains(config.filetypes or {}, filetype) then
    health.info('nothing is fixed in the last buffer: ' .. filetype .. ' is not among the file types of lsp/fettle.lua')
  end
  local clients = #vim.lsp.get_clients({ name = 'fettle' })
  health.info(clients .. ' running client(s)')
  if clients == 0 and vim.lsp.is_enabled and not vim.lsp.is_enabled('fettle') then
    health.warn('fettle is not enabled', "vim.lsp.enable('fettle'), or :Fettle on")
  elseif clients == 0 then
    health.info('starts when a file of these types is opened: ' .. table.concat(config.filetypes or {}, ', '))
  end
  local run = vim.system({ binary, 'doctor', '--json' }, { text = true }):wait(60000)
  local ok, report = pcall(vim.json.decode, run.stdout or '')
  if not ok or not report.checks then
    return health.error('fettle doctor --json failed', { (run.stderr or ''):sub(1, 200) })
  end
  for _, check in ipairs(report.checks) do
    local text = check.id .. ': ' .. check.message
    if check.level == 'warn' or check.level == 'error' then
      health[check.level](text, check.advice)
    else -- these take no advice
      health[check.level](table.concat({ text, unpack(check.advice or {}) }, '\n  next: '))
    end
  end
end

return M
