package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Page;
import dev.plimsoll.formats.page.Section;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.kube.Shadow;
import java.util.List;

/// The end of a dry run: its changes of each group beside those of the others.
final class ShadowPage {

    private ShadowPage() {}

    static Page of(List<Shadow.Row> rows) {
        int agreed = rows.stream().mapToInt(Shadow.Row::agreed).sum();
        int notDone = rows.stream().mapToInt(Shadow.Row::notDone).sum();
        int others = rows.stream().mapToInt(Shadow.Row::others).sum();
        var table =
                Table.with(
                        "group",
                        "nodes now",
                        "node hours",
                        "would be",
                        "done by others too",
                        "not done",
                        "others only");
        for (var row : rows) {
            table.row(
                    row.group(),
                    row.nodes(),
                    Report.hours(row.nodeTime()),
                    Report.hours(row.wantedTime()),
                    row.agreed(),
                    row.notDone(),
                    row.others());
        }
        return Page.of(
                List.of(
                        "Plimsoll would have made "
                                + changes(agreed + notDone)
                                + "; others made "
                                + agreed
                                + " of them, and "
                                + changes(others)
                                + " that it would not have made"),
                Section.of("groups", table.build()));
    }

    private static String changes(int count) {
        return count + (count == 1 ? " change" : " changes");
    }
}
