-- Drives a real Neovim: opens a file, breaks and mends it, asks, builds and runs; writes what it saw as JSON.
-- Environment: SERVER_PYTHON, FILE, RESULT.

local seen = {}
local file, python = vim.env.FILE, vim.env.SERVER_PYTHON

local function finish(why)
  seen.failure = why
  local out = io.open(vim.env.RESULT, "w")
  out:write(vim.json.encode(seen))
  out:close()
  vim.cmd("qall!")
end

local function diagnostics()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, { line = d.lnum, column = d.col, end_column = d.end_col, code = d.code, message = d.message, severity = d.severity })
  end
  return list
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    error("waited in vain for " .. what)
  end
end

local function errors()
  return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
end

local function replace(from, to)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start, stop = line:find(from, 1, true)
    if start then
      vim.api.nvim_buf_set_text(0, number - 1, start - 1, number - 1, stop, { to })
      return
    end
  end
  error("no line holds " .. from)
end

local function place(text, shift)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(text, 1, true)
    if start then
      return { line = number - 1, character = start - 1 + (shift or 0) }
    end
  end
  error("no line holds " .. text)
end

local function ask(method, params, timeout)
  local replies, problem = vim.lsp.buf_request_sync(0, method, params, timeout or 20000)
  if not replies then
    error(method .. ": " .. tostring(problem))
  end
  for _, reply in pairs(replies) do
    if reply.error then
      error(method .. ": " .. vim.inspect(reply.error))
    end
    return reply.result
  end
end

local function at(position)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = position }
end

local function scenario()
  vim.cmd("edit " .. vim.fn.fnameescape(file))
  local client = vim.lsp.start_client({ name = "tilewright", cmd = { python, "-m", "tilewright_server" }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, client)
  wait("the server", function()
    return vim.lsp.get_client_by_id(client) and vim.lsp.get_client_by_id(client).initialized ~= nil
  end)
  ask("textDocument/hover", at(place("matmul", 1)))
  seen.clean = diagnostics()

  replace("B[vk, vj]", "D[vk, vj]")
  replace("C[vi, vj] = C[vi, vj]", "C[vi] = C[vi, vj]")
  vim.cmd("silent write")
  wait("the planted mistakes", function()
    return errors() >= 2
  end)
  seen.planted, seen.planted_at = diagnostics(), place("D[vk, vj]")

  replace("D[vk, vj]", "B[vk, vj]")
  replace("C[vi] = C[vi, vj]", "C[vi, vj] = C[vi, vj]")
  vim.cmd("silent write")
  wait("the mended file", function()
    return errors() == 0
  end)
  seen.mended = diagnostics()

  seen.buffer_hover = ask("textDocument/hover", at(place("A[vi, vk]", 0)))
  seen.axis_hover = ask("textDocument/hover", at(place("vi, vk]", 0)))
  seen.definition = ask("textDocument/definition", at(place("A[vi, vk]", 0)))
  seen.definition_expected = place("A: T.Buffer", 0)
  seen.intrinsic_definition = ask("textDocument/definition", at(place("remap", 1)))
  seen.symbols = ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() })
  local range = { start = place("def matmul", 5), ["end"] = place("def matmul", 5) }
  seen.actions = ask("textDocument/codeAction", {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = range,
    context = { diagnostics = vim.empty_dict() and {} },
  })
  for _, action in ipairs(seen.actions) do
    local command = type(action.command) == "table" and action.command or action
    if command.command == "tilewright.server.buildAndRun" then
      seen.run = ask("workspace/executeCommand", { command = command.command, arguments = command.arguments }, 90000)
    end
  end
end

local fine, problem = pcall(scenario)
finish(not fine and tostring(problem) or nil)
