package dev.plimsoll.formats.prices;

import dev.plimsoll.formats.prices.PriceFile.Capacity;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The list prices of clouds for Linux, on demand and spot: by region and instance type.
///
/// The prices of a cloud are read when one of them is needed.
public final class PriceList {

    private static final List<String> CLOUDS = List.of("aws", "azure", "gce");

    /// @param capacity empty if it is not known
    /// @param date of the price, such as 2026-08-22
    public record Listed(String type, Resources capacity, Money hour, String date) {}

    private final Map<String, CloudPrices> clouds = new LinkedHashMap<>();
    private final Regions regions = Regions.builtIn();

    private PriceList() {}

    /// The built-in one.
    public static PriceList builtIn() {
        return new PriceList();
    }

    /// The price on demand.
    public Optional<Listed> find(Region region, String type) {
        return find(region, type, Capacity.ON_DEMAND);
    }

    /// The spot price, as it was on one day.
    public Optional<Listed> findSpot(Region region, String type) {
        return find(region, type, Capacity.SPOT);
    }

    private Optional<Listed> find(Region region, String type, Capacity capacity) {
        return cloud(region)
                .flatMap(cloud ->
                        cloud.find(type).flatMap(words -> listed(cloud, region, words, capacity)));
    }

    /// The instance types of a region with a known capacity, by name.
    public List<Listed> types(Region region) {
        return cloud(region).stream()
                .flatMap(cloud ->
                        cloud.lines()
                                .map(words -> listed(cloud, region, words, Capacity.ON_DEMAND)))
                .flatMap(Optional::stream)
                .filter(listed -> !listed.capacity().isEmpty())
                .toList();
    }

    /// The regions with prices.
    public List<Region> regions() {
        return CLOUDS.stream().flatMap(cloud -> regions(cloud).stream()).toList();
    }

    /// The region whose prices apply in a region: itself if it has prices, else the nearest of the
    /// same cloud; empty if the cloud has no list.
    Optional<Region> nearest(Region region) {
        if (!CLOUDS.contains(region.cloud())) {
            return Optional.empty();
        }
        var listed = regions(region.cloud());
        return Optional.of(listed.contains(region) ? region : regions.nearest(region, listed));
    }

    /// The cloud that sells a type, or has a region; empty if none does.
    String cloudOf(String type, String region) {
        return first(cloud -> cloud(cloud).find(type).isPresent())
                .or(() -> regions.find(region).map(Region::cloud))
                .orElse("");
    }

    private static Optional<String> first(Predicate<String> has) {
        return CLOUDS.stream().filter(has).findFirst();
    }

    private List<Region> regions(String cloud) {
        return cloud(cloud).regions().stream().map(region -> new Region(cloud, region)).toList();
    }

    private Optional<CloudPrices> cloud(Region region) {
        return first(region.cloud()::equals).map(this::cloud);
    }

    private CloudPrices cloud(String name) {
        return clouds.computeIfAbsent(name, CloudPrices::builtIn);
    }

    private static Optional<Listed> listed(
            CloudPrices cloud, Region region, String[] words, Capacity capacity) {
        return cloud.price(words, region.name(), capacity)
                .map(dated ->
                        new Listed(
                                words[CloudPrices.TYPE],
                                capacity(words),
                                Money.dollars(new BigDecimal(dated.dollars())),
                                dated.date()));
    }

    private static Resources capacity(String[] words) {
        if (words[1].equals(CloudPrices.UNKNOWN)) {
            return Resources.NONE;
        }
        var cpu = new Cpu(Long.parseLong(words[1]));
        var machine = Resources.of(cpu, Bytes.mebibytes(Long.parseLong(words[2])));
        long gpus = Long.parseLong(words[3]);
        return gpus == 0 ? machine : machine.with(WellKnown.NVIDIA_GPU, gpus);
    }
}
