package dev.plimsoll.bench;

import dev.plimsoll.formats.Csv;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Creates the built-in price files of `formats` from tables of the clouds' prices:
///
///     bench/run PriceImport TABLES formats/src/main/resources/dev/plimsoll/formats/prices
///
/// The prices are from `list_prices_all_regions.csv`. A catalogue of each cloud adds the sizes of
/// its types, and prices of types that are sold no more.
///
/// It writes figures only, in a fixed order, so equal tables give equal bytes. Machines without a
/// price, or with a price of zero, are left out: a free machine would win every comparison.
public final class PriceImport {

    private static final String UNKNOWN = "-";
    private static final String LIST = "list_prices_all_regions.csv";
    private static final int FIRST_PRICE = 4;

    /// The days of a region's prices.
    private record Days(String onDemand, String spot) {}

    /// A cloud's catalogue.
    ///
    /// @param type its column for the instance type
    /// @param own the days of the prices of regions that the catalogue has
    /// @param others the days of the prices of all other regions
    private record Catalogue(String cloud, String file, String type, Days own, Days others) {}

    private static final Days AUGUST = new Days("2026-08-22", "2026-08-22");
    private static final Days JULY = new Days("2026-07-30", "2026-07-30");
    private static final Days JUNE = new Days("2026-06-18", "2025-09-11");

    private static final List<Catalogue> CATALOGUES =
            List.of(
                    new Catalogue("aws", "aws_catalog.csv", "instance_type", AUGUST, AUGUST),
                    new Catalogue("azure", "azure_catalog.csv", "vm_size", JUNE, AUGUST),
                    new Catalogue("gce", "gce_catalog.csv", "machine_type", JULY, JULY));

    private PriceImport() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException(
                    "name the folder of the tables and the folder to write to, got "
                            + Arrays.toString(arguments));
        }
        var to = Path.of(arguments[1]);
        for (var file : files(Path.of(arguments[0])).entrySet()) {
            Files.writeString(to.resolve(file.getKey()), file.getValue());
        }
    }

    /// The texts of the files, by name.
    static SortedMap<String, String> files(Path folder) {
        var files = new TreeMap<String, String>();
        var list = rows(folder.resolve(LIST));
        for (var catalogue : CATALOGUES) {
            var own =
                    list.stream()
                            .filter(row -> row.text("cloud", "").equals(catalogue.cloud()))
                            .toList();
            var sizes = rows(folder.resolve(catalogue.file()));
            files.put(catalogue.cloud() + "-prices.txt", text(catalogue, own, sizes));
        }
        files.put("gce-unit-prices.txt", UnitPriceImport.unitPrices(folder));
        return files;
    }

    static List<Fields> rows(Path file) {
        var mistakes = new Mistakes();
        var rows = Csv.read(Source.file(file), mistakes);
        mistakes.throwIfAny();
        return rows.stream().map(row -> Fields.of(row, "", mistakes)).toList();
    }

    private static String text(Catalogue catalogue, List<Fields> list, List<Fields> sizes) {
        var regions = regions(list);
        var text =
                new StringBuilder(
                        "# Dollars an hour, Linux: on demand/spot. Made by PriceImport;"
                                + " docs/sources.md names the sources.\n");
        var own = regions(sizes);
        for (var region : regions) {
            var days = own.contains(region) ? catalogue.own() : catalogue.others();
            text.append("region %s %s %s\n".formatted(region, days.onDemand(), days.spot()));
        }
        text.append("types\n");
        for (var line : lines(catalogue, list, sizes).values()) {
            text.append(String.join(" ", line)).append('\n');
        }
        return text.toString();
    }

    private static List<String> regions(List<Fields> rows) {
        return rows.stream().map(row -> row.text("region", "")).distinct().toList();
    }

    private static SortedMap<String, String[]> lines(
            Catalogue catalogue, List<Fields> list, List<Fields> sizes) {
        var regions = regions(list);
        var lines = new TreeMap<String, String[]>();
        var hosts = new TreeSet<String>();
        for (var row : sizes) {
            var type = row.text(catalogue.type(), "");
            if (!row.text("kind", "vm").equals("vm")) {
                hosts.add(type);
            } else if (isSold(row)) {
                var line = lines.computeIfAbsent(type, _ -> line(type, row, regions));
                line[column(row, regions)] = plain(number(row, "usd_per_hour"));
            }
        }
        for (var row : list) {
            var type = row.text("type", "");
            if (isSold(row) && !hosts.contains(type)) {
                var line = lines.computeIfAbsent(type, _ -> line(type, row, regions));
                line[column(row, regions)] = prices(row);
            }
        }
        return lines;
    }

    private static int column(Fields row, List<String> regions) {
        return FIRST_PRICE + regions.indexOf(row.text("region", ""));
    }

    private static String prices(Fields row) {
        var onDemand = plain(number(row, "usd_per_hour"));
        var spot = number(row, "spot_usd_per_hour");
        return spot.signum() == 0 ? onDemand : onDemand + "/" + plain(spot);
    }

    /// A price of zero is a mistake.
    private static boolean isSold(Fields row) {
        return number(row, "usd_per_hour").signum() > 0;
    }

    /// The type with its capacity if the row has one, without a price.
    private static String[] line(String type, Fields row, List<String> regions) {
        var line = new String[FIRST_PRICE + regions.size()];
        Arrays.fill(line, UNKNOWN);
        line[0] = type;
        var cpu = number(row, "vcpu").movePointRight(3);
        var memory = number(row, "memory_mib");
        int gpus =
                Gpus.of(type, number(row, "gpu_count").intValueExact(), row.text("gpu_name", ""));
        if (cpu.signum() > 0 && memory.signum() > 0 && gpus != Gpus.UNKNOWN) {
            line[1] = plain(cpu);
            line[2] = plain(memory);
            line[3] = Integer.toString(gpus);
        }
        return line;
    }

    static BigDecimal number(Fields row, String column) {
        return new BigDecimal(row.text(column, "0"));
    }

    static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
