package dev.plimsoll.scaling;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The times of a cron expression in a time zone: minute, hour, day of the month, month and day of
/// the week. A field is `*`, a number, a name, a range, a list of these, each with a step: `0 9 * *
/// mon-fri`, `*/15 0-6,20-23 1 jan *`. If both kinds of days are limited, either is enough.
///
/// @param text the expression as it was written
public record CronSchedule(String text, ZoneId zone) {

    /// @throws IllegalArgumentException with the mistake and its correction
    public CronSchedule {
        var fields = fields(text);
        if (fields.size() != CronField.ALL.size()) {
            throw new IllegalArgumentException(
                    "it has "
                            + fields.size()
                            + " fields; write minute, hour, day of the month, month and day of the"
                            + " week, such as 0 9 * * mon-fri");
        }
        CronField.ALL.forEach(field -> field.values(fields.get(field.index())));
    }

    private static List<String> fields(String text) {
        return List.of(text.strip().split("\\s+"));
    }

    private BitSet values(CronField field) {
        return field.values(fields(text).get(field.index()));
    }

    private boolean isLimited(CronField field) {
        return !fields(text).get(field.index()).startsWith("*");
    }

    /// The last of its times that is not after this one and less than `back` before it.
    Optional<Instant> last(Instant now, Duration back) {
        var here = now.atZone(zone);
        var first = now.minus(back).atZone(zone).toLocalDate();
        var minutes = values(CronField.MINUTE);
        var hours = values(CronField.HOUR);
        for (var day = here.toLocalDate(); !day.isBefore(first); day = day.minusDays(1)) {
            for (int hour = hours.length() - 1; isOn(day) && hour >= 0; hour--) {
                for (int minute = minutes.length() - 1; minute >= 0; minute--) {
                    if (hours.get(hour) && minutes.get(minute)) {
                        var time = at(day, LocalTime.of(hour, minute));
                        if (!time.isAfter(now)) {
                            return time.isAfter(now.minus(back))
                                    ? Optional.of(time)
                                    : Optional.empty();
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Instant at(LocalDate day, LocalTime time) {
        return ZonedDateTime.of(day, time, zone).toInstant();
    }

    private boolean isOn(LocalDate day) {
        if (!values(CronField.MONTH).get(day.getMonthValue())) {
            return false;
        }
        boolean inMonth = values(CronField.DAY_OF_MONTH).get(day.getDayOfMonth());
        boolean inWeek = values(CronField.DAY_OF_WEEK).get(day.getDayOfWeek().getValue() % 7);
        boolean areBothLimited =
                isLimited(CronField.DAY_OF_MONTH) && isLimited(CronField.DAY_OF_WEEK);
        return areBothLimited ? inMonth || inWeek : inMonth && inWeek;
    }

    /// The time zone of that name in the database of IANA.
    ///
    /// @throws IllegalArgumentException with the mistake and its correction
    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no time zone; write one such as UTC or Europe/Berlin",
                    unknown);
        }
    }

    @Override
    public String toString() {
        return text + " " + zone;
    }
}
