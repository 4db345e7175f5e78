;;; What scripts that drive a real Emacs share, whatever its client: notes, which are written as JSON, waiting, and the main job.  -*- lexical-binding: t -*-
;; Environment: FILE, RESULT, and SETTINGS, a file with the block of the manual that sets the server up.  A script defines `found', `hover' and `jump'.

(require 'python)
(require 'json)

(defvar seen nil "What was seen, by name.")
(defvar after-replacing #'ignore "What tells the client of a replacement.")

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

(defun replace (from to)
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t)
  (funcall after-replacing))

(defun go (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun main-job ()
  "Break the file and mend it, ask about it, and go to the function that can be run."
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
  (go "def matmul"))

(defun drive (scenario)
  "Do what the scenario says, and write what was seen, and the failure if there was one."
  (setq make-backup-files nil create-lockfiles nil)
  (condition-case problem
      (funcall scenario)
    (error (finish (error-message-string problem))))
  (finish nil))
