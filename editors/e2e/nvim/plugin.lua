-- Scenarios of what the plugin and the configuration file do.
local S = {}

S['lsp/fettle.lua alone: own linters feed the menu, a fix lands'] = function(e)
  local dir = vim.fn.stdpath('config') .. '/lsp'
  vim.fn.mkdir(dir, 'p')
  assert(vim.uv.fs_copyfile(e.plugin .. '/lsp/fettle.lua', dir .. '/fettle.lua'))
  vim.opt.rtp:prepend(vim.fn.stdpath('config'))
  assert(not pcall(require, 'fettle'), 'the plugin is there')
  e.enable()
  e.open()
  e.pick(5, 18, '^AI fix: F821')
  e.wait('model fix', e.fixed)
end

S['publish: what own linter runs find is shown where no other server does'] = function(e)
  vim.opt.rtp:prepend(e.plugin)
  vim.cmd('runtime plugin/fettle.lua')
  vim.cmd('filetype on')
  vim.lsp.enable('fettle')
  vim.cmd.edit(vim.fn.fnameescape(e.workspace .. '/app.py'))
  e.wait('diagnostics', function()
    return #vim.diagnostic.get(0) == 4
  end)
  e.equal(vim.diagnostic.get(0)[1].source, 'fettle', 'source')
  e.equal(require('fettle').diagnostics(0, 'utf-8'), {}, 'what is pushed back')
  e.pick(7, 12, '^Fix E701')
  e.wait('one less', function()
    return #vim.diagnostic.get(0) == 3
  end)
end

