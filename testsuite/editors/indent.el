;; SPDX-License-Identifier: LGPL-2.1-or-later
;; Indents each FILE.in of the command line to FILE.out with tapster-mode.
(dolist (file command-line-args-left)
  (with-temp-buffer
    (insert-file-contents (concat file ".in"))
    (tapster-mode)
    (let ((inhibit-message t))
      (indent-region (point-min) (point-max)))
    (write-region nil nil (concat file ".out") nil 'quiet)))
(setq command-line-args-left nil)
