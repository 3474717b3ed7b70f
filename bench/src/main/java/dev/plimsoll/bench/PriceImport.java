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
import java.util.TreeMap;

/// Creates the built-in price files of `formats` from tables of the clouds' prices:
///
///     bench/run PriceImport TABLES formats/src/main/resources/dev/plimsoll/formats/prices
///
/// It writes figures only, in a fixed order, so equal tables give equal bytes. Machines without a
/// price, or with a price of zero, are left out: a free machine would win every comparison.
public final class PriceImport {

    private static final String UNKNOWN = "-";
    private static final int FIRST_PRICE = 4;

    /// One cloud's table: the day of its prices, its file, and its column for the instance type.
    private record Table(String cloud, String date, String file, String type) {}

    private static final List<Table> TABLES =
            List.of(
                    new Table("aws", "2026-08-22", "aws_catalog.csv", "instance_type"),
                    new Table("azure", "2026-06-18", "azure_catalog.csv", "vm_size"),
                    new Table("gce", "2026-07-30", "gce_catalog.csv", "machine_type"));

    private PriceImport() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException(
                    "name the folder of the tables and the folder to write to, got "
                            + Arrays.toString(arguments));
        }
        var from = Path.of(arguments[0]);
        var to = Path.of(arguments[1]);
        Files.writeString(to.resolve("list-prices.txt"), listPrices(from));
        Files.writeString(to.resolve("gce-unit-prices.txt"), UnitPriceImport.unitPrices(from));
    }

    static String listPrices(Path folder) {
        var text = new StringBuilder("# Dollars an hour, on demand, Linux. Made by PriceImport.\n");
        TABLES.forEach(table -> append(text, table, rows(folder.resolve(table.file()))));
        return text.toString();
    }

    static List<Fields> rows(Path file) {
        var mistakes = new Mistakes();
        var rows = Csv.read(Source.file(file), mistakes);
        mistakes.throwIfAny();
        return rows.stream().map(row -> Fields.of(row, "", mistakes)).toList();
    }

    private static void append(StringBuilder text, Table table, List<Fields> rows) {
        var regions = rows.stream().map(row -> row.text("region", "")).distinct().toList();
        var lines = new TreeMap<String, String[]>();
        for (var row : rows) {
            if (isSold(row)) {
                var line =
                        lines.computeIfAbsent(
                                row.text(table.type(), ""), type -> line(type, row, regions));
                int region = regions.indexOf(row.text("region", ""));
                line[FIRST_PRICE + region] = plain(number(row, "usd_per_hour"));
            }
        }
        text.append("cloud %s %s ".formatted(table.cloud(), table.date()));
        text.append(String.join(" ", regions)).append('\n');
        lines.values().forEach(line -> text.append(String.join(" ", line)).append('\n'));
    }

    /// Dedicated hosts do not run pods, and a price of zero is a mistake.
    private static boolean isSold(Fields row) {
        return number(row, "usd_per_hour").signum() > 0 && row.text("kind", "vm").equals("vm");
    }

    /// The type with its capacity, without a price.
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
