--- The parts of Neovim that a language server cannot reach by itself:
--- diagnostics of other tools, stale edits, progress, and the :Fettle command.
local M = {}

local function client_of(bufnr)
  return vim.lsp.get_clients({ name = 'fettle', bufnr = bufnr })[1]
end

--- The version of the buffer's text as the server counts it; nil where this
--- Neovim hides it. The field is not documented, hence the pcall.
local function version_of(bufnr)
  local ok, version = pcall(function()
    return vim.lsp.util.buf_versions[bufnr]
  end)
  return ok and version or nil
end

--- What the user sees in this buffer, whoever made it, as LSP diagnostics.
--- Columns are converted from Neovim's own bytes: what other servers sent is
--- in their encoding.
function M.diagnostics(bufnr, encoding)
  local own = {}
  for id, ns in pairs(vim.diagnostic.get_namespaces()) do
    own[id] = ns.name:find('fettle', 1, true) ~= nil
  end
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  local function position(lnum, col)
    local line = lines[lnum + 1] or ''
    return { line = lnum, character = vim.str_utfindex(line, encoding, math.min(col, #line), false) }
  end
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(bufnr, { enabled = true })) do
    if not own[d.namespace] then
      local lsp = vim.tbl_get(d, 'user_data', 'lsp') or {}
      list[#list + 1] = {
        range = {
          start = position(d.lnum, d.col),
          ['end'] = position(d.end_lnum or d.lnum, d.end_col or d.col),
        },
        severity = d.severity,
        message = d.message,
        source = d.source,
        code = d.code,
        tags = lsp.tags,
        relatedInformation = lsp.relatedInformation,
      }
    end
  end
  return list
end

local pending = {}

--- Tells the server what is wrong in a buffer, once per tick.
function M.push(bufnr)
  if pending[bufnr] then
    return
  end
  pending[bufnr] = true
  vim.schedule(function()
    pending[bufnr] = nil
    local client = vim.api.nvim_buf_is_loaded(bufnr) and client_of(bufnr)
    if client then
      client:notify('fettle/diagnostics', {
        uri = vim.uri_from_bufnr(bufnr),
        version = version_of(bufnr),
        diagnostics = M.diagnostics(bufnr, client.offset_encoding),
      })
    end
  end)
end

--- Whether a buffer is no longer at the version that an edit names. Neovim
--- itself would say that it applied the edit, and checks nothing at version 0.
local function stale(edit)
  for _, change in ipairs(edit.documentChanges or {}) do
    local doc = change.textDocument
    local version = doc and doc.version
    if version and version ~= vim.NIL then
      local now = version_of(vim.uri_to_bufnr(doc.uri))
      if now and now ~= version then
        return true
      end
    end
  end
  return false
end

--- Applies an edit of the server: not to a text that has moved on, and after a
--- look at it where the user wants that.
function M.apply_edit(err, params, ctx)
  local refused = { applied = false, failureReason = 'document changed' }
  if stale(params.edit) then
    return refused
  end
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  local edit, why = require('fettle.preview').ask(params.edit, client and client.offset_encoding or 'utf-16')
  if not edit then
    return { applied = false, failureReason = why }
  elseif stale(edit) then -- the user took their time
    return refused
  end
  local answer = vim.lsp.handlers['workspace/applyEdit'](err, { edit = edit }, ctx)
  -- The server says "fixed" when the change has come, which Neovim sends up to
  -- 150 ms late, but always before a notification.
  for _, change in ipairs(edit.documentChanges or {}) do
    M.push(vim.uri_to_bufnr(change.textDocument.uri))
  end
  return answer
end

local titles = {}

local last = { text = '', at = 0 }
local ended -- when a fix did

--- Notes a message of the server, so that the end of a fix, which comes at the
--- same time, does not take its place on the command line; and the whole of one
--- that had to be cut, for :Fettle why.
function M.said(text, whole)
  local now = vim.uv.now()
  if ended and now - ended < 1000 then
    whole = nil -- the server keeps how a fix ended, and what was checked
  end
  last = { text = text, whole = whole, at = now }
end

--- Shows the progress of a fix on the command line (Neovim 0.12 and newer).
function M.progress(args)
  local client = vim.lsp.get_client_by_id(args.data.client_id)
  if not client or client.name ~= 'fettle' then
    return
  end
  local token, value = args.data.params.token, args.data.params.value
  if value.kind == 'end' then
    last.whole, ended = nil, vim.uv.now()
  end
  if vim.g.fettle_progress == false or vim.fn.has('nvim-0.12') == 0 then
    return
  end
  titles[token] = value.title or titles[token]
  local text = value.message or ''
  if text == 'not applied' and vim.uv.now() - last.at < 1000 then
    local room = vim.v.echospace - #(titles[token] or '') - 2
    text = vim.fn.strcharpart((last.text:gsub('^fettle: ', ''):gsub(' %(more: [^()]*%)$', '')), 0, math.max(room, 20))
  end
  pcall(vim.api.nvim_echo, { { text } }, false, {
    id = 'fettle.' .. tostring(token),
    kind = 'progress',
    source = 'fettle',
    title = titles[token],
    status = value.kind == 'end' and 'success' or 'running',
  })
  if value.kind == 'end' then
    titles[token] = nil
  end
end

local function show(markdown)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.split(markdown, '\n'))
  vim.bo[buf].filetype = 'markdown'
  vim.bo[buf].bufhidden = 'wipe'
  vim.bo[buf].modifiable = false
  vim.cmd.split()
  vim.api.nvim_win_set_buf(0, buf)
  vim.keymap.set('n', 'q', '<cmd>close<cr>', { buffer = buf, desc = 'close' })
end

--- The words of :Fettle. A word with a command of the server runs it for the
--- cursor's line or the range, or for no line in particular; the others are
--- functions of this file.
local words = {
  fix = { command = 'fettle.fix' },
  fixall = { command = 'fettle.fixAll' },
  fixworkspace = { command = 'fettle.fixWorkspace', everywhere = true },
  edit = { command = 'fettle.edit', ask = 'Instruction: ', member = 'instruction' },
  explain = { command = 'fettle.explain' },
  context = { command = 'fettle.showContext' },
  query = { command = 'fettle.contextQuery', ask = 'Question: ', member = 'query', everywhere = true },
  journal = { command = 'fettle.journal', everywhere = true },
  cancel = { command = 'fettle.cancel', everywhere = true },
  why = { command = 'fettle.why', everywhere = true },
}

--- Off means that nothing is offered and no tool runs. The server stays: Neovim
--- orders the menu by the age of its clients, and a new one would come last.
local off = false

local function switch(client)
  local value = { actions = { enable = false }, linters = { run = 'never' } }
  if not off then -- null takes back what was said
    value = { actions = { enable = vim.NIL }, linters = { run = vim.NIL } }
  end
  client:notify('workspace/didChangeConfiguration', { settings = value })
end

--- Whether the user has switched fettle off.
function M.is_off()
  return off
end

--- Tells a server that has just started what holds.
function M.attached(client)
  if off then
    switch(client)
  end
end

local function set_off(value)
  off = value
  for _, client in ipairs(vim.lsp.get_clients({ name = 'fettle' })) do
    switch(client)
  end
end

local actions = {
  log = function()
    vim.cmd.tabnew(vim.lsp.log.get_filename())
  end,
  off = function()
    set_off(true)
  end,
  on = function()
    set_off(false)
    vim.lsp.enable('fettle')
  end,
}

local function say(text, level)
  vim.notify('fettle: ' .. text, level or vim.log.levels.WARN)
end

--- Sends a command of the server; what it answers is shown in a buffer.
local function execute(client, command, argument)
  local known = vim.tbl_get(client.server_capabilities, 'executeCommandProvider', 'commands') or {}
  if not vim.list_contains(known, command) then
    return say('this server has no command ' .. command .. '; update fettle')
  end
  client:request('workspace/executeCommand', { command = command, arguments = { argument } }, function(err, result)
    if err then
      say(err.message)
    elseif type(result) == 'table' then
      local text = result.markdown or result.context
      if text == nil or text == '' or text == vim.NIL then
        text = 'Nothing was found: ' .. tostring(result.hint or 'no answer') .. '.'
      end
      show(text)
    end
  end)
end

--- Asks for the instruction of an entry of the menu, then runs it.
function M.ask_instruction(command, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  vim.ui.input({ prompt = 'Instruction: ' }, function(text)
    if client and text and text ~= '' then
      local argument = vim.tbl_extend('force', (command.arguments or {})[1] or {}, { instruction = text })
      execute(client, command.command, argument)
    end
  end)
end

--- The words that start with lead, for the completion of :Fettle.
function M.complete(lead, line)
  if line and line:match('Fettle%s+%S+%s') then
    return {}
  end
  local names = vim.list_extend(vim.tbl_keys(words), vim.tbl_keys(actions))
  table.sort(names)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, names)
end

--- Runs :Fettle, for the cursor's line or the given range.
function M.command(args)
  local name, rest = args.args:match('^(%S+)%s*(.*)$')
  if actions[name] then
    return actions[name]()
  end
  local word = words[name]
  if not word then
    return say('no such command: ' .. tostring(name) .. '; see :help fettle', vim.log.levels.ERROR)
  elseif name == 'why' and last.whole then
    return show('# The last message\n\n' .. last.whole)
  end
  -- What is about no line works beside what it shows, too: there is no server.
  local client = client_of(0) or word.everywhere and vim.lsp.get_clients({ name = 'fettle' })[1]
  if not client then
    return say('not running in this buffer; see :checkhealth fettle')
  end
  local argument = { uri = vim.uri_from_bufnr(0), lines = { args.line1, args.line2 } }
  if not word.ask then
    return execute(client, word.command, argument)
  end
  local function run(text)
    if text and text ~= '' then
      argument[word.member] = text
      execute(client, word.command, argument)
    end
  end
  if rest ~= '' then
    run(rest)
  else
    vim.ui.input({ prompt = word.ask }, run)
  end
end

--- Applies what is sure and safe in a buffer, and waits for it: for BufWritePre.
--- No model is asked.
function M.fix_all(bufnr, timeout)
  bufnr = (bufnr or 0) == 0 and vim.api.nvim_get_current_buf() or bufnr
  local client = client_of(bufnr)
  if not client then
    return
  end
  local answer = client:request_sync('textDocument/codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = { start = { line = 0, character = 0 }, ['end'] = { line = vim.api.nvim_buf_line_count(bufnr), character = 0 } },
    context = { only = { 'source.fixAll.fettle' }, triggerKind = 2, diagnostics = M.diagnostics(bufnr, client.offset_encoding) },
  }, timeout or 1000, bufnr)
  for _, action in ipairs(answer and answer.result or {}) do
    if action.edit and not stale(action.edit) then
      vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
    end
  end
end

--- Switches the server on. Options are those of vim.lsp.Config.
function M.setup(options)
  if options then
    vim.lsp.config('fettle', options)
  end
  vim.lsp.enable('fettle')
end

return M
