package dev.plimsoll.formats.prices;

import dev.plimsoll.formats.prices.PriceFile.Capacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The list prices of one cloud, as text in which a type is found without reading all of it.
///
/// The text has a line `region NAME DATE SPOT-DATE` for each region, a line `types`, and a line
/// `TYPE MILLICORES MEBIBYTES GPUS PRICE…` for each type, sorted by type, with a price for each
/// region: `0.192`, or `0.192/0.0768` with a spot price. A dash means that the figure is not known,
/// or that the type is not sold there.
final class CloudPrices {

    static final String UNKNOWN = "-";

    private static final String TYPES = "\ntypes\n";

    static final int TYPE = 0;
    private static final int FIRST_PRICE = 4;

    /// A price of one day.
    record Dated(String dollars, String date) {}

    /// A column of prices, with the days they are of.
    private record Column(String region, String date, String spotDate) {

        Dated price(String both, Capacity capacity) {
            int slash = both.indexOf('/');
            return switch (capacity) {
                case ON_DEMAND -> new Dated(slash < 0 ? both : both.substring(0, slash), date);
                case SPOT -> new Dated(slash < 0 ? UNKNOWN : both.substring(slash + 1), spotDate);
            };
        }
    }

    private final List<Column> columns = new ArrayList<>();
    private final String text;
    private final int begin;

    /// @param text its last line ends with a line break
    CloudPrices(String text) {
        this.text = text;
        int head = text.indexOf(TYPES);
        this.begin = head + TYPES.length();
        for (var words : Lines.words(text.substring(0, head))) {
            columns.add(new Column(words[1], words[2], words[3]));
        }
    }

    static CloudPrices builtIn(String cloud) {
        return new CloudPrices(Lines.text(cloud + "-prices.txt"));
    }

    /// The names of the regions with prices.
    List<String> regions() {
        return columns.stream().map(Column::region).toList();
    }

    /// The price of a line in a region; empty if there is none.
    Optional<Dated> price(String[] words, String region, Capacity capacity) {
        int column = regions().indexOf(region);
        return column < 0
                ? Optional.empty()
                : Optional.of(columns.get(column).price(words[FIRST_PRICE + column], capacity))
                        .filter(price -> !price.dollars().equals(UNKNOWN));
    }

    /// The words of the line of a type, by binary search.
    Optional<String[]> find(String type) {
        int from = begin;
        int to = text.length();
        while (from < to) {
            int middle = (from + to) >>> 1;
            int line = text.lastIndexOf('\n', middle - 1) + 1;
            int end = text.indexOf('\n', middle);
            int order = type.compareTo(text.substring(line, text.indexOf(' ', line)));
            if (order == 0) {
                return Optional.of(text.substring(line, end).split(" ", -1));
            }
            if (order < 0) {
                to = line;
            } else {
                from = end + 1;
            }
        }
        return Optional.empty();
    }

    /// The words of the lines of all types, by name.
    Stream<String[]> lines() {
        return text.substring(begin).lines().map(line -> line.split(" ", -1));
    }
}
