package dev.plimsoll.bench;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Creates the file of unit prices on GCE for [PriceImport].
///
/// It has the prices of a core and a GiB, on demand and spot, of each family; then of GPUs.
/// Families with built-in GPUs are left out: their price is more than that of their cores and
/// memory.
final class UnitPriceImport {

    private static final List<String> HAVE_GPUS = List.of("a2", "g2");

    /// By key and kind of figure, for example `n1 custom_cpu_per_vcpu_hour`.
    private final SortedMap<String, BigDecimal> units = new TreeMap<>();

    private UnitPriceImport(Path file) {
        for (var row : PriceImport.rows(file)) {
            units.put(
                    row.text("key", "") + " " + row.text("what", ""),
                    PriceImport.number(row, "usd"));
        }
    }

    static String unitPrices(Path folder) {
        var file = folder.resolve("gce_cluster_autoscaler_unit_prices.csv");
        return new UnitPriceImport(file).text();
    }

    private String text() {
        var text =
                new StringBuilder("# Dollars an hour on GCE, any region. Made by PriceImport.\n");
        for (var unit : units.keySet()) {
            var name = unit.substring(0, unit.indexOf(' '));
            text.append(line(name, unit.substring(name.length() + 1)));
        }
        return text.toString();
    }

    /// The line that begins with this figure; empty if the figure is later in a line.
    private String line(String name, String what) {
        return switch (what) {
            case "predefined_cpu_per_vcpu_hour" -> predefined(name);
            case "custom_cpu_per_vcpu_hour" -> "custom " + family(name, "custom");
            case "gpu_per_hour" -> gpu(name);
            default -> "";
        };
    }

    private String predefined(String name) {
        return HAVE_GPUS.contains(name) ? "" : "family " + family(name, "predefined");
    }

    private String family(String name, String kind) {
        var cpu = unit(name, kind + "_cpu_per_vcpu_hour");
        var memory = unit(name, kind + "_memory_per_gib_hour");
        var spot = unit(name, kind + "_preemptible_factor");
        return words(name, cpu, memory, part(cpu, spot), part(memory, spot));
    }

    private String gpu(String model) {
        var each = unit(model, "gpu_per_hour");
        if (model.isEmpty()) {
            return "gpu "
                    + words("other", each, part(each, unit("", "preemptible_discount_factor")));
        }
        return each.signum() == 0
                ? ""
                : "gpu " + words(model, each, unit(model, "preemptible_gpu_per_hour"));
    }

    private BigDecimal unit(String name, String what) {
        return requireNonNull(units.get(name + " " + what), () -> "no " + what + " of " + name);
    }

    private static BigDecimal part(BigDecimal price, BigDecimal factor) {
        return price.multiply(factor).setScale(9, RoundingMode.HALF_UP);
    }

    private static String words(String name, BigDecimal... prices) {
        var line = new StringBuilder(name);
        for (var price : prices) {
            line.append(' ').append(PriceImport.plain(price));
        }
        return line.append('\n').toString();
    }
}
