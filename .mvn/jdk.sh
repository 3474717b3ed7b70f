# Sourced by the scripts of this checkout: leaves JAVA_HOME at a JDK of feature release 25 or newer,
# and MAVEN_OPTS such that Maven runs on it without warnings about its own libraries.
#
# JAVA_HOME of the caller wins if it is new enough, then the JDK on the PATH, then the oldest that is
# new enough where JDKs are commonly installed. Versions are read from each JDK's `release` file; no
# JVM is started, so a search costs a few milliseconds. Where there is none it advises and exits with 3.

jdk_least=25

# Sets jdk_feature to the feature release of the JDK at $1, to 0 if there is none.
jdk_look() {
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
        jdk_look "$JAVA_HOME"
        [ "$jdk_feature" -lt "$jdk_least" ] || return 0
    fi

    jdk_found='' jdk_oldest=1000000
    for jdk_home in /usr/lib/jvm/* /usr/java/* /usr/local/lib/jvm/* /opt/java/* /opt/jdk* \
        "${HOME-}"/.jdks/* "${HOME-}"/.sdkman/candidates/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        jdk_look "$jdk_home"
        if [ "$jdk_feature" -ge "$jdk_least" ] && [ "$jdk_feature" -lt "$jdk_oldest" ]; then
            jdk_found=$jdk_home jdk_oldest=$jdk_feature
        fi
    done

    jdk_javac=$(command -v javac) || jdk_javac=''
    if [ -h "$jdk_javac" ]; then
        jdk_javac=$(readlink -f "$jdk_javac")
    fi
    jdk_look "${jdk_javac%/bin/javac}"
    if [ "$jdk_feature" -ge "$jdk_least" ]; then
        jdk_found=${jdk_javac%/bin/javac}
    fi

    if [ -z "$jdk_found" ]; then
        echo "plimsoll: needs a JDK $jdk_least or newer, and found none in JAVA_HOME, on the PATH or" \
            "under /usr/lib/jvm; install one (such as openjdk-25-jdk-headless) or set JAVA_HOME" >&2
        return 1
    fi
    JAVA_HOME=$jdk_found
    export JAVA_HOME
}

jdk_find || exit 3
MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS-}"
export MAVEN_OPTS
