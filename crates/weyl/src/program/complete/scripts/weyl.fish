# Completion of weyl in fish. The program is given the words before the cursor, the one at the
# cursor as it is typed, and those behind it; fish quotes what it answers.
function __weyl_candidates
    set -l before (commandline -opc)
    set -l after (commandline -op)[(math (count $before) + 1)..]
    if test -n "$(commandline -t)"
        set -e after[1]
    end
    set -l word "$(commandline -ct)"
    command weyl completions fish --word (count $before) -- $before "$word" $after 2>/dev/null
end
complete --command weyl --no-files --keep-order --arguments '(__weyl_candidates)'
