package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option;
import dev.plimsoll.ranking.Option.Machine;
import dev.plimsoll.ranking.Option.Size;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.Portion;
import dev.plimsoll.ranking.RankingSeen;
import dev.plimsoll.ranking.Rates;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Reads the part `seen` of a ranking question.
final class RankingSeenReader {

    private static final int MOST = 1_000_000_000;
    private static final String STABILISATION = "stabilisationPrice";
    private static final List<String> RATES =
            List.of("cpuHour", "memoryGiBHour", "gpuHour", "podHour", "storageGiBHour");

    private final Fields fields;
    private final Fields prices;
    private final Rates rates;

    RankingSeenReader(Fields fields) {
        this.fields = fields;
        prices = fields.fields("prices");
        var given = rates();
        rates = RATES.stream().anyMatch(prices::has) ? given : new Rates.Unknown();
    }

    private Rates rates() {
        return new Rates.Of(
                new UnitPrices(
                        prices.money("cpuHour", Money.NONE),
                        prices.money("memoryGiBHour", Money.NONE),
                        prices.money("gpuHour", Money.NONE),
                        prices.money("podHour", Money.NONE),
                        prices.money("storageGiBHour", Money.NONE)));
    }

    RankingSeen read() {
        var options = options();
        long taken = RankingSeen.mostTaken(options);
        long pending = fields.whole("pending", taken, 0, Long.MAX_VALUE);
        if (pending < taken) {
            fields.mistake(
                    "pending",
                    "an option has "
                            + taken
                            + " pods, more than the "
                            + pending
                            + " pending; write the number of pending pods, or leave it out");
        }
        return new RankingSeen(
                fields.whole("clusterNodes", 0, 0, MOST),
                Math.max(pending, taken),
                stabilisation(),
                rates,
                options);
    }

    /// The stabilisation price, which can be given in `prices` or next to it.
    private Price stabilisation() {
        boolean beside = fields.has(STABILISATION);
        boolean among = prices.has(STABILISATION);
        if (beside && among) {
            fields.mistake(STABILISATION, "it is given in prices too; remove one");
        }
        return price(among ? prices : fields, STABILISATION);
    }

    private static Price price(Fields fields, String key) {
        return fields.has(key)
                ? new Price.Known(fields.money(key, Money.NONE), "the question")
                : new Price.Unknown("the question has no " + key);
    }

    private List<Option> options() {
        var options = new ArrayList<Option>();
        Set<String> taken = new LinkedHashSet<>();
        for (var entry : fields.list("options")) {
            var option = option(entry);
            if (taken.add(option.group())) {
                options.add(option);
            } else {
                entry.mistake("group", "two options are for '" + option.group() + "'; remove one");
            }
        }
        return options;
    }

    private Option option(Fields entry) {
        return new Option(
                entry.requiredText("group"),
                entry.has("nodes")
                        ? new Size.Of(entry.whole("nodes", 0, 0, MOST))
                        : new Size.Unknown(),
                new Machine(entry.resources("node", Resources.NONE), price(entry, "nodePriceHour")),
                entry.whole("count", 1, 1, MOST),
                entry.flag("exists", true) ? Standing.EXISTS : Standing.NOT_YET,
                entry.list("pods").stream().map(this::portion).toList());
    }

    private Portion portion(Fields pods) {
        pods.text("name", "");
        var requests = pods.resources("requests", Resources.NONE);
        var own = price(pods, "priceHour");
        return new Portion(
                requests,
                pods.whole("count", 1, 1, MOST),
                own instanceof Price.Known ? own : price(pods, requests));
    }

    private Price price(Fields pods, Resources requests) {
        try {
            return rates.price(requests);
        } catch (ArithmeticException tooLarge) {
            pods.mistake(
                    "requests",
                    "one pod costs more than nine billion dollars an hour at these prices; check"
                            + " the units");
            return new Price.Unknown("it is too large");
        }
    }
}
