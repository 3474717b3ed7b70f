package dev.plimsoll.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Random draws that are the same for the same seed.
final class Draw {

    private final SplittableRandom random;

    Draw(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    /// Both ends are possible.
    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    @SafeVarargs
    final <T> T one(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /// One to `most` of the choices, each at most once.
    List<Object> some(int most, Object... choices) {
        var left = new ArrayList<>(List.of(choices));
        var drawn = new ArrayList<>();
        for (int wanted = between(1, most); wanted > 0 && !left.isEmpty(); wanted--) {
            drawn.add(left.remove(random.nextInt(left.size())));
        }
        return drawn;
    }

    /// A random index by the given weights.
    int weighted(int... weights) {
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        int fallen = random.nextInt(sum);
        int at = 0;
        while (fallen >= weights[at]) {
            fallen -= weights[at++];
        }
        return at;
    }
}
