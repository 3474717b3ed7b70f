package dev.plimsoll.groups;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Names for inferred groups: the fewest words that make them unique.
final class GroupNames {

    private GroupNames() {}

    /// A name for each, in the same order.
    ///
    /// @param words of each group, equally many
    static List<String> of(List<List<String>> words) {
        var names = new ArrayList<String>();
        words.forEach(own -> names.add(plain(own.getFirst())));
        for (int word = 1; word < words.getFirst().size(); word++) {
            refine(names, words, word);
        }
        return numbered(names);
    }

    /// Adds a word where groups of one name differ by it.
    private static void refine(List<String> names, List<List<String>> words, int word) {
        var same = new TreeMap<String, List<Integer>>();
        for (int group = 0; group < names.size(); group++) {
            same.computeIfAbsent(names.get(group), _ -> new ArrayList<>()).add(group);
        }
        for (var groups : same.values()) {
            long different =
                    groups.stream().map(group -> words.get(group).get(word)).distinct().count();
            if (different > 1) {
                groups.forEach(group ->
                        names.set(group, longer(names, group, words.get(group).get(word))));
            }
        }
    }

    private static String longer(List<String> names, int group, String word) {
        var name = names.get(group);
        return word.isEmpty() || word.equals(name) ? name : name + "-" + plain(word);
    }

    private static List<String> numbered(List<String> names) {
        Map<String, Integer> seen = new LinkedHashMap<>();
        var unique = new ArrayList<String>();
        for (var name : names) {
            int times = seen.merge(name, 1, Integer::sum);
            unique.add(times == 1 ? name : name + "-" + times);
        }
        return unique;
    }

    private static String plain(String word) {
        return word.replaceAll("[^A-Za-z0-9._-]+", "-");
    }
}
