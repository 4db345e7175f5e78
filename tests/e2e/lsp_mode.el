;;; Drives a real Emacs with lsp-mode: opens a file, breaks and mends it, asks, builds and runs; writes what it saw as JSON.  -*- lexical-binding: t -*-
;; Environment: FILE, RESULT, and SETTINGS, a file with the block of the manual that sets the server up.

(require 'package)
(package-initialize)
(require 'python)
(require 'lsp-mode)
(require 'lsp-diagnostics)
(require 'json)

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
  "The diagnostics of this file that lsp-mode knows."
  (mapcar (lambda (each)
            (list (cons "line" (lsp-get (lsp-get (lsp-get each :range) :start) :line))
                  (cons "text" (lsp-get each :message))))
          (seq-into (gethash (lsp--fix-path-casing (buffer-file-name)) (lsp-diagnostics t)) 'list)))

(defun replace (from to)
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t)
  ;; Without a screen Emacs is never idle, and sends no changes by itself.
  (lsp--flush-delayed-changes))

(defun go (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun hover (text)
  (go text)
  (lsp-get (lsp-get (lsp-request "textDocument/hover" (lsp--text-document-position-params)) :contents) :value))

(defun jump (text)
  "The file and the line that `lsp-find-definition' leads to."
  (go text)
  (save-excursion
    (save-window-excursion
      (lsp-find-definition)
      (list (cons "file" (buffer-file-name)) (cons "line" (buffer-substring (line-beginning-position) (line-end-position)))))))

(defun scenario ()
  (load (getenv "SETTINGS"))
  (find-file (getenv "FILE"))
  (lsp)
  (wait "the server" (lambda () (and lsp-mode (lsp-workspaces) (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))
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
  (seq-doseq (action (lsp-code-actions-at-point))
    (let ((command (lsp-get action :command)))
      (when (and command (not (stringp command)) (equal (lsp-get command :command) "tilewright.server.buildAndRun"))
        (note "run" (lsp-request "workspace/executeCommand"
                                 (list :command (lsp-get command :command) :arguments (lsp-get command :arguments))))))))

(setq make-backup-files nil create-lockfiles nil lsp-auto-guess-root t lsp-response-timeout 90 lsp-enable-file-watchers nil lsp-restart 'ignore
      lsp-session-file (expand-file-name "session" (getenv "HOME")) lsp-warn-no-matched-clients nil lsp-enable-suggest-server-download nil)
(condition-case problem
    (scenario)
  (error (finish (error-message-string problem))))
(finish nil)
