package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Suggestion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The words after the name of a command: options and operands.
final class Arguments {

    private final Command command;
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final List<String> operands = new ArrayList<>();

    Arguments(Command command, List<String> words) {
        this.command = command;
        var rest = new ArrayList<>(words);
        while (!rest.isEmpty()) {
            var word = rest.removeFirst();
            if (word.equals("--")) {
                operands.addAll(rest);
                return;
            }
            if (word.startsWith("-") && word.length() > 1) {
                option(word, rest);
            } else {
                operands.add(word);
            }
        }
    }

    private void option(String word, List<String> rest) {
        int equals = word.indexOf('=');
        var name = equals < 0 ? word : word.substring(0, equals);
        var option = known(name);
        if (option.value().isEmpty()) {
            if (equals >= 0) {
                throw wrong(name, "takes no value; remove '" + word.substring(equals) + "'");
            }
            put(name, "true");
            return;
        }
        if (equals >= 0) {
            rest.addFirst(word.substring(equals + 1));
        }
        for (int left = option.values().size(); left > 0; left--) {
            if (rest.isEmpty() || isOption(rest.getFirst())) {
                throw wrong(name, "needs a value: " + name + " " + option.value());
            }
            put(name, rest.removeFirst());
        }
    }

    private void put(String name, String value) {
        if (value.isEmpty()) {
            throw wrong(name, "its value is empty; write " + name + " " + known(name).value());
        }
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    private boolean isOption(String word) {
        return command.options().stream().anyMatch(option -> option.name().equals(word));
    }

    private Command.Option known(String name) {
        for (var option : command.options()) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        if (command instanceof Run) {
            Run.movedTo(name)
                    .ifPresent(simulation -> {
                        throw wrong(
                                "run " + name,
                                "this is now 'plimsoll simulate " + simulation + "'");
                    });
        }
        var names = command.options().stream().map(Command.Option::name).toList();
        throw wrong(
                name,
                "unknown option; "
                        + Suggestion.closest(name, names)
                                .map(close -> "did you mean '" + close + "'? ")
                                .orElse("")
                        + "'plimsoll help "
                        + command.name()
                        + "' lists all options");
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name, String orElse) {
        return has(name) ? texts(name).getLast() : orElse;
    }

    /// All values of an option that may be repeated, or that takes several, in order.
    List<String> texts(String name) {
        return values.getOrDefault(name, List.of());
    }

    Duration duration(String name, Duration orElse) {
        if (!has(name)) {
            return orElse;
        }
        try {
            return Durations.parse(text(name, ""));
        } catch (IllegalArgumentException malformed) {
            throw wrong(name, String.valueOf(malformed.getMessage()));
        }
    }

    long whole(String name, long orElse, long least) {
        if (!has(name)) {
            return orElse;
        }
        var text = text(name, "");
        if (!text.matches("-?[0-9]{1,18}") || Long.parseLong(text) < least) {
            throw wrong(
                    name,
                    "'"
                            + text
                            + "' is not a whole number"
                            + (least == Long.MIN_VALUE ? "" : " of " + least + " or more"));
        }
        return Long.parseLong(text);
    }

    /// The value of an option with choices; the first one without the option.
    String choice(String name) {
        var choices = known(name).choices();
        var chosen = text(name, choices.getFirst());
        if (!choices.contains(chosen)) {
            throw wrong(name, "'" + chosen + "' is not one of " + String.join(", ", choices));
        }
        return chosen;
    }

    /// The operands, whose number is within limits.
    List<String> operands(int least, int most) {
        if (operands.size() < least || operands.size() > most) {
            throw wrong(
                    command.name(),
                    operands.isEmpty() ? "an operand is missing; " + usage() : usage());
        }
        if (operands.contains("")) {
            throw wrong(command.name(), "an operand is empty; " + usage());
        }
        return operands;
    }

    private String usage() {
        return "usage: plimsoll " + command.name() + " " + command.operands();
    }

    BadInput wrong(String what, String sentence) {
        return new BadInput(Place.whole(what), "", sentence);
    }
}
