-- Runs one scenario in a real, headless Neovim.
-- usage: nvim --clean --headless -l drive.lua PLUGIN WORKSPACE FILE SCENARIO
-- FILE returns a table of functions by the names of scenarios; each is called
-- with the functions of this file and fails by raising an error.
local plugin, workspace, file, name = unpack(arg)
local e = { plugin = plugin, workspace = workspace, messages = {}, progress = {} }

vim.o.swapfile = false
vim.g.loaded_python3_provider = 0 -- Neovim would look for a Python, for seconds on some machines
vim.notify = function(text)
  e.messages[#e.messages + 1] = text
end
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(args)
    local value = args.data.params.value
    e.progress[#e.progress + 1] = value.kind .. ':' .. (value.message or value.title or '')
  end,
})

-- Waits until f holds; fails after forty seconds, or after ms.
function e.wait(what, f, ms, every)
  if not vim.wait(ms or 40000, f, every or 10) then
    error(('timeout: %s\nmessages: %s\nprogress: %s\ntext:\n%s'):format(what, vim.inspect(e.messages), table.concat(e.progress, ' > '), e.text()), 0)
  end
end

function e.equal(got, want, what)
  if not vim.deep_equal(got, want) then
    error(('%s: got %s, want %s'):format(what, vim.inspect(got), vim.inspect(want)), 0)
  end
end

-- Puts the plugin on the runtimepath and switches fettle on, beside ruff.
function e.start(options)
  vim.opt.rtp:prepend(plugin)
  vim.cmd('runtime plugin/fettle.lua')
  if options then
    vim.lsp.config('fettle', options)
  end
  e.enable()
end

function e.enable()
  vim.lsp.config('gopls', { cmd = { 'gopls' }, filetypes = { 'go' }, root_markers = { 'go.mod' } })
  vim.lsp.config('ruff', { cmd = { 'ruff', 'server' }, filetypes = { 'python' }, root_markers = { 'pyproject.toml' } })
  vim.cmd('filetype on')
  vim.lsp.enable({ 'ruff', 'gopls', 'fettle' })
end

function e.client()
  return vim.lsp.get_clients({ name = 'fettle', bufnr = 0 })[1]
end

-- Opens a file of the workspace and waits for both servers and the report of
-- the other one: four problems in app.py.
function e.open(path, problems)
  vim.cmd.edit(vim.fn.fnameescape(workspace .. '/' .. (path or 'app.py')))
  e.wait('both clients', function()
    return #vim.lsp.get_clients({ bufnr = 0 }) == 2
  end)
  e.wait('diagnostics', function()
    return #vim.diagnostic.get(0) >= (problems or 4)
  end)
end

function e.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

-- Opens the menu once. Gives the titles, and the entries by their titles.
function e.menu(row, col, context)
  local titles, entries
  vim.ui.select = function(items, o, done)
    titles, entries = {}, {}
    for i, item in ipairs(items) do
      titles[i] = o.format_item(item)
      entries[i] = {
        action = item.action,
        client = vim.lsp.get_client_by_id(item.ctx.client_id),
        choose = function() done(item) end,
      }
    end
  end
  vim.api.nvim_win_set_cursor(0, { row, col })
  local said = #e.messages
  vim.lsp.buf.code_action({ context = context })
  e.wait('the menu', function()
    return titles or (e.messages[#e.messages] or ''):find('No code actions', 1, true) and #e.messages > said
  end)
  if not titles then
    table.remove(e.messages) -- it is Neovim's own
  end
  return titles or {}, entries or {}
end

-- Opens the menu until an entry matches, and gives it.
function e.entry(row, col, pattern)
  local found, titles
  e.wait('menu entry ' .. pattern, function()
    local entries
    titles, entries = e.menu(row, col)
    for _, entry in ipairs(entries) do
      if entry.action.title:match(pattern) then
        found = entry
        return true
      end
    end
  end, nil, 100)
  return found, titles
end

-- Chooses an entry. Returns all titles.
function e.pick(row, col, pattern)
  local entry, titles = e.entry(row, col, pattern)
  entry.choose()
  return titles
end

-- Starts the model fix of app.py and waits until the model is asked.
function e.start_fix(row)
  e.progress = {}
  e.pick(row or 5, 18, '^AI fix: F821')
  e.wait('the model is asked', function()
    return table.concat(e.progress, ' '):find(':asking scripted', 1, true)
  end)
end

-- Lets the model answer that the test holds back.
function e.release()
  e.write(vim.env.FETTLE_GATE, '')
end

function e.fixed()
  return e.text():find('défini = "😀", cond', 1, true) ~= nil
end

function e.ended(how)
  e.wait('progress end: ' .. how, function()
    return #e.progress > 0 and vim.startswith(e.progress[#e.progress], 'end:' .. how)
  end)
end

-- Waits for a message that matches.
function e.said(pattern)
  e.wait('a message like ' .. pattern, function()
    return vim.iter(e.messages):any(function(m)
      return m:match(pattern) ~= nil
    end)
  end)
end

function e.read(path)
  local f = assert(io.open(path, 'rb'))
  local text = f:read('*a')
  f:close()
  return text
end

function e.write(path, text)
  local f = assert(io.open(path, 'wb'))
  f:write(text)
  f:close()
end

local ok, why = xpcall(dofile(file)[name] or error('no scenario ' .. name .. ' in ' .. file), function(err)
  return type(err) == 'string' and err or debug.traceback(vim.inspect(err))
end, e)
if not ok then
  io.stderr:write('FAIL ' .. why .. '\n')
end
vim.cmd('silent! %bwipeout!')
for _, c in ipairs(vim.lsp.get_clients()) do
  c:stop()
end
vim.wait(5000, function()
  return #vim.lsp.get_clients() == 0
end, 20)
io.stderr:write(#vim.lsp.get_clients() == 0 and 'servers ended\n' or 'FAIL servers still run\n')
os.exit(ok and 0 or 1)
