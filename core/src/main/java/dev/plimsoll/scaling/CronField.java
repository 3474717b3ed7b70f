package dev.plimsoll.scaling;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/// One field of a cron expression.
///
/// @param index its place in the expression
/// @param least the smallest number
/// @param most the largest number
/// @param names of the numbers, from the smallest on; none if it has no names
record CronField(String title, int index, int least, int most, List<String> names) {

    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");

    private static final List<String> DAYS =
            List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    static final CronField MINUTE = new CronField("minute", 0, 0, 59, List.of());
    static final CronField HOUR = new CronField("hour", 1, 0, 23, List.of());
    static final CronField DAY_OF_MONTH = new CronField("day of the month", 2, 1, 31, List.of());
    static final CronField MONTH = new CronField("month", 3, 1, 12, MONTHS);

    /// Sunday is 0 and 7.
    static final CronField DAY_OF_WEEK = new CronField("day of the week", 4, 0, 7, DAYS);

    static final List<CronField> ALL = List.of(MINUTE, HOUR, DAY_OF_MONTH, MONTH, DAY_OF_WEEK);

    /// The numbers that the text of the field names.
    ///
    /// @throws IllegalArgumentException with the mistake and its correction
    BitSet values(String text) {
        var values = new BitSet();
        for (var part : text.split(",", -1)) {
            add(part, values);
        }
        return values;
    }

    private void add(String part, BitSet values) {
        var stepped = List.of(part.split("/", -1));
        var ends = List.of(stepped.getFirst().split("-", -1));
        if (stepped.size() > 2 || ends.size() > 2) {
            throw refused(part);
        }
        boolean isAll = stepped.getFirst().equals("*");
        boolean hasStep = stepped.size() == 2;
        int from = isAll ? least : number(ends.getFirst(), part);
        int to = isAll || (hasStep && ends.size() == 1) ? most : number(ends.getLast(), part);
        int step = hasStep ? whole(stepped.getLast(), part) : 1;
        if (from < least || to > most || from > to || step < 1) {
            throw refused(part);
        }
        for (int value = from; value <= to; value += step) {
            values.set(names.equals(DAYS) ? value % DAYS.size() : value);
        }
    }

    private int number(String text, String part) {
        int named = names.indexOf(text.toLowerCase(Locale.ROOT));
        return named >= 0 ? named + least : whole(text, part);
    }

    private int whole(String text, String part) {
        boolean isShort = !text.isEmpty() && text.length() < 4;
        if (!isShort || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw refused(part);
        }
        return Integer.parseInt(text);
    }

    private IllegalArgumentException refused(String part) {
        return new IllegalArgumentException(
                "'"
                        + part
                        + "' is no "
                        + title
                        + "; write a number from "
                        + least
                        + " to "
                        + most
                        + (names.isEmpty() ? "" : ", a name such as " + names.get(1))
                        + ", a range, a list or *");
    }
}
