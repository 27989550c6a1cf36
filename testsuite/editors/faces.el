;; SPDX-License-Identifier: LGPL-2.1-or-later
;; Prints the face of each place of the file in the environment's SCRIPT that
;; WORDS names: "word", the first of the file.
(with-current-buffer (find-file-noselect (getenv "SCRIPT"))
  (princ (format "mode %s\n" major-mode))
  (font-lock-ensure)
  (dolist (word (split-string (getenv "WORDS")))
    (goto-char (point-min))
    (search-forward word)
    (princ (format "%s %s\n" word
                   (get-text-property (match-beginning 0) 'face)))))
