# fish completion for tapster
# SPDX-License-Identifier: LGPL-2.1-or-later

# The values of option $argv[1].
function __tapster_values
    set -l command (commandline -opc)[1]
    switch $argv[1]
@VALUES@
        case explain
            $command --explain 2>/dev/null | string replace -r ' .*' ''
        case example
            $command --examples 2>/dev/null | string replace -f -r '^([a-z]\S*)\.stp .*' '$1'
        case r
            command ls /lib/modules 2>/dev/null
        case l L complete
            set -l point (string trim -l -c "'\"" -- (commandline -ct) | string replace -a '\\' '')
            set -l words (commandline -opc)
            set -l kernel
            if set -l at (contains -i -- -r $words)
                set kernel $words[$at..(math $at + 1)]
            end
            $command $kernel --complete=$point 2>/dev/null
        case W
            $command --explain 2>/dev/null | string replace -r ' .*' '' | string replace -r '^' no-
    end
end

complete -c tapster -f
complete -c tapster -k -n 'not string match -q -- "-*=*" (commandline -ct)' -a '(__fish_complete_suffix .stp)'
@OPTIONS@
