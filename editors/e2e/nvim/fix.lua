-- Scenarios of fixes.
local S = {}

S['rule fix, one undo'] = function(e)
  e.start()
  e.open()
  local before = e.text()
  e.pick(7, 12, '^Fix E701')
  e.wait('rule fix', function()
    return e.text():find('if cond:\n        return ', 1, true)
  end)
  vim.cmd('silent undo')
  e.equal(e.text(), before, 'undo')
end

S["tool fix of a lint plugin's diagnostic"] = function(e)
  e.start()
  e.open()
  local before = e.text()
  e.pick(8, 12, '^Fix F541')
  e.wait('tool fix', function()
    return e.text():find('    return "nothing"', 1, true)
  end)
  vim.cmd('silent undo')
  e.equal(e.text(), before, 'undo')
end

S['model fix: progress, the editor goes on meanwhile, one undo'] = function(e)
  e.start()
  e.open()
  local before, ticks = e.text(), 0
  e.start_fix()
  local timer = vim.uv.new_timer()
  timer:start(0, 50, function()
    ticks = ticks + 1
  end)
  e.wait('model fix', e.fixed)
  timer:stop()
  e.ended('applied, ruff clean')
  assert(e.progress[1]:match('^begin:'), e.progress[1])
  assert(ticks >= 4, 'the event loop stood still: ' .. ticks .. ' ticks in 2.5 s')
  vim.cmd('silent undo')
  e.equal(e.text(), before, 'undo')
end

S['typing in the window during the fix: nothing applied, one message'] = function(e)
  e.start()
  e.open()
  e.start_fix()
  vim.api.nvim_buf_set_text(0, 4, 0, 4, 0, { '    # typed', '' })
  local after = e.text()
  e.ended('not applied')
  e.said('document changed, fix not applied')
  e.equal(e.text(), after, 'text')
end

S['typing elsewhere during the fix: the fix lands, the typing stays'] = function(e)
  e.start()
  e.open()
  e.start_fix()
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# typed above' })
  e.wait('model fix', e.fixed)
  assert(e.text():match('^# typed above\n'), 'the typing is gone')
end

-- Types in the fixed line at the last moment: the server's edit has arrived,
-- the editor's change has not been sent.
local function type_last(e, version)
  local client = e.client()
  local handler, result = client.handlers['workspace/applyEdit'], nil
  client.handlers['workspace/applyEdit'] = function(err, params, ctx)
    e.equal(params.edit.documentChanges[1].textDocument.version == 0, version == 0, 'version 0')
    vim.api.nvim_buf_set_text(0, 4, 0, 4, 0, { '    # typed', '' })
    result = handler(err, params, ctx)
    return result
  end
  local before = e.text()
  e.pick(5, 18, '^AI fix: F821')
  e.wait('the edit', function()
    return result
  end)
  e.equal(result.applied, false, 'applied')
  e.ended('not applied')
  assert(not e.fixed(), 'a stale edit was applied')
  vim.cmd('silent undo')
  e.equal(e.text(), before, 'text')
end

S['an edit that meets typing at version 0 is refused'] = function(e)
  e.start()
  e.open()
  type_last(e, 0)
end

S['an edit that meets typing above version 0 is refused'] = function(e)
  e.start()
  e.open()
  vim.api.nvim_buf_set_lines(0, 1, 1, false, { '' })
  vim.api.nvim_buf_set_lines(0, 1, 2, false, {})
  e.entry(5, 18, '^AI fix: F821')
  type_last(e, 1)
end

S["stale at version 0 with Neovim's own handler: the server's check holds"] = function(e)
  e.start({ handlers = { ['workspace/applyEdit'] = vim.lsp.handlers['workspace/applyEdit'] } })
  e.open()
  e.start_fix()
  vim.api.nvim_buf_set_text(0, 4, 0, 4, 0, { '    # typed', '' })
  local after = e.text()
  e.ended('not applied')
  e.equal(e.text(), after, 'text')
end

S['cancel from the menu'] = function(e)
  e.start()
  e.open()
  local before = e.text()
  e.start_fix()
  e.pick(5, 18, '^AI fix: cancel')
  e.ended('cancelled')
  e.equal(e.text(), before, 'text')
  e.entry(5, 18, '^AI fix: F821')
end

S['the reason of a failed model call is shown'] = function(e)
  e.start()
  e.open()
  e.pick(5, 18, '^AI fix: F821')
  e.said('^fettle: .*API key')
  e.ended('not applied')
  for _, m in ipairs(e.messages) do
    assert(#m <= 80, 'a message that stops Neovim: ' .. m)
  end
end

S['CRLF file keeps its line ends'] = function(e)
  e.start()
  e.open('crlf.py')
  e.equal(vim.bo.fileformat, 'dos', 'file format')
  e.pick(5, 18, '^AI fix: F821')
  e.wait('model fix', e.fixed)
  vim.cmd('silent write')
end

S["beside gopls: its diagnostic is fixed"] = function(e)
  e.start()
  e.open('main.go', 1)
  e.pick(4, 20, '^AI fix: UndeclaredName')
  e.wait('model fix', function()
    return e.text():find('println("é😀", 42)', 1, true)
  end)
  e.ended('applied')
  vim.cmd('silent write')
end

S['preview: asked first, applied after Yes'] = function(e)
  e.start()
  e.open()
  local asked
  vim.fn.confirm = function(text)
    asked = text
    return 1
  end
  e.pick(5, 18, '^AI fix: F821')
  e.wait('model fix', e.fixed)
  assert(asked and asked:match('F821'), 'not asked: ' .. tostring(asked))
end

S['preview: No leaves the text'] = function(e)
  e.start()
  e.open()
  local before, asked = e.text(), false
  vim.fn.confirm = function()
    asked = true
    return 2
  end
  e.pick(5, 18, '^AI fix: F821')
  e.wait('the question', function()
    return asked
  end)
  e.ended('')
  e.equal(e.text(), before, 'text')
end

return S