-- A diagnostic of a lint plugin (bytes) and one of ruff (its own encoding)
-- reach the server at the right columns of the encoding agreed on.
local function columns(e, encoding)
  e.start({ capabilities = { general = { positionEncodings = { encoding } } } })
  e.open()
  e.equal(e.client().offset_encoding, encoding, 'encoding')
  local line = vim.api.nvim_buf_get_lines(0, 4, 5, false)[1]
  local start = line:find('undefined', 1, true) - 1
  local ns = vim.api.nvim_create_namespace('some-lint')
  vim.diagnostic.set(ns, 0, {
    { lnum = 4, col = start, end_lnum = 4, end_col = #line, message = 'a lint plugin found this', source = 'some-lint', code = 'X1', severity = 1 },
  })
  local want = {
    start = { line = 4, character = vim.str_utfindex(line, encoding, start) },
    ['end'] = { line = 4, character = vim.str_utfindex(line, encoding, #line) },
  }
  for _, code in ipairs({ 'X1', 'F821' }) do
    -- The server writes the range back in the entry: it went through its text.
    local entry = e.entry(5, 18, '^AI fix: ' .. code)
    e.equal(entry.action.diagnostics[1].range, want, code .. ' in ' .. encoding)
  end
  vim.diagnostic.reset(ns, 0)
  e.wait('the entry of the cleared diagnostic is gone', function()
    return not table.concat(e.menu(5, 18), '\n'):find('X1', 1, true)
  end)
end

S['emoji: columns of ruff and of a lint plugin, utf-8'] = function(e)
  columns(e, 'utf-8')
end

S['emoji: columns of ruff and of a lint plugin, utf-16'] = function(e)
  columns(e, 'utf-16')
end

S['no model: one entry says so, and rules still fix'] = function(e)
  e.start()
  e.open()
  local ns = vim.api.nvim_create_namespace('some-lint')
  vim.diagnostic.set(ns, 0, { { lnum = 5, col = 4, message = 'only a model could fix this', source = 'some-lint', code = 'X1', severity = 1 } })
  local entry = e.entry(6, 5, '^AI fix: X1 .* %(no model%)$')
  assert(entry.action.disabled and entry.action.disabled.reason:find('run fettle init', 1, true), vim.inspect(entry.action))
  for _ = 1, 3 do
    e.menu(6, 5)
  end
  e.equal(#e.messages, 0, 'messages')
  e.pick(7, 12, '^Fix E701')
  e.wait('rule fix', function()
    return e.text():find('if cond:\n        return ', 1, true)
  end)
end

S['no model: a message that is cut leads to the whole of it'] = function(e)
  e.start()
  e.open()
  vim.o.columns = 60
  e.entry(5, 18, '^AI fix: F821')
  vim.api.nvim_win_set_cursor(0, { 5, 18 })
  vim.cmd('Fettle fix')
  e.said('^fettle: needs a model.*%.%.%. %(more: :Fettle why%)$')
  assert(#e.messages[#e.messages] <= vim.v.echospace, 'a message that stops Neovim: ' .. e.messages[#e.messages])
  vim.cmd('Fettle why')
  e.wait('how the fix ended', function()
    return vim.startswith(e.text(), '# The last fix') and e.text():find('no model is set: run fettle init', 1, true)
  end)
end

S['settings: a change while it runs counts at once'] = function(e)
  e.start()
  e.open()
  e.entry(5, 18, '^AI fix: F821')
  local path = vim.env.XDG_CONFIG_HOME .. '/fettle/config.toml'
  local config = e.read(path)
  e.write(path, config .. '[actions]\nenable = false\n')
  e.wait('the entries are gone', function()
    return not table.concat(e.menu(5, 18), '\n'):find('AI fix', 1, true)
  end)
  e.write(path, config)
  e.entry(5, 18, '^AI fix: F821')
end

S['settings: a file made later, with its folder, counts at once'] = function(e)
  e.start()
  e.open()
  e.entry(7, 12, '^Fix E701')
  vim.fn.mkdir(vim.env.XDG_CONFIG_HOME .. '/fettle', 'p')
  e.write(vim.env.XDG_CONFIG_HOME .. '/fettle/config.toml', '[actions]\nenable = false\n')
  e.wait('the entries are gone', function()
    return not table.concat(e.menu(7, 12), '\n'):find('Fix E701', 1, true)
  end)
end

S['crash: Neovim goes on, :lsp enable brings the server back'] = function(e)
  local pids = vim.env.HOME .. '/pids'
  e.start()
  e.open()
  e.entry(5, 18, '^AI fix: F821')
  local first = e.client().id
  assert(vim.uv.kill(tonumber(e.read(pids):match('%d+')), 'sigkill') == 0)
  e.wait('the client is gone', function()
    return not e.client()
  end)
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# still here' })
  if vim.fn.exists(':lsp') == 2 then
    vim.cmd('lsp enable fettle')
  else
    vim.lsp.enable('fettle')
  end
  e.wait('a new client', function()
    return e.client() and e.client().id ~= first and e.client().initialized
  end)
  e.pick(6, 18, '^AI fix: F821')
  e.wait('model fix', e.fixed)
end

S[':Fettle: fix, explain, cancel and ranges'] = function(e)
  e.start()
  e.open()
  e.entry(5, 18, '^AI fix: F821')
  vim.cmd('5Fettle fix')
  e.wait('model fix', e.fixed)
  e.ended('F821 fixed')
  vim.cmd('silent undo')
  e.entry(5, 18, '^AI fix: F821')
  vim.cmd('4,6Fettle explain')
  e.wait('the explanation', function()
    return vim.bo.filetype == 'markdown' and e.text():find('F821', 1, true)
  end)
  e.equal(vim.bo.modifiable, false, 'modifiable')
  vim.api.nvim_feedkeys('q', 'x', false)
  assert(vim.bo.filetype == 'python', 'q does not close the explanation')
  vim.cmd('Fettle nonsense')
  e.said('no such command: nonsense')
  vim.cmd('enew')
  vim.cmd('Fettle cancel') -- also beside what it is about
  e.said('^fettle: nothing is running$')
  vim.cmd('Fettle why')
  e.wait('how the last fix ended', function()
    return vim.bo.filetype == 'markdown' and e.text():find('F821 fixed', 1, true)
  end)
  vim.cmd('enew')
  vim.cmd('Fettle fix')
  e.said(':checkhealth fettle')
end

S['fix all: :Fettle fixall, everything that needs no model'] = function(e)
  e.start()
  e.open()
  e.entry(7, 12, '^Fix E701')
  vim.cmd('Fettle fixall')
  e.wait('fix all', function()
    local t = e.text()
    return t:find('return "nothing"', 1, true) and t:find('if cond:\n', 1, true) and not t:find('import os', 1, true)
  end)
end

S['fix all files: :Fettle fixworkspace asks once, and changes what is open and what is not'] = function(e)
  e.start()
  e.open()
  local other = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':h') .. '/other.py'
  vim.fn.writefile({ 'import sys', '', 'x = 1' }, other)
  e.entry(7, 12, '^Fix E701')
  local asked = {}
  vim.ui.select = function(items, opts, choose)
    asked[#asked + 1] = opts.prompt
    choose(items[1])
  end
  vim.cmd('Fettle fixworkspace')
  e.wait('both files', function()
    local there = vim.fn.bufnr(other) > 0 and vim.api.nvim_buf_get_lines(vim.fn.bufnr(other), 0, -1, false)
    local other_fixed = there and there[#there] == 'x = 1' and not vim.list_contains(there, 'import sys')
    return other_fixed and e.text():find('if cond:\n', 1, true)
  end)
  assert(#asked == 1 and asked[1]:find('Fix workspace: %d problems in 2 files'), vim.inspect(asked))
end

S['save: what is sure is fixed before the file is written'] = function(e)
  e.start()
  e.open()
  vim.api.nvim_create_autocmd('BufWritePre', {
    pattern = { '*.py' },
    callback = function(args)
      require('fettle').fix_all(args.buf)
    end,
  })
  local client = vim.lsp.get_clients({ name = 'fettle' })[1]
  e.wait('the fixes are ready', function()
    local answer = client:request_sync('textDocument/codeAction', {
      textDocument = { uri = vim.uri_from_bufnr(0) },
      range = { start = { line = 0, character = 0 }, ['end'] = { line = 1, character = 0 } },
      context = { only = { 'source.fixAll.fettle' }, diagnostics = {} },
    }, 5000, 0)
    return answer and #answer.result > 0
  end)
  vim.cmd('silent write')
  local written = table.concat(vim.fn.readfile(vim.api.nvim_buf_get_name(0)), '\n')
  assert(written:find('if cond:\n', 1, true), written)
  assert(written == e.text():gsub('\n$', ''), 'the file is the text')
  assert(written:find('undefined', 1, true), 'what needs a model stays')
  vim.cmd('silent undo')
  assert(e.text():find('if cond: return 1', 1, true), 'one undo')
end

-- The line of app.py that the scripted model answers an instruction with.
local function edited(e)
  return function()
    return e.text():find('print(défini, "edited")', 1, true)
  end
end

S['edit: :Fettle edit with an instruction, on a range'] = function(e)
  e.start()
  e.open()
  vim.cmd('6Fettle edit print edited, too')
  e.wait('the edit', edited(e))
  vim.cmd('silent undo')
  assert(not edited(e)(), 'one undo')
end

S['edit: :Fettle edit asks for the instruction'] = function(e)
  e.start()
  e.open()
  vim.ui.input = function(o, done)
    e.equal(o.prompt, 'Instruction: ', 'prompt')
    done('print edited, too')
  end
  vim.cmd('6Fettle edit')
  e.wait('the edit', edited(e))
end

S['edit: the entry of a selection asks for the instruction'] = function(e)
  e.start()
  e.open()
  local asked
  vim.ui.input = function(_, done)
    asked = true
    done('print edited, too')
  end
  local chosen
  vim.ui.select = function(items, _, done)
    for _, item in ipairs(items) do
      if item.action.title:match('^AI edit') then
        chosen = true
        done(item)
      end
    end
  end
  vim.api.nvim_win_set_cursor(0, { 6, 0 })
  vim.cmd('normal! V')
  vim.lsp.buf.code_action()
  vim.cmd('normal! \27')
  e.wait('the entry', function()
    return chosen and asked
  end)
  e.wait('the edit', edited(e))
end

-- As a lint plugin does: runs the tool and shows what it says.
S['mypy: run by a lint plugin, its diagnostic is fixed'] = function(e)
  e.start()
  e.open('typed.py', 0)
  local run = vim.system({ 'mypy', '--show-column-numbers', '--no-error-summary', 'typed.py' }, { cwd = e.workspace, text = true }):wait()
  local row, col, message, code = run.stdout:match('typed.py:(%d+):(%d+): error: (.-)  %[(.-)%]')
  assert(row, vim.inspect(run))
  local ns = vim.api.nvim_create_namespace('mypy')
  vim.diagnostic.set(ns, 0, { { lnum = row - 1, col = col - 1, message = message, code = code, source = 'mypy', severity = 1 } })
  e.pick(2, 4, '^AI fix: return%-value')
  e.wait('model fix', function()
    return e.text():find('return len("é😀" + name)', 1, true)
  end)
  e.ended('return-value fixed · mypy and ruff are content')
end

S["mypy: fettle's own run of it, in a trusted folder"] = function(e)
  e.start()
  e.open('typed.py', 0)
  e.pick(2, 4, '^AI fix: return%-value')
  e.wait('model fix', function()
    return e.text():find('return len("é😀" + name)', 1, true)
  end)
  e.ended('return-value fixed · mypy and ruff are content')
end

S[':Fettle: completes its words'] = function(e)
  e.start()
  local words = { 'cancel', 'context', 'edit', 'explain', 'fix', 'fixall', 'fixworkspace' }
  vim.list_extend(words, { 'journal', 'log', 'off', 'on', 'query', 'why' })
  e.equal(vim.fn.getcompletion('Fettle ', 'cmdline'), words, 'all')
  e.equal(vim.fn.getcompletion('Fettle fi', 'cmdline'), { 'fix', 'fixall', 'fixworkspace' }, 'fi')
  e.equal(vim.fn.getcompletion('Fettle fix ', 'cmdline'), {}, 'a second word')
  e.open()
  local before = e.client().id
  e.entry(7, 12, '^Fix E701')
  vim.cmd('Fettle off')
  e.wait('off', function()
    return not table.concat(e.menu(7, 12), '\n'):find('Fix E701', 1, true)
  end)
  vim.cmd('Fettle on')
  e.entry(7, 12, '^Fix E701')
  e.equal(e.client().id, before, 'the client, by which Neovim orders the menu')
  vim.cmd('Fettle why')
  e.said('no fix has ended yet')
  vim.cmd('Fettle journal')
  e.wait('the journal', function()
    return vim.bo.filetype == 'markdown' and vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('What fettle learned', 1, true) ~= nil
  end)
end

-- The text of :checkhealth fettle.
local function health()
  vim.cmd('checkhealth fettle')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.cmd('bwipeout!')
  return text
end

S[':checkhealth: a good, a missing and a failing binary'] = function(e)
  e.start()
  e.open()
  local good = health()
  assert(good:find('1 running client', 1, true) and good:find('ruff', 1, true), good)
  assert(not good:find('ERROR', 1, true), good)
  vim.cmd('Fettle off')
  local off = health()
  assert(off:find('fettle is switched off', 1, true), off)
  vim.lsp.config('fettle', { cmd = { 'no-such-fettle', 'serve' } })
  local missing = health()
  assert(missing:find('no-such-fettle is not on PATH', 1, true), missing)
  local failing = e.workspace .. '/failing'
  e.write(failing, '#!/bin/sh\necho broken >&2\nexit 3\n')
  vim.uv.fs_chmod(failing, 448)
  vim.lsp.config('fettle', { cmd = { failing, 'serve' } })
  local broken = health()
  assert(broken:find('doctor %-%-json failed') and broken:find('broken', 1, true), broken)
end

S["foreign diagnostics: a lint plugin's, with a user's own on_attach"] = function(e)
  local attached = false
  e.start({ on_attach = function()
    attached = true
  end })
  e.open()
  assert(attached, 'on_attach did not run')
  local ns = vim.api.nvim_create_namespace('some-lint')
  vim.diagnostic.set(ns, 0, { { lnum = 5, col = 4, message = 'a lint plugin found this', source = 'some-lint', code = 'X1', severity = 1 } })
  e.entry(6, 5, '^AI fix: X1')
end

S['help: clean tags, links that lead somewhere'] = function(e)
  vim.opt.rtp:prepend(e.plugin)
  local dir = vim.env.HOME .. '/help/doc'
  vim.fn.mkdir(dir, 'p')
  assert(vim.uv.fs_copyfile(e.plugin .. '/doc/fettle.txt', dir .. '/fettle.txt'))
  vim.cmd('helptags ' .. vim.fn.fnameescape(dir))
  local tags = e.read(dir .. '/tags')
  for _, tag in ipairs({ 'fettle', ':Fettle', 'fettle-install', 'fettle-settings', 'fettle-trouble' }) do
    assert(('\n' .. tags):find('\n' .. tag .. '\t', 1, true), 'no tag ' .. tag .. ' in\n' .. tags)
  end
  local text = e.read(dir .. '/fettle.txt')
  for link in text:gmatch('|([^|%s]+)|') do
    assert(('\n' .. tags):find('\n' .. link .. '\t', 1, true) or #vim.fn.getcompletion(link, 'help') > 0, 'a link to nowhere: ' .. link)
  end
  for line in text:gmatch('[^\n]+') do
    assert(vim.fn.strdisplaywidth(line) <= 80, 'a line over 80 columns: ' .. line)
  end
end

return S
