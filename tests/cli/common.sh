# For the scripts beside this file, which source it: run as SCRIPT SOURCE BUILD, they test BUILD/lookback in a folder of their own.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source_tree=$1
build=$2
lookback=$2/lookback
unset LOOKBACK_DATA NO_COLOR COLORTERM
export LC_ALL=C.UTF-8 TERM=xterm-256color
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
failed=0

wrong() { # WORDS …: what is not as it should be
    printf '%s\n' "$*"
    failed=1
}

expect() { # STATUS WORDS COMMAND …: the words stand in the output
    local status=$1 words=$2
    shift 2
    "$@" >out 2>err </dev/null
    local got=$?
    [[ $got == "$status" ]] || wrong "$*: exit status $got, wanted $status: $(cat -v out err)"
    [[ -z $words ]] || grep -qF -- "$words" out err || wrong "$*: no \"$words\": $(cat -v out err)"
}

need() { # PROGRAM …: that the test cannot do without
    local program
    for program; do
        command -v "$program" >/dev/null && continue
        echo "$program is wanted: .ci/run installs it"
        exit 1
    done
}
