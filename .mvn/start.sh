# The start of the JVM; ./plimsoll and the launcher of a package source this file.
#
#   PLIMSOLL_JAVA_OPTS     additional JVM options

# The JVM would log warnings about its cache to standard output.
# The second compiler costs more than it saves unless a command runs for more than about 15 s.
java_options='-Xlog:disable -XX:-UsePerfData -XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
main=dev.plimsoll.cli.Main

# Sets class_path to the jars in the directory $1.
set_class_path() {
    class_path=
    for jar in "$1"/*.jar; do
        class_path=$class_path${class_path:+:}$jar
    done
}

# Replaces this shell by the JVM $1 with the start-up cache $2, which may be missing or empty, the jars
# in the directory $3, and the remaining arguments.
start() {
    java=$1 cache=$2
    set_class_path "$3"
    shift 3
    # A controller needs little memory at most times; a large heap from the beginning would be used.
    [ "${1-}" != run ] || java_options="-XX:InitialRAMPercentage=0.2 $java_options"
    set -- -cp "$class_path" "$main" "$@"
    if [ -s "$cache" ]; then
        set -- -XX:AOTCache="$cache" "$@"
    fi
    case ${PLIMSOLL_JAVA_OPTS-} in
    *-XX:+Use*GC*) java_options=${java_options% *} ;;
    esac
    exec "$java" $java_options ${PLIMSOLL_JAVA_OPTS-} "$@"
}

# Replaces this shell by the JVM $1, which creates the start-up cache $3 for the jars in the directory
# $2. It runs the common commands, with $4 as the dump of a cluster.
start_training() {
    set_class_path "$2"
    exec "$1" $java_options -XX:AOTCacheOutput="$3" -cp "$class_path" dev.plimsoll.cli.Training \
        run --for 1h --speed max --next run --pods --for 2h --speed max \
        --next plan "$4" --next plan "$4" -o json --next init "$4"
}
