;;; Drives a real Emacs with eglot: opens a file, breaks and mends it, asks, builds and runs; writes what it saw as JSON.  -*- lexical-binding: t -*-
;; Environment: FILE, RESULT, and SETTINGS, a file with the block of the manual that sets the server up.

(require 'python)
(require 'eglot)
(require 'json)
(require 'xref)

(defvar seen nil "What was seen, by name.")

(defun note (name value)
  (push (cons name value) seen))

(defun finish (why)
  (note "failure" why)
  (with-temp-file (getenv "RESULT")
    (insert (json-encode seen)))
  (kill-emacs 0))

(defun wait (what condition)
  (let ((looks 0))
    (while (not (funcall condition))
      (setq looks (1+ looks))
      (when (> looks 400)
        (error "waited in vain for %s" what))
      (accept-process-output nil 0.05))))

(defun found ()
  "The diagnostics that Flymake shows; without a screen Emacs is never idle, and sends no changes by itself."
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (mapcar (lambda (each)
            (list (cons "line" (1- (line-number-at-pos (flymake-diagnostic-beg each))))
                  (cons "text" (flymake-diagnostic-text each))))
          (flymake-diagnostics)))

(defun replace (from to)
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t))

(defun go (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun ask (method params)
  (jsonrpc-request (eglot-current-server) method params :timeout 90))

(defun hover (text)
  (go text)
  (let ((contents (plist-get (ask :textDocument/hover (eglot--TextDocumentPositionParams)) :contents)))
    (plist-get contents :value)))

(defun jump (text)
  "The file and the line that `xref-find-definitions' leads to."
  (go text)
  (save-excursion
    (xref-find-definitions (xref-backend-identifier-at-point 'eglot))
    (let ((place (list (cons "file" (buffer-file-name)) (cons "line" (buffer-substring (line-beginning-position) (line-end-position))))))
      (xref-pop-marker-stack)
      place)))

(defun scenario ()
  (load (getenv "SETTINGS"))
  (find-file (getenv "FILE"))
  (note "mode" (symbol-name major-mode))
  (apply #'eglot (eglot--guess-contact))
  (wait "the server" #'eglot-current-server)
  (hover "matmul")
  (note "clean" (vconcat (found)))

  (replace "B[vk, vj]" "D[vk, vj]")
  (replace "C[vi, vj] = C[vi, vj]" "C[vi] = C[vi, vj]")
  (wait "the planted mistakes" (lambda () (>= (length (found)) 2)))
  (note "planted" (vconcat (found)))
  (replace "D[vk, vj]" "B[vk, vj]")
  (replace "C[vi] = C[vi, vj]" "C[vi, vj] = C[vi, vj]")
  (wait "the mended file" (lambda () (null (found))))

  (note "buffer" (hover "A[vi, vk]"))
  (note "axis" (hover "vi, vk]"))
  (note "definition" (jump "A[vi, vk]"))
  (note "stub" (jump "remap"))
  (go "def matmul")
  (let* ((range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position)))
         (actions (ask :textDocument/codeAction
                       (list :textDocument (eglot--TextDocumentIdentifier) :range range :context (list :diagnostics [])))))
    (seq-doseq (action actions)
      (let ((command (plist-get action :command)))
        (when (listp command)
          (setq command (plist-get command :command)))
        (when (equal command "tilewright.server.buildAndRun")
          (let ((given (if (listp (plist-get action :command)) (plist-get action :command) action)))
            (note "run" (ask :workspace/executeCommand (list :command command :arguments (plist-get given :arguments))))))))))

(setq eglot-sync-connect 60 eglot-connect-timeout 60 make-backup-files nil create-lockfiles nil)
(condition-case problem
    (scenario)
  (error (finish (error-message-string problem))))
(finish nil)
