package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.formats.document.GroupFigures;
import dev.plimsoll.formats.page.PlanPage.Detail;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.EndState;
import dev.plimsoll.scaling.EndState.GroupEnd;
import java.util.ArrayList;
import java.util.List;

/// The groups of a plan, a row each under a row for all of them: nodes, pods, utilisation, price.
/// Groups without nodes are counted in one row unless the page is wide.
final class GroupTable {

    private static final String UNKNOWN = "-";

    private final EndState end;
    private final GroupFigures figures;

    GroupTable(EndState end) {
        this.end = end;
        this.figures = new GroupFigures(end);
    }

    Table table(Detail detail) {
        var columns =
                new ArrayList<>(List.of("group", "type", "nodes", "pods", "cpu", "memory", "$/h"));
        if (detail == Detail.WIDE) {
            columns.addAll(List.of("unused", "max", "price"));
        }
        var rows = new ArrayList<List<String>>();
        rows.add(total(detail));
        end.groups().stream()
                .filter(group -> detail == Detail.WIDE || isShown(group))
                .forEach(group -> rows.add(row(group, detail)));
        int empty = 1 + end.groups().size() - rows.size();
        if (empty > 0) {
            var name = PlanPage.counted(empty, "group") + " without nodes";
            rows.add(row(name, "", List.of(), UNKNOWN));
        }
        return new Table(columns, rows);
    }

    /// Whether it has nodes, or had some.
    private static boolean isShown(GroupEnd group) {
        return group.wanted() > 0 || group.group().size() > 0;
    }

    private List<String> total(Detail detail) {
        var all = end.groups();
        var row = new ArrayList<>(row("total", "", all, dollars(GroupFigures.cost(all))));
        if (detail == Detail.WIDE) {
            row.addAll(List.of(dollars(figures.unused(all)), "", ""));
        }
        return row;
    }

    private List<String> row(GroupEnd group, Detail detail) {
        var one = List.of(group);
        var name = group.name();
        var row = new ArrayList<>(row(name, type(group), one, dollars(GroupFigures.cost(one))));
        if (detail == Detail.WIDE) {
            row.addAll(List.of(dollars(figures.unused(one)), maximum(group), source(group)));
        }
        return row;
    }

    private List<String> row(String name, String type, List<GroupEnd> groups, String price) {
        int now = groups.stream().mapToInt(group -> group.group().size()).sum();
        int wanted = groups.stream().mapToInt(GroupEnd::wanted).sum();
        return List.of(
                name,
                type.isEmpty() ? UNKNOWN : type,
                wanted == now ? String.valueOf(now) : now + " → " + wanted,
                String.valueOf(figures.pods(groups)),
                utilisation(groups, Resources.CPU),
                utilisation(groups, Resources.MEMORY),
                price);
    }

    private String utilisation(List<GroupEnd> groups, String resource) {
        return figures.percent(groups, resource, 0).stream()
                .map(percent -> percent.toPlainString() + "%")
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static String type(GroupEnd group) {
        var types = group.group().types();
        return types.size() > 1 ? types.size() + " types" : String.join("", types);
    }

    private static String dollars(List<Money> amount) {
        return amount.isEmpty() ? UNKNOWN : amount.getFirst().rounded();
    }

    private static String maximum(GroupEnd group) {
        return switch (group.group().growth()) {
            case Growth.Within(var limits, _) -> maximum(limits);
            case Growth.Never(var why) -> why.rule().code();
        };
    }

    private static String maximum(Limits limits) {
        var words = new ArrayList<String>();
        if (limits.most() != NodeGroup.UNLIMITED) {
            words.add(String.valueOf(limits.most()));
        }
        if (!limits.capacity().isEmpty()) {
            words.add(limits.capacity().toString());
        }
        return words.isEmpty() ? "none" : String.join(", ", words);
    }

    private static String source(GroupEnd group) {
        var sources = GroupFigures.priceSources(group);
        return sources.size() > 2
                ? sources.getFirst() + " and " + (sources.size() - 1) + " more"
                : String.join("; ", sources);
    }
}
