--- Shows a fix beside the text before it is applied: the buffer's window and a
--- split with the result, in diff mode. The editor is not blocked meanwhile.
local M = {}

--- The annotation of an edit that wants the user's consent, or nil.
local function question(edit)
  for _, annotation in pairs(edit.changeAnnotations or {}) do
    if annotation.needsConfirmation then
      return annotation
    end
  end
end

--- The edit as it is after consent.
local function agreed(edit)
  edit = vim.deepcopy(edit)
  edit.changeAnnotations = nil
  for _, change in ipairs(edit.documentChanges or {}) do
    for _, one in ipairs(change.edits or {}) do
      one.annotationId = nil
    end
  end
  return edit
end

--- A buffer with the text as an edit makes it.
local function result(bufnr, change, encoding)
  local scratch = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(scratch, 0, -1, false, vim.api.nvim_buf_get_lines(bufnr, 0, -1, false))
  vim.lsp.util.apply_text_edits(change.edits, scratch, encoding)
  vim.bo[scratch].filetype = vim.bo[bufnr].filetype
  vim.bo[scratch].modifiable = false
  return scratch
end

--- The window of a buffer: the current one if it shows it, else any in this
--- tab page, else a new split, and whether it is new.
local function window_of(bufnr)
  if vim.api.nvim_get_current_buf() == bufnr then
    return vim.api.nvim_get_current_win()
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(win) == bufnr then
      return win
    end
  end
  return vim.api.nvim_open_win(bufnr, true, { split = 'above' }), true
end

--- Options that the preview changes in the window of the text.
local options = { 'diff', 'scrollbind', 'cursorbind', 'foldmethod', 'foldcolumn', 'foldenable', 'foldlevel', 'wrap', 'winbar' }

--- Shows the two texts, and calls done once with what the user decides: true,
--- or false for the key q or a closed split.
local function show(bufnr, change, annotation, encoding, done)
  local win, opened = window_of(bufnr)
  local scratch = result(bufnr, change, encoding)
  local view, kept = vim.api.nvim_win_call(win, vim.fn.winsaveview), {}
  for _, name in ipairs(options) do
    kept[name] = vim.wo[win][name]
  end
  vim.api.nvim_win_call(win, vim.cmd.diffthis)
  local split = vim.api.nvim_open_win(scratch, true, { split = 'right', win = win })
  vim.cmd.diffthis()
  vim.bo[scratch].bufhidden = 'wipe'
  -- One bar for each window, so that the lines stay level.
  local verdict = vim.split(annotation.description or '', '\n')[1]
  vim.wo[win][0].winbar = (annotation.label:gsub('%%', '%%%%'))
  vim.wo[split][0].winbar = '<CR> apply  q discard  %=' .. verdict:gsub('%%', '%%%%')

  local decided = false
  local function decide(yes)
    if decided then
      return
    end
    decided = true
    if vim.api.nvim_win_is_valid(win) then
      for name, value in pairs(kept) do
        vim.wo[win][name] = value
      end
      vim.api.nvim_win_call(win, function()
        vim.fn.winrestview(view)
      end)
    end
    if vim.api.nvim_win_is_valid(split) and #vim.api.nvim_list_wins() > 1 then
      vim.api.nvim_win_close(split, true)
    end
    if vim.api.nvim_win_is_valid(win) and opened and #vim.api.nvim_list_wins() > 1 then
      vim.api.nvim_win_close(win, false)
    elseif vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_set_current_win(win)
    end
    done(yes)
  end
  vim.keymap.set('n', '<CR>', function()
    decide(true)
  end, { buffer = scratch, desc = 'apply the fix' })
  vim.keymap.set('n', 'q', function()
    decide(false)
  end, { buffer = scratch, desc = 'discard the fix' })
  vim.api.nvim_create_autocmd({ 'BufWipeout', 'WinClosed' }, {
    buffer = scratch,
    callback = vim.schedule_wrap(function()
      decide(false)
    end),
  })
end

--- Asks for consent where an edit wants it: shows one file of the edit after the
--- other, and each is to be agreed to. Returns the edit to apply, or nil and the
--- reason. Runs in the coroutine of a handler, and waits there.
function M.ask(edit, encoding)
  local annotation, plain = question(edit), agreed(edit)
  local changes = vim.tbl_filter(function(change)
    return change.textDocument ~= nil -- a file that is made or renamed has no lines to show
  end, plain.documentChanges or {})
  local co, is_main = coroutine.running()
  if not annotation or #changes == 0 or not co or is_main then
    return edit -- Neovim itself asks
  end
  for n, change in ipairs(changes) do
    local bufnr, about = vim.uri_to_bufnr(change.textDocument.uri), annotation
    vim.fn.bufload(bufnr)
    if #changes > 1 then
      local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
      about = vim.tbl_extend('force', annotation, {
        label = ('%s (%d of %d: %s)'):format(annotation.label, n, #changes, name),
      })
    end
    show(bufnr, change, about, encoding, function(yes)
      vim.schedule(function() -- never before the yield
        coroutine.resume(co, yes)
      end)
    end)
    if not coroutine.yield() then
      return nil, 'discarded'
    end
  end
  return plain
end

return M
