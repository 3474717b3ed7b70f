package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `plan --question` prints a question that `decide` answers as `plan` does.
class QuestionOfADumpTest {

    private static final Path DUMP = inCheckout("docs/examples/plan-dump.json");

    @TempDir private Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"table", "json"})
    void decideAnswersTheQuestionOfADumpAsPlanDoes(String format) {
        isAnsweredAsPlanDoes(List.of(DUMP), format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"table", "json"})
    void decideAnswersTheQuestionOfADumpUnderAPolicyAsPlanDoes(String format) {
        var policy =
                file(
                        "policy.yaml",
                        """
                        kind: Policy
                        groups:
                        - {name: general, match: {labels: {eks.amazonaws.com/nodegroup: general}}, minNodes: 2, maxNodes: 4}
                        - {name: memory, match: {labels: {eks.amazonaws.com/nodegroup: memory}}, maxNodes: 3, priceHour: 0.5}
                        - name: spare
                          match: {labels: {eks.amazonaws.com/nodegroup: spare}}
                          maxNodes: 2
                          priceHour: 0.3
                          template: {zone: us-east-1a, allocatable: {cpu: 8, memory: 32Gi, pods: 20}, taints: [{key: only, value: web, effect: NoSchedule}]}
                        ranking: {strategies: [priority, least-waste, cheapest-mix], priorities: [{priority: 10, groups: ["gen.*"]}]}
                        scaling: {maxNodesTotal: 5, maxCpu: 60, maxMemory: 200Gi}
                        subnets: [{name: pods, capacity: 60, groups: [general, memory]}]
                        """);

        isAnsweredAsPlanDoes(List.of(DUMP, "-c", policy), format);
        assertThat(question(List.of(DUMP, "-c", policy)).out())
                .contains("minNodes: 2", "maxNodesTotal: 5", "- least-waste", "capacity: 60");
    }

    @Test
    void decideAnswersTheQuestionOfAnyDumpAsPlanDoes() {
        var growing = new AtomicInteger();
        Seeds.forOneIn(
                40,
                random -> {
                    var any = new AnyDump(random);
                    var words = new ArrayList<Object>();
                    words.add(file("dump.json", any.toString()));
                    if (random.nextBoolean()) {
                        words.addAll(List.of("-c", file("policy.yaml", any.policy())));
                    }
                    if (random.nextBoolean()) {
                        int percent = random.nextInt(40);
                        words.addAll(List.of("--extra-capacity-min-rate", percent + "%"));
                    }

                    var plan = isAnsweredAsPlanDoes(words, "json");

                    growing.addAndGet(plan.contains("\"step\":\"resizeGroup\"") ? 1 : 0);
                });
        assertThat(growing).hasPositiveValue();
    }

    @Test
    void aQuestionIsTheSameInYamlAndJson() {
        var yaml = file("q.yaml", question(List.of(DUMP)).out());
        var json = file("q.json", question(List.of(DUMP, "-o", "json")).out());

        assertThat(plimsoll("decide", json, "-o", "yaml"))
                .isEqualTo(plimsoll("decide", yaml, "-o", "yaml"));
    }

    /// @return what `plan` says
    private String isAnsweredAsPlanDoes(List<?> words, String format) {
        var plan = plimsoll(all("plan", words, "-o", format));

        var answer = plimsoll("decide", file("q.yaml", question(words).out()), "-o", format);

        assertThat(answer).isEqualTo(plan);
        assertThat(plan.code()).isZero();
        return plan.out();
    }

    private static Shell question(List<?> words) {
        return plimsoll(all("plan", words, "--question"));
    }

    private static Object[] all(String command, List<?> words, Object... more) {
        var all = new ArrayList<Object>(List.of(command));
        all.addAll(words);
        all.addAll(List.of(more));
        return all.toArray();
    }

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
