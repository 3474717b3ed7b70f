package dev.plimsoll.formats.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Csv;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.quantity.Money;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The built-in list against every row of the table that it was made from.
@Tag("shared")
class SharedPricesTest {

    private static final Path TABLES =
            Path.of(System.getProperty("plimsoll.shared", "no such folder"), "data", "prices");

    private static final PriceList LIST = PriceList.builtIn();

    @Test
    void hasEveryPriceOfTheTableButHostsAndZeros() {
        var hosts =
                rows("azure_catalog.csv").stream()
                        .filter(row -> !row.text("kind", "").equals("vm"))
                        .map(row -> row.text("vm_size", ""))
                        .collect(Collectors.toSet());
        var rows = rows("list_prices_all_regions.csv");
        int compared = 0;

        for (var row : rows) {
            var type = row.text("type", "");
            if (!hosts.contains(type) && !money(row, "usd_per_hour").equals(Money.NONE)) {
                var region = new Region(row.text("cloud", ""), row.text("region", ""));
                compare(row, region, type);
                compared++;
            }
        }

        assertThat(rows).hasSize(33_629);
        assertThat(compared).isEqualTo(33_629 - 240 - 30);
    }

    /// The table knows the architecture of every type on AWS; names alone tell it as well.
    @Test
    void namesOfTypesOnAwsTellTheirArchitecture() {
        int arm = 0;
        for (var row : rows("aws_instance_types.csv")) {
            var type = row.text("instance_type", "");
            var arch = row.text("arch", "");
            boolean isArm = arch.contains("arm64");
            if (!arch.isEmpty() && !type.startsWith("mac")) {
                assertThat(TypeFamily.of(type).isArm()).as(type).isEqualTo(isArm);
                arm += isArm ? 1 : 0;
            }
        }
        assertThat(arm).isGreaterThan(100);
    }

    private static void compare(Fields row, Region region, String type) {
        var spot = Optional.of(money(row, "spot_usd_per_hour"));

        assertThat(LIST.find(region, type).map(PriceList.Listed::hour))
                .as("%s in %s", type, region)
                .contains(money(row, "usd_per_hour"));
        assertThat(LIST.findSpot(region, type).map(PriceList.Listed::hour))
                .as("spot %s in %s", type, region)
                .isEqualTo(spot.filter(hour -> !hour.equals(Money.NONE)));
    }

    private static Money money(Fields row, String column) {
        return row.money(column, Money.NONE);
    }

    private static List<Fields> rows(String file) {
        var mistakes = new Mistakes();
        var rows = Csv.read(Source.file(TABLES.resolve(file)), mistakes);
        mistakes.throwIfAny();
        return rows.stream().map(row -> Fields.of(row, "", mistakes)).toList();
    }
}
