;;; tapster-mode.el --- Scripts of tapster  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: LGPL-2.1-or-later

;; Keywords: languages
;; Package-Requires: ((emacs "26.1"))
;; Version: 0.2.0

;;; Commentary:

;; A major mode for scripts in the SystemTap language, with `tapster
;; --language-server' for eglot and lsp-mode, and `tapster --fmt' as
;; `tapster-format-buffer'.  testsuite/users/run-editors compares the lists of
;; words with those that the compiler has.

;;; Code:

(defgroup tapster nil
  "Scripts of tapster."
  :group 'languages)

(defcustom tapster-command "tapster"
  "The command that formats scripts and serves them."
  :type 'string
  :group 'tapster)

(defcustom tapster-indent-offset 8
  "Columns of one level; `tapster --fmt' uses a tab."
  :type 'integer
  :safe #'integerp
  :group 'tapster)

(defconst tapster-keywords
  '("break" "catch" "continue" "delete" "else" "for" "foreach" "function"
    "global" "if" "in" "limit" "next" "option" "private" "probe" "return" "try"
    "while")
  "Words that cannot be names, and option.")

(defconst tapster-types '("long" "string")
  "Words that are types.")

(defconst tapster-prints
  '("print" "print_char" "printd" "printdln" "printf" "println" "sprint"
    "sprintd" "sprintdln" "sprintf" "sprintln")
  "Print functions.")

(defconst tapster-operators
  '("@avg" "@cast" "@const" "@count" "@define" "@defined" "@entry" "@enum"
    "@enumname" "@hist_linear" "@hist_log" "@kderef" "@kregister" "@max" "@metric"
    "@min" "@perf" "@probewrite" "@sum" "@uderef" "@uregister" "@var" "@variance")
  "Words with an @ that are no macros.")

(defun tapster--words (words)
  "A regexp for WORDS, but not after an arrow or a dollar."
  (concat "\\(?:^\\|[^>$@[:alnum:]_]\\)\\(" (regexp-opt words) "\\)\\_>"))

(defvar tapster-font-lock-keywords
  `((,(concat (regexp-opt tapster-operators) "\\_>") . font-lock-builtin-face)
    ("@[[:alpha:]_][[:alnum:]_]*" . font-lock-preprocessor-face)
    ("%[(){}?:]\\|%}" . font-lock-preprocessor-face)
    ("\\$\\$?[[:alnum:]_]+\\$\\{0,2\\}\\|[$@]\\(?:#\\|[0-9]+\\)"
     . font-lock-variable-name-face)
    ("->[ \t]*\\([[:alpha:]_][[:alnum:]_]*\\)" 1 font-lock-constant-face)
    ("\\_<function[ \t]+\\([[:alpha:]_][[:alnum:]_]*\\)"
     1 font-lock-function-name-face)
    ("\\_<global[ \t]+\\([[:alpha:]_][[:alnum:]_]*\\)"
     1 font-lock-variable-name-face)
    ("\\_<probe[ \t]+\\([[:alpha:]_][[:alnum:]_.*]*\\)"
     1 font-lock-type-face)
    (,(tapster--words tapster-keywords) 1 font-lock-keyword-face)
    (,(tapster--words tapster-types) 1 font-lock-type-face)
    (,(tapster--words tapster-prints) 1 font-lock-builtin-face)
    ("\\_<\\([[:alpha:]_][[:alnum:]_]*\\)[ \t]*("
     1 font-lock-function-name-face))
  "What `tapster-mode' shows in colours.")

(defvar tapster-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?@ "_" table)
    (modify-syntax-entry ?$ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?# "< b" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "." table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (sign '(?+ ?- ?= ?< ?> ?& ?| ?% ?^ ?! ?~ ?? ?: ?.))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax of scripts.")

(defconst tapster--syntax-propertize
  (syntax-propertize-rules
   ;; $# and @# are numbers of arguments, no comments
   ("[$@]\\(#\\)" (1 "_")))
  "Bytes that mean something else than the syntax table says.")

;;;; Indentation

(defconst tapster--header
  "[ \t]*\\(?:}[ \t]*\\)?\\(?:else[ \t]+\\)?\\(?:if\\|while\\|for\\|foreach\\)[ \t]*("
  "A statement that another one follows without braces.")

(defun tapster--skip-comments (begin)
  "Go back over comments and blanks, not before BEGIN."
  (let ((before nil))
    (while (and (> (point) begin) (not (eql before (point))))
      (setq before (point))
      (forward-comment -1)
      (skip-chars-backward " \t"))
    (when (< (point) begin)
      (goto-char begin))))

(defun tapster--above ()
  "Go to the end of the code on the line above that has some, or return nil."
  (let ((found nil))
    (while (and (not found) (zerop (forward-line -1)))
      (end-of-line)
      (let ((comment (nth 8 (syntax-ppss))))
        (when (and comment (nth 4 (syntax-ppss)))
          (goto-char (max comment (line-beginning-position)))))
      (tapster--skip-comments (line-beginning-position))
      (setq found (not (bolp))))
    found))

(defun tapster--header-line ()
  "Before point, which ends a line's code, ends what needs a statement.
Go to its first line and return non-nil."
  (cond
   ((looking-back "\\_<else" (line-beginning-position)) t)
   ((eq (char-before) ?\))
    (let ((open (ignore-errors (scan-sexps (point) -1))))
      (when open
        (goto-char open)
        (save-excursion
          (beginning-of-line)
          (and (looking-at tapster--header)
               (= (match-end 0) (1+ open)))))))))

(defun tapster--first-column (brace)
  "The indent of the line where the statement begins that BRACE goes on."
  (save-excursion
    (goto-char brace)
    (skip-chars-backward " \t" (line-beginning-position))
    (when (eq (char-before) ?\))
      (goto-char (or (ignore-errors (scan-sexps (point) -1)) (point))))
    (current-indentation)))

