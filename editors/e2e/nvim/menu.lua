-- Scenarios of the menu as a user of several servers sees it.
local S = {}

-- Opens a file with these servers, and waits until each has reported.
local function open(e, path, servers)
  vim.lsp.config('pyright', {
    cmd = { 'pyright-langserver', '--stdio' },
    filetypes = { 'python' },
    root_markers = { 'pyproject.toml' },
    before_init = function(params)
      params.capabilities.textDocument.diagnostic = nil -- it then pushes what it finds
    end,
    settings = { python = { analysis = { typeCheckingMode = 'strict' } } },
  })
  vim.lsp.config('typescript', {
    cmd = { 'typescript-language-server', '--stdio' },
    filetypes = { 'typescript' },
    root_markers = { 'tsconfig.json' },
  })
  e.start()
  vim.lsp.enable({ 'pyright', 'typescript' })
  vim.cmd.edit(vim.fn.fnameescape(e.workspace .. '/' .. path))
  e.wait('the reports of ' .. table.concat(vim.tbl_keys(servers), ', '), function()
    local reports = {}
    for _, d in ipairs(vim.diagnostic.get(0)) do
      reports[d.source:lower()] = (reports[d.source:lower()] or 0) + 1
    end
    return vim.iter(servers):all(function(source, n)
      return (reports[source] or 0) >= n
    end)
  end)
end

-- The text that an entry makes, or nil for one that starts something.
local function made(entry)
  if not entry.action.edit then
    return
  end
  local scratch = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(scratch, 0, -1, false, vim.api.nvim_buf_get_lines(0, 0, -1, false))
  local edits = vim.tbl_get(entry.action.edit, 'documentChanges', 1, 'edits') or vim.tbl_get(entry.action.edit, 'changes', vim.uri_from_bufnr(0))
  vim.lsp.util.apply_text_edits(vim.deepcopy(edits), scratch, entry.client.offset_encoding)
  local text = table.concat(vim.api.nvim_buf_get_lines(scratch, 0, -1, false), '\n')
  vim.api.nvim_buf_delete(scratch, { force = true })
  return text
end

-- What an entry is about: source, rule and line of its diagnostics.
local function about(entry)
  return vim.iter(entry.action.diagnostics or {}):map(function(d)
    return ('%s %s %d:%d'):format((d.source or ''):lower(), d.code, d.range.start.line, d.range.start.character)
  end):totable()
end

local function hides(entry)
  return entry.action.title:find('Disable for this line', 1, true) or entry.action.title:find('ignore', 1, true)
end

-- Fails for two entries of one menu that do the same, if one of them is fettle's,
-- and for one that asks a model about what another server has an edit for.
local function check(e, entries, where)
  local by, mended = {}, {}
  for _, entry in ipairs(entries) do
    local key = made(entry) or entry.action.title
    local other = by[key]
    if other and (other.client.name == 'fettle' or entry.client.name == 'fettle') then
      error(('%s: two entries do the same: %s and %s'):format(where, entry.action.title, other.action.title))
    end
    by[key] = entry
    if entry.client.name ~= 'fettle' and entry.action.edit and not hides(entry) then
      for _, what in ipairs(about(entry)) do
        mended[what] = entry.action.title
      end
    end
  end
  for _, entry in ipairs(entries) do
    for _, what in ipairs(entry.client.name == 'fettle' and vim.startswith(entry.action.title, 'AI fix') and about(entry) or {}) do
      assert(not mended[what], where .. ': ' .. entry.action.title .. ' beside ' .. (mended[what] or ''))
    end
  end
end

-- Opens the menu at each report of the file and checks it, until fettle's own
-- entries at the last report of each line are those that are wanted.
local function walk(e, want)
  local last = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    local line = d.lnum + 1
    last[line] = math.max(last[line] or 0, d.col)
    local _, entries = e.menu(line, d.col)
    check(e, entries, ('line %d, column %d'):format(line, d.col))
  end
  for line, titles in pairs(want) do
    e.wait(('line %d: %s'):format(line, vim.inspect(titles)), function()
      local own = {}
      local _, entries = e.menu(line, last[line])
      for _, entry in ipairs(entries) do
        if entry.client.name == 'fettle' and not vim.startswith(entry.action.title, 'Ignore here: ') then
          own[#own + 1] = entry.action.title
        end
      end
      table.sort(own)
      e.messages[#e.messages + 1] = ('line %d has %s'):format(line, table.concat(own, ', '))
      return vim.deep_equal(own, titles)
    end, nil, 200)
  end
end

S['menu: no two entries do the same, beside ruff and pyright'] = function(e)
  open(e, 'orders.py', { ruff = 7, pyright = 12 })
  e.entry(4, 0, '^Fix UP035') -- fettle's own run is over
  walk(e, {
    [3] = {}, -- ruff's own, pyright says the same
    [4] = { 'Fix UP035: replace the deprecated name: typing.List (unsafe, checked)' },
    [8] = {},
    [12] = { 'AI fix: F821 undefined name ordr' },
    [15] = {
      'AI fix: ANN201 missing return type annotation for public function load',
      'AI fix: all 3 problems on this line',
      'AI fix: type annotation is missing for parameter path',
      'AI fix: type annotation is missing for parameter seen',
    },
    [16] = { 'AI fix: cannot access attribute totl for class Order' },
    [17] = { 'AI fix: F821 undefined name textt', 'AI fix: upper is not a known attribute of None' },
  })
end

S['menu: no two entries do the same, beside the TypeScript server'] = function(e)
  open(e, 'shop.ts', { typescript = 4 })
  walk(e, {
    [1] = { "AI fix: TS2307 cannot find module './nowhere' or its corresponding ty..." },
    [4] = { "AI fix: TS2322 type 'number' is not assignable to type 'string'." },
    [6] = {}, -- its own server changes the spelling
  })
end

S['gopls: no two entries do the same, no name that a rule imports asks a model'] = function(e)
  open(e, 'shop.go', { compiler = 2 })
  walk(e, { [4] = {}, [5] = { 'AI fix: UndeclaredName undefined: missing' } })
end

return S
