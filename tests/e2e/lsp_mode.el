;;; Drives a real Emacs with lsp-mode: opens a file, breaks and mends it, asks, builds and runs; writes what it saw as JSON.  -*- lexical-binding: t -*-

(require 'package)
(package-initialize)
(require 'lsp-mode)
(require 'lsp-diagnostics)
(load (expand-file-name "driver.el" (file-name-directory load-file-name)))

(defun found ()
  "The diagnostics of this file that lsp-mode knows."
  (mapcar (lambda (each)
            (list (cons "line" (lsp-get (lsp-get (lsp-get each :range) :start) :line))
                  (cons "text" (lsp-get each :message))))
          (seq-into (gethash (lsp--fix-path-casing (buffer-file-name)) (lsp-diagnostics t)) 'list)))

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
  (main-job)
  (seq-doseq (action (lsp-code-actions-at-point))
    (let ((command (lsp-get action :command)))
      (when (and command (not (stringp command)) (equal (lsp-get command :command) "tilewright.server.buildAndRun"))
        (note "run" (lsp-request "workspace/executeCommand"
                                 (list :command (lsp-get command :command) :arguments (lsp-get command :arguments))))))))

;; Without a screen Emacs is never idle, and sends no changes by itself.
(setq after-replacing #'lsp--flush-delayed-changes lsp-auto-guess-root t lsp-response-timeout 90 lsp-enable-file-watchers nil lsp-restart 'ignore
      lsp-session-file (expand-file-name "session" (getenv "HOME")) lsp-warn-no-matched-clients nil lsp-enable-suggest-server-download nil)
(drive #'scenario)
