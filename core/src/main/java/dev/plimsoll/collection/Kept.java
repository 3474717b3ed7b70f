package dev.plimsoll.collection;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Answers that follow from a value, kept with it: the last one of each kind of key. An answer
/// holds for an equal key only.
///
/// **Invariant:** an answer follows from the value and the key alone, so whoever asks gets what he
/// would compute: `KeptAnswersTest`.
public final class Kept {

    private record Answer(Record key, Object answer) {}

    /// By the class of the key.
    private final Map<Class<?>, Answer> answers = new LinkedHashMap<>();

    /// The answer that is kept for the key; it is computed if there is none.
    public <K extends Record, A> A get(K key, Class<A> kind, Function<K, A> compute) {
        return find(key, kind)
                .orElseGet(() -> {
                    var answer = compute.apply(key);
                    put(key, answer);
                    return answer;
                });
    }

    /// The answer that is kept for the key.
    public synchronized <A> Optional<A> find(Record key, Class<A> kind) {
        var last = answers.get(key.getClass());
        return last == null || !last.key.equals(key)
                ? Optional.empty()
                : Optional.of(kind.cast(last.answer));
    }

    /// Keeps an answer in place of the last one of this kind of key.
    public synchronized void put(Record key, Object answer) {
        answers.put(key.getClass(), new Answer(key, answer));
    }
}
