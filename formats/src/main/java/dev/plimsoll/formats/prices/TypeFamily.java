package dev.plimsoll.formats.prices;

import java.util.regex.Pattern;

/// What the name of an instance type tells of its processor.
///
/// @param isArm its architecture is arm64
/// @param isShared its cores are shared: it has them only for a part of the time
/// @param isMac a Mac, which is rented by the day
record TypeFamily(boolean isArm, boolean isShared, boolean isMac) {

    private static final Pattern ARM =
            Pattern.compile(
                    "(a1|[a-z]+[0-9]+g[a-z]*)\\..*" // aws
                            + "|(t2a|c4a|n4a|a4x)-.*" // gce
                            + "|Standard_[A-Z]+[0-9]+(-[0-9]+)?[a-z]*p[a-z]*(_.*)?"); // azure

    private static final Pattern SHARED =
            Pattern.compile(
                    "t[0-9]+[a-z]*\\..*"
                            + "|e2-(micro|small|medium)|f1-micro|g1-small"
                            + "|Standard_B[0-9].*|Basic_.*");

    private static final Pattern MAC = Pattern.compile("mac[0-9].*");

    static TypeFamily of(String type) {
        return new TypeFamily(
                ARM.matcher(type).matches(),
                SHARED.matcher(type).matches(),
                MAC.matcher(type).matches());
    }

    /// Whether a machine of another type runs what runs on a machine of this type, as fast: the
    /// same architecture, and shared cores only in place of shared cores.
    static boolean canReplace(String type, String other) {
        var own = of(type);
        var its = of(other);
        return !its.isMac && own.isArm == its.isArm && (own.isShared || !its.isShared);
    }
}
