-- Twenty fixes, each with random typing while the model is asked, at random
-- times: no edit may land on another text than the one it was made for.
local S = {}

local fixed = '    défini = "😀", cond'
local pristine = '    défini = "😀", undefined'

-- What a user may do meanwhile. Each gets the line (from 0) of the problem, or
-- nil when it is not there any more.
local disturbances = {
  function() -- a line at the top
    vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# typed' })
  end,
  function() -- a line at the end
    vim.api.nvim_buf_set_lines(0, -1, -1, false, { '# é😀' })
  end,
  function(line) -- inside the line
    if line then
      vim.api.nvim_buf_set_text(0, line, 4, line, 4, { 'x' })
    end
  end,
  function(line) -- inside, and undone
    if line then
      vim.api.nvim_buf_set_text(0, line, 4, line, 4, { 'x' })
      vim.api.nvim_buf_set_text(0, line, 4, line, 5, { '' })
    end
  end,
  function(line) -- a line right above
    if line then
      vim.api.nvim_buf_set_lines(0, line, line, false, { '    # typed' })
    end
  end,
  function() -- the first line goes
    vim.api.nvim_buf_set_lines(0, 0, 1, false, {})
  end,
  function()
    vim.cmd('silent! write')
  end,
}

local function problem()
  for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:find('undefined', 1, true) then
      return i - 1
    end
  end
end

S['random typing: 20 fixes, no stale edit'] = function(e)
  math.randomseed(7)
  local current, applied, refused = '', 0, 0
  e.start({ handlers = { ['workspace/applyEdit'] = function(err, params, ctx)
    local before = e.text()
    e.equal(before, current, 'a change that nobody made')
    local answer = require('fettle').apply_edit(err, params, ctx)
    local after = e.text()
    if answer.applied then
      applied = applied + 1
      local first, last = before:find(pristine, 1, true)
      assert(first, 'a stale edit was applied to\n' .. before)
      e.equal(after, before:sub(1, first - 1) .. fixed .. before:sub(last + 1), 'the edit')
    else
      refused = refused + 1
      e.equal(after, before, 'a refused edit')
    end
    current = after
    return answer
  end } })
  e.open()
  local original = e.text()
  local outcomes = { applied = 0, told = 0 }
  for run = 1, 20 do
    if run % 2 == 0 then -- version 0 again
      vim.cmd('silent edit!')
    end
    -- Another text each time: a fix that was refused is kept for its own.
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(original .. '\n# ' .. run, '\n'))
    vim.cmd('silent write')
    current = e.text()
    applied, e.progress, e.messages = 0, {}, {}
    e.pick(5, 18, '^AI fix: F821')
    local typed = math.random(0, 4)
    for _ = 1, typed do
      vim.wait(math.random(0, 250), function() -- the moment is random, too
        return false
      end, 5)
      e.equal(e.text(), current, 'a change that nobody made')
      disturbances[math.random(#disturbances)](problem())
      current = e.text()
    end
    e.ended('')
    e.equal(e.text(), current, 'a change that nobody made')
    assert(applied <= 1, 'applied twice')
    assert(applied == 1 or typed > 0, 'not applied, though nobody typed')
    if applied == 0 then
      e.said('^fettle: ')
    end
    local what = applied == 1 and 'applied' or 'told'
    outcomes[what] = outcomes[what] + 1
  end
  io.stderr:write(('20 fixes: %d applied to their text, %d refused with a message, 0 stale; %d sent edits met typing\n'):format(
    outcomes.applied, outcomes.told, refused))
end

return S
