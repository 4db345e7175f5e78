;;; Drives a real Emacs with eglot: opens a file, breaks and mends it, asks, builds and runs; writes what it saw as JSON.  -*- lexical-binding: t -*-

(require 'eglot)
(require 'xref)
(load (expand-file-name "driver.el" (file-name-directory load-file-name)))

(defun found ()
  "The diagnostics that Flymake shows; without a screen Emacs is never idle, and sends no changes by itself."
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (mapcar (lambda (each)
            (list (cons "line" (1- (line-number-at-pos (flymake-diagnostic-beg each))))
                  (cons "text" (flymake-diagnostic-text each))))
          (flymake-diagnostics)))

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
  (main-job)
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

(setq eglot-sync-connect 60 eglot-connect-timeout 60)
(drive #'scenario)
