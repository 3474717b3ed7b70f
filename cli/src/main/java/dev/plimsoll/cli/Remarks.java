package dev.plimsoll.cli;

import dev.plimsoll.formats.Mistake;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;

/// Remarks about the settings of a policy file, in few lines.
final class Remarks {

    private Remarks() {}

    /// Remarks with the same sentence are one line: it names the other keys, or counts the other
    /// places of the same key.
    static List<String> of(List<Mistake> remarks) {
        var bySentence = new LinkedHashMap<String, List<Mistake>>();
        remarks.forEach(remark ->
                bySentence.computeIfAbsent(remark.sentence(), _ -> new ArrayList<>()).add(remark));
        return bySentence.values().stream().map(Remarks::line).toList();
    }

    private static String line(List<Mistake> same) {
        var keys = new LinkedHashSet<String>();
        same.forEach(remark -> keys.add(key(remark)));
        keys.remove(key(same.getFirst()));
        int more = same.size() - 1;
        if (!keys.isEmpty()) {
            return same.getFirst() + " (also " + String.join(", ", keys) + ")";
        }
        return same.getFirst()
                + switch (more) {
                    case 0 -> "";
                    case 1 -> " (and in 1 more place)";
                    default -> " (and in " + more + " more places)";
                };
    }

    private static String key(Mistake remark) {
        return remark.path().substring(remark.path().lastIndexOf('.') + 1);
    }
}
