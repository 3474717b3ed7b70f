package dev.plimsoll.ranking;

import dev.plimsoll.quantity.Resources;
import java.util.List;

/// Graphics processors by the names under which their makers offer them.
final class Gpus {

    private static final List<String> NAMES =
            List.of("nvidia.com/gpu", "amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe");

    private Gpus() {}

    static long in(Resources resources) {
        long devices = 0;
        for (var name : NAMES) {
            devices = Math.addExact(devices, resources.asked(name));
        }
        return devices;
    }
}
