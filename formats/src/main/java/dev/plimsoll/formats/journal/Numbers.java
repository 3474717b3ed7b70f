package dev.plimsoll.formats.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Things by the order in which they first occurred.
final class Numbers<T> {

    private final Map<T, Integer> numbers = new LinkedHashMap<>();
    private final List<T> things = new ArrayList<>();

    /// The thing's number; a new one if it is new.
    int of(T thing) {
        return numbers.computeIfAbsent(thing, this::add);
    }

    private int add(T thing) {
        things.add(thing);
        return things.size() - 1;
    }

    T thing(int number) {
        return things.get(number);
    }

    int size() {
        return things.size();
    }

    List<T> since(int number) {
        return List.copyOf(things.subList(number, things.size()));
    }
}
