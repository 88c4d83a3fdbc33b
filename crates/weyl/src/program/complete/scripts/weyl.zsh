#compdef weyl
# Completion of weyl in zsh. The program is given the words as they are typed; zsh quotes what it
# answers.
_weyl() {
    local answer candidate
    local -a folders others
    answer=$(command weyl completions zsh --word $((CURRENT - 1)) -- "${words[@]}" 2>/dev/null) || return 1
    for candidate in "${(@f)answer}"; do
        case $candidate in
            '') ;;
            */) folders+=("${candidate%/}") ;;
            *) others+=("$candidate") ;;
        esac
    done
    # A folder is not the end of a word.
    (( $#folders )) && _describe -V folder folders -S / -r /
    (( $#others )) && _describe -V candidate others
    (( $#folders + $#others ))
}
if [[ $funcstack[1] == _weyl ]]; then
    _weyl "$@"
else
    compdef _weyl weyl
fi