(defun tapster--in-block (brace)
  "The indent of this line, which is in the braces that BRACE opens."
  (let ((base (tapster--first-column brace)))
    (cond
     ((looking-at "}") base)
     ((looking-at "{") (+ base tapster-indent-offset))
     (t
      (save-excursion
        (beginning-of-line)
        (let ((more tapster-indent-offset) (go (tapster--above)))
          (if (and go (> (point) brace)
                   (looking-back "<<<\\|[^-]-\\|[^+]\\+\\|[=*/.&|?:]"
                                 (line-beginning-position)))
              (+ (current-indentation) tapster-indent-offset)
            (while (and go (> (point) brace) (tapster--header-line))
              (setq more (+ more tapster-indent-offset)
                    go (progn (beginning-of-line) (tapster--above))))
            (+ base more))))))))

(defun tapster--at-top ()
  "The indent of this line, which is in no brackets."
  (save-excursion
    (beginning-of-line)
    (if (and (tapster--above) (eq (char-before) ?,)
             (save-excursion (beginning-of-line)
                             (looking-at "[ \t]*probe\\_>\\|[ \t]")))
        tapster-indent-offset
      0)))

(defun tapster--column ()
  "The indent of this line; nil to leave it."
  (save-excursion
    (back-to-indentation)
    (let* ((state (syntax-ppss)) (open (nth 1 state)))
      (cond
       ((nth 4 state)
        (if (looking-at "\\*")
            (save-excursion (goto-char (nth 8 state)) (1+ (current-column)))
          nil))
       ((nth 3 state) nil)
       ((not open) (tapster--at-top))
       ;; embedded C keeps its indent
       ((and (eq (char-after open) ?{) (eq (char-before open) ?%)) nil)
       ((eq (char-after open) ?{) (tapster--in-block open))
       (t (save-excursion (goto-char open) (1+ (current-column))))))))

(defun tapster-indent-line ()
  "Indent this line as `tapster --fmt' does."
  (interactive)
  (let ((column (tapster--column))
        (from-end (- (point-max) (point))))
    (when column
      (indent-line-to column)
      (when (> (- (point-max) from-end) (point))
        (goto-char (- (point-max) from-end))))))

;;;; Commands

(defun tapster-format-buffer ()
  "Replace the buffer's text by what `tapster --fmt' makes of it."
  (interactive)
  (let ((source (current-buffer)) (target (generate-new-buffer " *tapster*")))
    (unwind-protect
        (if (zerop (call-process-region (point-min) (point-max) tapster-command
                                        nil (list target nil) nil "--fmt" "-"))
            (with-current-buffer source (replace-buffer-contents target))
          (message "tapster --fmt: the script has mistakes"))
      (kill-buffer target))))

(defvar tapster-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-f") #'tapster-format-buffer)
    map)
  "Keys of `tapster-mode'.")

(defvar eglot-server-programs)
(defvar lsp-language-id-configuration)

;;;###autoload
(define-derived-mode tapster-mode prog-mode "Tapster"
  "Scripts in the SystemTap language."
  (setq-local comment-start "# ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "\\(?:#+\\|//+\\|/\\*+\\)[ \t]*")
  (setq-local font-lock-defaults '(tapster-font-lock-keywords))
  (setq-local syntax-propertize-function tapster--syntax-propertize)
  (setq-local indent-line-function #'tapster-indent-line)
  (setq-local indent-tabs-mode t)
  (setq-local tab-width 8)
  (setq-local electric-indent-chars (append "{})" electric-indent-chars)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.stpm?\\'" . tapster-mode))
;;;###autoload
(add-to-list 'interpreter-mode-alist '("\\(?:tapster\\|stap\\)" . tapster-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(tapster-mode . (,tapster-command "--language-server"))))

(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(tapster-mode . "systemtap"))
  (when (and (fboundp 'lsp-register-client) (fboundp 'make-lsp-client)
             (fboundp 'lsp-stdio-connection))
    (funcall 'lsp-register-client
             (funcall 'make-lsp-client
                      :new-connection
                      (funcall 'lsp-stdio-connection
                               (list tapster-command "--language-server"))
                      :major-modes '(tapster-mode)
                      :server-id 'tapster))))

(provide 'tapster-mode)
;;; tapster-mode.el ends here
