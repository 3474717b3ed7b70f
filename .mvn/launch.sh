# Builds target/launch/$key and its start-up cache; ./plimsoll sources this file if either is missing.
#
# The key of the result is computed from the copy of the sources that is built. The lock only avoids
# duplicate work: a process that takes it over, even wrongly, repeats the build and gets the same
# files.

. "$root/.mvn/build.sh"

# The number of older builds to keep, for switching between branches.
keep=3

fail() {
    clean_up
    echo "plimsoll: $1" >&2
    exit 3
}

# Reports the current step $1: once, or on a terminal in one line that counts the seconds.
report() {
    if [ -t 2 ]; then
        printf '\r\033[Kplimsoll: %s, %d s' "$1" $(($(date +%s) - since)) >&2
    elif [ -z "$reported" ]; then
        echo "plimsoll: $1" >&2
    fi
    reported=$1
}

# POSIX allows sleep to reject fractions of a second.
pause() {
    sleep 0.2 2>/dev/null || sleep 1
}

# Waits for the background job started last, reports the step $1 and sets status. It polls, because
# a shell can miss a signal that arrives just before it blocks in wait.
wait_for_child() {
    child=$!
    report "$1"
    while kill -0 "$child" 2>/dev/null; do
        pause
        report "$1"
    done
    status=0
    wait "$child" || status=$?
    child=
}

# Sets name to the id of process $1 and its start time, so that a later process with the same id has
# another name. Without /proc the start time is 0.
name_process() {
    name=$1-0
    if [ -r "/proc/$1/stat" ]; then
        read -r stat <"/proc/$1/stat" || :
        set -- "$1" ${stat##*) }
        name=$1-${21-0}
    fi
}

# Whether the process with the name $1 is running.
is_running() {
    kill -0 "${1%-*}" 2>/dev/null || return 1
    name_process "${1%-*}"
    [ "$name" = "$1" ]
}

# Ends the child, releases the lock and removes the work directory.
clean_up() {
    trap - EXIT HUP INT TERM
    [ -z "$child" ] || kill "$child" 2>/dev/null || :
    [ "$(cat "$lock/holder" 2>/dev/null)" != "$me" ] || rm -rf "$lock"
    rm -rf "$work"
    if [ -t 2 ] && [ -n "$reported" ]; then
        printf '\r\033[K' >&2
    fi
}

# Takes the lock. Returns 1 if another process holds it and this one can run without it.
take_lock() {
    turns=0
    until mkdir "$lock" 2>/dev/null; do
        holder=
        read -r holder 2>/dev/null <"$lock/holder" || :
        if [ -n "$holder" ] && is_running "$holder"; then
            [ ! -d "$launch/$key" ] || return 1
            report "waiting for another plimsoll process that is building"
        elif [ $((turns += 1)) -gt 10 ] || [ -n "$holder" ]; then
            # The holder is dead, or died before it wrote its name.
            mv "$lock" "$work/dead-lock" 2>/dev/null || [ $turns -lt 50 ] ||
                fail "cannot take the lock $lock; delete it if no other plimsoll is building"
            rm -rf "$work/dead-lock"
            continue
        fi
        pause
    done
    echo "$me" >"$lock/holder"
}

build() {
    command -v mvn >/dev/null || fail "$no_maven"
    copy_sources "$work/copy"
    compute_key "$work/copy"
    cache=$launch/$key/start.aot
    [ ! -d "$launch/$key" ] || return 0

    start_maven "$work/copy" >"$work/log" 2>&1 </dev/null &
    wait_for_child "building from source"
    if [ "$status" -ne 0 ]; then
        [ ! -t 2 ] || echo >&2
        print_errors "$work/log" "$work/copy" >&2
        fail "the build failed, see above"
    fi
    mkdir "$work/built"
    mv "$work/copy/cli/target/lib" "$work/built/lib"
    mv "$work/built" "$launch/$key"
    # If another process was faster, mv has put this build inside its directory.
    rm -rf "$launch/$key/built"
}

train() {
    (
        cd "$work"
        start_training "$JAVA_HOME/bin/java" "$launch/$key/lib" start.aot \
            "$root/docs/examples/plan-dump.json"
    ) >/dev/null 2>&1 </dev/null &
    wait_for_child "creating the start-up cache"
    [ "$status" -eq 0 ] && [ -s "$work/start.aot" ] || : >"$work/start.aot"
    mv "$work/start.aot" "$cache"
}

# Whether a process has the build $1 on its class path. The brackets keep grep from finding itself.
is_in_use() {
    pattern="launch/[${1%"${1#?}"}]${1#?}/lib/"
    if [ -d /proc/self ]; then
        grep -qs "$pattern" /proc/[0-9]*/cmdline
    else
        ps -A -o args= | grep -q "$pattern"
    fi
}

# Removes the work directories of dead processes and old builds, by a rename: nobody sees a part.
prune() {
    kept=0
    for old in $(cd "$launch" && ls -dt ./*-*); do
        old=${old#./}
        case $old in
        "$key") continue ;;
        work-*) ! is_running "${old#work-}" || continue ;;
        *) [ $((kept += 1)) -gt $keep ] && ! is_in_use "$old" || continue ;;
        esac
        mv "$launch/$old" "$work/old-$old" 2>/dev/null || :
    done
}

name_process $$
me=$name
lock=$launch/lock
work=$launch/work-$me
child='' reported='' since=$(date +%s)

mkdir -p "$launch" 2>/dev/null && mkdir "$work" 2>/dev/null || {
    echo "plimsoll: $root has no build of its current sources and cannot be written to;" \
        "run ./plimsoll there once as a user who can write to it" >&2
    exit 3
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
if take_lock; then
    [ -d "$launch/$key" ] || build
    [ -e "$cache" ] || train
    prune
fi
clean_up
