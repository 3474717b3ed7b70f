package dev.plimsoll.slack;

import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;

/// Amounts as sentences show them: `4 cpu and 16Gi`; an amount of memory needs no name.
final class Amounts {

    private Amounts() {}

    static String text(Resources amounts) {
        var text = new StringBuilder();
        var names = amounts.names();
        for (int i = 0; i < names.size(); i++) {
            text.append(i == 0 ? "" : i == names.size() - 1 ? " and " : ", ");
            text.append(text(names.get(i), amounts.asked(names.get(i))));
        }
        return text.isEmpty() ? "nothing" : text.toString();
    }

    static String text(String resource, long amount) {
        var text = Quantity.brief(resource, amount);
        if (!resource.equals(Resources.MEMORY)) {
            return text + " " + resource;
        }
        return Character.isDigit(text.charAt(text.length() - 1)) ? text + " bytes" : text;
    }
}
