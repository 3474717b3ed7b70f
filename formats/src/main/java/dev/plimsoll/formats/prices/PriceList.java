package dev.plimsoll.formats.prices;

import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// The list prices of clouds, on demand, for Linux: by region and instance type.
///
/// Its text has a line `cloud NAME DATE REGION…` for each cloud, and below it a line `TYPE
/// MILLICORES MEBIBYTES GPUS PRICE…` for each type, with a price for each region. A dash means that
/// the figure is not known, or that the type is not sold there.
public final class PriceList {

    private static final String UNKNOWN = "-";
    private static final int FIRST_PRICE = 4;

    /// @param capacity empty if it is not known
    public record Listed(String type, Resources capacity, Money hour) {}

    private record Cloud(String date, List<String> regions, Map<String, String[]> types) {}

    private final Map<String, Cloud> clouds = new LinkedHashMap<>();

    private PriceList() {}

    /// The built-in one.
    public static PriceList builtIn() {
        return of(Lines.of("list-prices.txt"));
    }

    static PriceList of(List<String[]> lines) {
        var list = new PriceList();
        var types = new TreeMap<String, String[]>();
        for (var words : lines) {
            if (words[0].equals("cloud")) {
                types = new TreeMap<>();
                var regions = List.of(words).subList(3, words.length);
                list.clouds.put(words[1], new Cloud(words[2], regions, types));
            } else {
                types.put(words[0], words);
            }
        }
        return list;
    }

    public Optional<Listed> find(Region region, String type) {
        return Optional.ofNullable(clouds.get(region.cloud()))
                .flatMap(cloud -> listed(cloud, region.name(), type));
    }

    /// The instance types of a region with a known capacity, by name.
    public List<Listed> types(Region region) {
        var cloud = clouds.get(region.cloud());
        if (cloud == null) {
            return List.of();
        }
        return cloud.types().keySet().stream()
                .flatMap(type -> listed(cloud, region.name(), type).stream())
                .filter(listed -> !listed.capacity().isEmpty())
                .toList();
    }

    /// The regions with prices.
    public List<Region> regions() {
        var all = new ArrayList<Region>();
        clouds.forEach((name, cloud) -> cloud.regions().forEach(r -> all.add(new Region(name, r))));
        return all;
    }

    /// The day of a cloud's prices, such as 2026-08-22.
    public String date(String cloud) {
        return Optional.ofNullable(clouds.get(cloud)).map(Cloud::date).orElse(UNKNOWN);
    }

    /// The cloud that sells a type, or has a region; empty if none does.
    String cloudOf(String type, String region) {
        return first(cloud -> cloud.types().containsKey(type))
                .or(() -> first(cloud -> cloud.regions().contains(region)))
                .orElse("");
    }

    private Optional<String> first(Function<Cloud, Boolean> has) {
        return clouds.entrySet().stream()
                .filter(cloud -> has.apply(cloud.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static Optional<Listed> listed(Cloud cloud, String region, String type) {
        int column = cloud.regions().indexOf(region);
        var words = cloud.types().get(type);
        if (column < 0 || words == null || words[FIRST_PRICE + column].equals(UNKNOWN)) {
            return Optional.empty();
        }
        var hour = Money.dollars(new BigDecimal(words[FIRST_PRICE + column]));
        return Optional.of(new Listed(type, capacity(words), hour));
    }

    private static Resources capacity(String[] words) {
        if (words[1].equals(UNKNOWN)) {
            return Resources.NONE;
        }
        var cpu = new Cpu(Long.parseLong(words[1]));
        var machine = Resources.of(cpu, Bytes.mebibytes(Long.parseLong(words[2])));
        long gpus = Long.parseLong(words[3]);
        return gpus == 0 ? machine : machine.with(WellKnown.NVIDIA_GPU, gpus);
    }
}
