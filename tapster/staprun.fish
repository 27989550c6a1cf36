# fish completion for staprun
# SPDX-License-Identifier: LGPL-2.1-or-later

# The options, each with the first line of its help.
function __staprun_options
    set -l command (commandline -opc)[1]
    $command --help 2>/dev/null | string replace -f -r '^  (-\S+)(?: [A-Z]\S*| name=value)*  +(.*)$' '$1\t$2'
end

function __staprun_sessions
    set -l command (commandline -opc)[1]
    $command --list 2>/dev/null | string replace -f -r '^(\S+).*' '$1'
end

for name in staprun tapster-staprun
    complete -c $name -f
    complete -c $name -n 'string match -q -- "-*" (commandline -ct)' -a '(__staprun_options)'
    complete -c $name -l format -x -a 'text json'
    complete -c $name -l attach -x -a '(__staprun_sessions)'
    complete -c $name -l disable -x -a '(__staprun_sessions)'
    complete -c $name -l enable -x -a '(__staprun_sessions)'
    complete -c $name -s c -x
    complete -c $name -s o -r -F
    complete -c $name -k -n 'not string match -q -- "-*" (commandline -ct)' -a '(__fish_complete_suffix .ko)'
end
