# Completion of weyl in bash. The program is given the line before the cursor and behind it, and
# answers with words that are quoted already.
_weyl() {
    local candidates candidate
    COMPREPLY=()
    candidates=$(command weyl completions bash -- \
        "${COMP_LINE:0:COMP_POINT}" "${COMP_LINE:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null) || return
    while IFS= read -r candidate; do
        if [[ -n $candidate ]]; then
            COMPREPLY+=("$candidate")
        fi
    done <<<"$candidates"
    # A folder is not the end of a word.
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _weyl weyl
