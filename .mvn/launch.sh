# Sourced by ./plimsoll when target/launch/$key is not there or has no start-up cache: makes both.
#
# It builds in a private copy of the sources, so that neither an edit nor a build beside it can mix
# into it, and names the result by what was copied. The lock only saves work: whoever takes it over
# from a dead holder, or wrongly, repeats a build and ends with the same files.

# The command that the start-up cache learns from.
training='run --for 1h --speed max'
# So many builds stay beside the new one, for switching between branches.
keep=3

fail() {
    tidy_up
    echo "plimsoll: $1" >&2
    exit 3
}

# Says what is going on, in one line; on a terminal the line changes and counts the seconds.
say() {
    if [ -t 2 ]; then
        printf '\r\033[Kplimsoll: %s, %d s' "$1" $(($(date +%s) - since)) >&2
    elif [ -z "$said" ]; then
        echo "plimsoll: $1" >&2
    fi
    said=$1
}

# Fractions of a second are usual, but not promised.
nap() {
    sleep 0.2 2>/dev/null || sleep 1
}

# Waits for the child, which is the job last started, and says $1 meanwhile.
wait_saying() {
    child=$!
    say "$1"
    while [ -t 2 ] && kill -0 "$child" 2>/dev/null; do
        nap
        say "$1"
    done
    status=0
    wait "$child" || status=$?
    child=
}

# Sets name to a name of process $1 that no later process has: its id, and its start where /proc tells.
name_process() {
    name=$1-0
    if [ -r "/proc/$1/stat" ]; then
        read -r stat <"/proc/$1/stat" || :
        set -- "$1" ${stat##*) }
        name=$1-${21-0}
    fi
}

lives() {
    kill -0 "${1%-*}" 2>/dev/null || return 1
    name_process "${1%-*}"
    [ "$name" = "$1" ]
}

tidy_up() {
    trap - EXIT HUP INT TERM
    [ -z "$child" ] || kill "$child" 2>/dev/null || :
    [ "$(cat "$lock/holder" 2>/dev/null)" != "$me" ] || rm -rf "$lock"
    rm -rf "$work"
    if [ -t 2 ] && [ -n "$said" ]; then
        printf '\r\033[K' >&2
    fi
}

# Takes the lock. Returns 1 if another start holds it and there is something to run already.
take_lock() {
    turns=0
    until mkdir "$lock" 2>/dev/null; do
        holder=
        read -r holder 2>/dev/null <"$lock/holder" || :
        if [ -n "$holder" ] && lives "$holder"; then
            [ ! -d "$launch/$key" ] || return 1
            say "another start is building, waiting for it"
        elif [ -n "$holder" ] || [ $((turns += 1)) -gt 10 ]; then
            # Its holder is dead, or died before it could write its name.
            mv "$lock" "$work/dead-lock" 2>/dev/null || [ $turns -lt 50 ] || fail "cannot lock $lock"
            rm -rf "$work/dead-lock"
            continue
        fi
        nap
    done
    echo "$me" >"$lock/holder"
}

build() {
    command -v mvn >/dev/null ||
        fail "needs Maven 3.8 or newer to build itself, and found no mvn on the PATH"
    mkdir "$work/copy"
    (
        cd "$root"
        for part in pom.xml plimsoll .mvn ./*/pom.xml ./*/src/main; do
            [ -e "$part" ] || continue
            mkdir -p "$work/copy/$(dirname "$part")"
            cp -RL "$part" "$work/copy/$part"
        done
    )
    look "$work/copy"
    cache=$launch/$key/start.aot
    [ ! -d "$launch/$key" ] || return 0

    (
        cd "$work/copy"
        maven_args="${MAVEN_ARGS-} ${PLIMSOLL_MAVEN_ARGS-}"
        unset MAVEN_ARGS
        exec mvn -q -B -Dstyle.color=never -Dlaunch -pl cli -am package $maven_args
    ) >"$work/log" 2>&1 </dev/null &
    wait_saying "building what has changed"
    if [ "$status" -ne 0 ]; then
        [ ! -t 2 ] || echo >&2
        # The compiler's errors once, at their place in the checkout, without Maven's colours and advice.
        sed -e "s|$work/copy|$root|g" -e "s/$(printf '\033')\[[0-9;]*m//g" \
            -e '/^\[ERROR\] *$/d' -e '/full stack trace/d' -e '/Re-run Maven/d' -e '/following articles/d' \
            -e '/^\[ERROR\] \[Help/d' -e '/After correcting/d' -e '/^\[ERROR\]   mvn /d' \
            -e '/COMPILATION ERROR/,$ {' -e '/Failed to execute goal/,$d' -e '}' "$work/log" >&2
        fail "the build failed, see above"
    fi
    mkdir "$work/built"
    mv "$work/copy/cli/target/lib" "$work/built/lib"
    mv "$work/built" "$launch/$key"
    # Had another start been quicker, this one's went inside instead.
    rm -rf "$launch/$key/built"
}

train() {
    class_path
    (
        cd "$work"
        exec "$JAVA_HOME/bin/java" $java_options -XX:AOTCacheOutput=start.aot -cp "$class_path" \
            "$main" $training
    ) >/dev/null 2>&1 </dev/null &
    wait_saying "preparing fast starts"
    [ "$status" -eq 0 ] && [ -s "$work/start.aot" ] || : >"$work/start.aot"
    mv "$work/start.aot" "$cache"
}

# Some process has $1 on its class path. The brackets keep the search from finding itself.
runs() {
    pattern="launch/[${1%"${1#?}"}]${1#?}/lib/"
    if [ -d /proc/self ]; then
        grep -qs "$pattern" /proc/[0-9]*/cmdline
    else
        ps -A -o args= | grep -q "$pattern"
    fi
}

# Removes what dead starts have left, and old builds. These leave by a rename, too: half is not seen.
prune() {
    kept=0
    for old in $(cd "$launch" && ls -dt ./*-*); do
        old=${old#./}
        case $old in
        "$key") continue ;;
        work-*) ! lives "${old#work-}" || continue ;;
        *) [ $((kept += 1)) -gt $keep ] && ! runs "$old" || continue ;;
        esac
        mv "$launch/$old" "$work/old-$old" 2>/dev/null || :
    done
}

name_process $$
me=$name
lock=$launch/lock
work=$launch/work-$me
child='' said='' since=$(date +%s)

mkdir -p "$launch" 2>/dev/null && mkdir "$work" 2>/dev/null || {
    echo "plimsoll: $root is not built as it stands, and cannot be written to; start ./plimsoll" \
        "there once as somebody who may write" >&2
    exit 3
}
trap tidy_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
if take_lock; then
    [ -d "$launch/$key" ] || build
    [ -e "$cache" ] || train
    prune
fi
tidy_up
