# The build of the program without its tests; .mvn/launch.sh and ./package source this file.
#
# It runs in a private copy of the sources, so edits and other builds in the checkout cannot mix into it.
#
#   PLIMSOLL_MAVEN_ARGS    additional Maven arguments

no_maven="cannot build from source: mvn is not on the PATH; install Maven 3.8 or newer"

# Copies the sources of the program to the new directory $1.
copy_sources() {
    mkdir "$1"
    (
        cd "$root"
        for part in pom.xml plimsoll .mvn ./*/pom.xml ./*/src/main; do
            [ -e "$part" ] || continue
            mkdir -p "$1/$(dirname "$part")"
            cp -RL "$part" "$1/$part"
        done
    )
}

# Replaces this shell by Maven, which builds cli/target/lib in the copy $1 with the remaining arguments.
start_maven() {
    cd "$1"
    shift
    maven_args="${MAVEN_ARGS-} ${PLIMSOLL_MAVEN_ARGS-}"
    unset MAVEN_ARGS
    exec mvn -q -B -Dstyle.color=never -Dlaunch -pl cli -am package "$@" $maven_args
}

# Prints the compiler's errors in Maven's output $1 once, with paths in the checkout instead of the copy
# $2, and without Maven's colours and advice.
print_errors() {
    from=$(printf '%s\n' "$2" | sed 's/[][\.*^$|]/\\&/g')
    to=$(printf '%s\n' "$root" | sed 's/[\&|]/\\&/g')
    sed -e "s|$from|$to|g" -e "s/$(printf '\033')\[[0-9;]*m//g" \
        -e '/^\[ERROR\] *$/d' -e '/full stack trace/d' -e '/Re-run Maven/d' -e '/following articles/d' \
        -e '/^\[ERROR\] \[Help/d' -e '/After correcting/d' -e '/^\[ERROR\]   mvn /d' \
        -e '/COMPILATION ERROR/,$ {' -e '/Failed to execute goal/,$d' -e '}' "$1"
}
