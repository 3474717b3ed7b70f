# Sets LC_ALL to a UTF-8 locale if the caller's locale has another encoding; scripts that start a JVM
# source this file.
#
# The JVM decodes arguments and file names by the locale and has no supported option to change that.
# Without LANG (cron, containers), or with a locale that is not installed, it accepts ASCII only.
# Where there is no `locale` command (musl), C.UTF-8 is built in.
if [ "$(locale charmap 2>/dev/null)" != UTF-8 ]; then
    LC_ALL=C.UTF-8
    export LC_ALL
fi
