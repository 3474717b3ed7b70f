package dev.plimsoll.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A fault planted in our rules: they ignore some part of some objects.
///
/// @param kinds the kinds of objects that it affects; `asking` is the pods in question
/// @param path the keys to the ignored part; a list on the way means each of its items
record Blindness(List<String> kinds, List<String> path) {

    /// @param text kinds separated by `|`, then keys separated by blanks
    static Blindness of(String text) {
        var words = List.of(text.strip().split(" +"));
        return new Blindness(
                List.of(words.getFirst().split("\\|")), words.subList(1, words.size()));
    }

    Case seen(Case asked) {
        return new Case(
                asked.seed(),
                asked.objects().stream().map(this::object).toList(),
                asked.pods().stream()
                        .map(pod -> kinds.contains("asking") ? without(pod, path) : pod)
                        .toList());
    }

    private Map<String, Object> object(Map<String, Object> object) {
        return kinds.contains((String) object.getOrDefault("kind", ""))
                ? without(object, path)
                : object;
    }

    private static Map<String, Object> without(Map<String, Object> tree, List<String> path) {
        var copy = new LinkedHashMap<>(tree);
        var key = path.getFirst();
        if (path.size() == 1) {
            copy.remove(key);
        } else if (copy.containsKey(key)) {
            copy.put(key, within(copy.getOrDefault(key, ""), path.subList(1, path.size())));
        }
        return copy;
    }

    @SuppressWarnings("unchecked") // Trees of objects have texts as keys.
    private static Object within(Object value, List<String> path) {
        return switch (value) {
            case Map<?, ?> map -> without((Map<String, Object>) map, path);
            case List<?> list -> {
                var items = new ArrayList<>();
                list.forEach(item -> items.add(within(item, path)));
                yield items;
            }
            default -> value;
        };
    }
}
