package dev.plimsoll.bench;

import java.util.regex.Pattern;

/// The number of GPUs of a machine type that pods can request as `nvidia.com/gpu`.
final class Gpus {

    static final int UNKNOWN = -1;

    /// GCE's names contain it: `a2-highgpu-4g`.
    private static final Pattern COUNTED = Pattern.compile("a[0-9]+-[a-z]+gpu-([0-9]+)g(-.*)?");

    private static final Pattern G_STANDARD = Pattern.compile("(g[24])-standard-([0-9]+)");

    private Gpus() {}

    /// @param count the number in a table
    /// @param model the name in a table; empty if it is unknown, or there are none
    static int of(String type, int count, String model) {
        var counted = COUNTED.matcher(type);
        if (counted.matches()) {
            return Integer.parseInt(counted.group(1));
        }
        var standard = G_STANDARD.matcher(type);
        if (standard.matches()) {
            int cores = Integer.parseInt(standard.group(2));
            return standard.group(1).equals("g2") ? ofG2(cores) : Math.max(1, cores / 48);
        }
        if (model.isEmpty()) {
            // Azure's sizes with N have GPUs, also where their number is not told.
            return count == 0 && !type.startsWith("Standard_N") ? 0 : UNKNOWN;
        }
        return count > 0 && !model.matches("(?i)radeon.*") ? count : UNKNOWN;
    }

    private static int ofG2(int cores) {
        return cores == 32 ? 1 : Math.max(1, cores / 12);
    }
}
