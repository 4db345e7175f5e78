" Drives a real Vim with ALE: opens a file, breaks and mends it, asks; writes what it saw as JSON.
" Environment: FILE, RESULT, ALE, the folder of the plugin, and SETTINGS, a file with the block of the manual that sets the server up.

let s:seen = {'failure': v:null}

function! s:Finish(why) abort
  let s:seen.failure = a:why
  call writefile([json_encode(s:seen)], $RESULT)
  qall!
endfunction

function! s:Wait(what, condition) abort
  for l:look in range(600)
    if a:condition()
      return
    endif
    sleep 50m
  endfor
  throw 'waited in vain for ' . a:what
endfunction

" The problems that ALE shows of this buffer.
function! s:Found() abort
  let l:shown = get(get(g:ale_buffer_info, bufnr(''), {}), 'loclist', [])
  return map(copy(l:shown), {_, each -> {'line': each.lnum, 'column': each.col, 'code': get(each, 'code', ''), 'text': each.text}})
endfunction

function! s:Replace(from, to) abort
  call s:Go(a:from)
  call setline('.', substitute(getline('.'), '\V' . escape(a:from, '\'), a:to, ''))
  " Without a screen nobody types, which is what ALE waits for.
  ALELint
endfunction

function! s:Go(text) abort
  call cursor(1, 1)
  if !search('\V' . escape(a:text, '\'), 'c')
    throw 'no line holds ' . a:text
  endif
endfunction

function! s:Hover(text) abort
  call s:Go(a:text)
  pclose
  ALEHover
  let l:Shown = {-> filter(getwininfo(), {_, each -> getwinvar(each.winid, '&previewwindow')})}
  call s:Wait('the hover of ' . a:text, {-> len(l:Shown()) == 1})
  let l:text = join(getbufline(l:Shown()[0].bufnr, 1, '$'), "\n")
  pclose
  return l:text
endfunction

" The file and the line that the definition is at.
function! s:Jump(text) abort
  call s:Go(a:text)
  let l:before = [bufnr(''), getcurpos()]
  ALEGoToDefinition
  call s:Wait('the definition of ' . a:text, {-> [bufnr(''), getcurpos()] != l:before})
  let l:place = {'file': expand('%:p'), 'text': getline('.')}
  execute 'buffer!' l:before[0]
  return l:place
endfunction

function! s:Scenario() abort
  execute 'set runtimepath^=' . $ALE
  filetype plugin on
  set hidden noswapfile
  let g:ale_hover_to_preview = 1
  runtime plugin/ale.vim
  source $SETTINGS
  execute 'edit' fnameescape($FILE)
  ALELint
  let s:seen.buffer = s:Hover('A[vi, vk]')
  let s:seen.axis = s:Hover('vi, vk]')
  let s:seen.clean = s:Found()

  call s:Replace('B[vk, vj]', 'D[vk, vj]')
  call s:Replace('C[vi, vj] = C[vi, vj]', 'C[vi] = C[vi, vj]')
  call s:Wait('the planted mistakes', {-> len(s:Found()) >= 2})
  let s:seen.planted = s:Found()
  call s:Replace('D[vk, vj]', 'B[vk, vj]')
  call s:Replace('C[vi] = C[vi, vj]', 'C[vi, vj] = C[vi, vj]')
  call s:Wait('the mended file', {-> empty(s:Found())})

  let s:seen.definition = s:Jump('A[vi, vk]')
  let s:seen.stub = s:Jump('remap')
endfunction

try
  call s:Scenario()
catch
  call s:Finish(v:exception . ' at ' . v:throwpoint)
endtry
call s:Finish(v:null)
