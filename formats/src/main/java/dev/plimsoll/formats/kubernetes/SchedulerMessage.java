package dev.plimsoll.formats.kubernetes;

import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/// What kube-scheduler says about a pod that it could not place.
final class SchedulerMessage {

    private static final Pattern REASONS =
            Pattern.compile("nodes are available: (.*?)\\.?( preemption: .*)?$", Pattern.DOTALL);
    private static final Pattern COUNTED = Pattern.compile("^\\d+ (node\\(s\\) )?");
    private static final int MOST_CHARACTERS = 160;

    private SchedulerMessage() {}

    /// The reasons for which nodes refuse a pod, without their numbers of nodes; none if they were
    /// left out.
    static Optional<String> of(Cursor pod) {
        for (var condition : pod.get("status").get("conditions").items()) {
            if (condition.get("type").text().equals("PodScheduled")
                    && condition.get("reason").text().equals("Unschedulable")) {
                var message = condition.get("message").text();
                return message.isEmpty() ? Optional.empty() : Optional.of(reasons(message));
            }
        }
        return Optional.empty();
    }

    static String reasons(String message) {
        var found = REASONS.matcher(message);
        var all = found.find() ? found.group(1) : message;
        var reasons = new ArrayList<String>();
        for (var reason : all.split(", ", -1)) {
            reasons.add(COUNTED.matcher(reason.strip()).replaceFirst(""));
        }
        var text = String.join(", ", reasons);
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }
}
