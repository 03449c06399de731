# complete.zsh FOLDER LINE: prints what LINE becomes at Tab in a zsh that completes with FOLDER/_lookback.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= PROMPT_EOL_MARK= RPS1=; stty -echo cols 300; fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u"
zpty -w shell 'show() { print -r -- "<<$BUFFER>>"; zle kill-buffer; zle accept-line }; zle -N show; bindkey "^X" show; print re""ady'
zpty -r -m shell seen '*ready*' || exit 1
zpty -w -n shell "$2"$'\t\C-x'
zpty -r -m shell seen '*<<*>>*' || exit 1
seen=${seen##*<<}
print -r -- ${seen%%>>*}
zpty -d shell
