# Environment for every JVM that the scripts of this checkout start; the scripts source this file.
#
#   JAVA_HOME     a JDK 25 or newer: the caller's JAVA_HOME, else the JDK on the PATH, else the oldest
#                 one in the usual directories. The search reads each JDK's `release` file and starts
#                 no JVM, so it takes a few milliseconds. Exits with 3 if there is no such JDK.
#   MAVEN_OPTS    an option that stops the JVM from warning about Maven's own libraries

jdk_minimum=25

# Sets jdk_feature to the feature release of the JDK at $1, or to 0 if that is not a JDK.
jdk_read_feature() {
    jdk_feature=0
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
    while IFS='=' read -r jdk_key jdk_value; do
        [ "$jdk_key" = JAVA_VERSION ] || continue
        jdk_value=${jdk_value#\"}
        jdk_feature=${jdk_value%%[!0-9]*}
        break
    done <"$1/release"
    jdk_feature=${jdk_feature:-0}
}

jdk_find() {
    if [ -n "${JAVA_HOME-}" ]; then
        jdk_read_feature "$JAVA_HOME"
        [ "$jdk_feature" -lt "$jdk_minimum" ] || return 0
    fi

    jdk_found='' jdk_oldest=1000000
    for jdk_home in /usr/lib/jvm/* /usr/java/* /usr/local/lib/jvm/* /opt/java/* /opt/jdk* \
        "${HOME-}"/.jdks/* "${HOME-}"/.sdkman/candidates/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        jdk_read_feature "$jdk_home"
        if [ "$jdk_feature" -ge "$jdk_minimum" ] && [ "$jdk_feature" -lt "$jdk_oldest" ]; then
            jdk_found=$jdk_home jdk_oldest=$jdk_feature
        fi
    done

    jdk_javac=$(command -v javac) || jdk_javac=''
    if [ -h "$jdk_javac" ]; then
        jdk_javac=$(readlink -f "$jdk_javac")
    fi
    jdk_read_feature "${jdk_javac%/bin/javac}"
    if [ "$jdk_feature" -ge "$jdk_minimum" ]; then
        jdk_found=${jdk_javac%/bin/javac}
    fi

    if [ -z "$jdk_found" ]; then
        echo "plimsoll: found no JDK $jdk_minimum or newer in JAVA_HOME, on the PATH or under" \
            "/usr/lib/jvm; install one, for example openjdk-25-jdk-headless, or set JAVA_HOME" >&2
        return 1
    fi
    JAVA_HOME=$jdk_found
    export JAVA_HOME
}

jdk_find || exit 3
MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS-}"
export MAVEN_OPTS
