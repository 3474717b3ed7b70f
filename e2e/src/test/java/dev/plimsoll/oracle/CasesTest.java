package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.checker.Checker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CasesTest {

    /// What must occur in [#MANY] of 500 cases, as words of the printed trees.
    private static final String FEATURES =
            """
            resources      | cpu=0 cpu=250m cpu=251m cpu=1001m memory=536870913 ephemeral-storage=1Gi
            resources      | ephemeral-storage=1073741825 example.com/gpu=1 example.com/gpu=0
            resources      | hugepages-2Mi=4Mi overhead={ initContainers=[ restartPolicy=Always
            resources      | resources={limits={ spec={containers=
            resize         | allocatedResources={ reason=Infeasible reason=Deferred
            slots          | pods=110 pods=3 pods=4
            nodes          | unschedulable=true status=False status=Unknown type=MemoryPressure
            taints         | effect=NoSchedule effect=NoExecute effect=PreferNoSchedule
            taints         | key=node.kubernetes.io/unschedulable key=node.kubernetes.io/not-ready
            tolerations    | tolerations=[{operator=Exists} tolerationSeconds=60 value=gpu value=,
            tolerations    | tolerations=[{key=dedicated} operator=Equal operator=Exists
            selectors      | nodeSelector={ nodeSelector={nope=}
            node affinity  | operator=Gt operator=Lt operator=In operator=NotIn operator=Exists
            node affinity  | operator=DoesNotExist values=[08] values=[1.5] values=[abc] values=[]
            node affinity  | values=[9223372036854775808] values=[9223372036854775807] key=nope
            node affinity  | key=metadata.name nodeSelectorTerms=[{}
            ports          | protocol=TCP protocol=UDP protocol=SCTP hostIP=0.0.0.0 hostIP=127.0.0.1
            ports          | hostIP=:: hostIP=::1 name=ports hostNetwork=true
            neighbours     | podAffinity={ podAntiAffinity={ labelSelector={} namespaces=[
            neighbours     | namespaceSelector={} namespaceSelector={match matchLabelKeys=[
            neighbours     | mismatchLabelKeys=[ topologyKey=rack topologyKey=kubernetes.io/hostname
            spread         | maxSkew=1 maxSkew=2 maxSkew=3 minDomains=1 minDomains=2 minDomains=5
            spread         | nodeAffinityPolicy=Honor nodeAffinityPolicy=Ignore
            spread         | nodeTaintsPolicy=Honor nodeTaintsPolicy=Ignore
            spread         | ScheduleAnyway matchLabelKeys=[absent] oracle/terminating=true
            spread         | phase=Succeeded phase=Failed namespace=blue
            claims         | bind-completed=yes claimName=missing phase=Lost storageClassName=missing
            claims         | storageClassName=, [ReadWriteOncePod] selected-node=n1 volumeName=missing
            volumes        | zone=z1__z2 failure-domain.beta.kubernetes.io/zone=z1 phase=Available
            volumes        | phase=Released volumeMode=Block selector={} selector={matchLabels
            volumes        | claimRef={ local volumeHandle=h1 hostPath= nodeAffinity={required
            classes        | WaitForFirstConsumer Immediate no-provisioner allowedTopologies=
            drivers        | allocatable={count=0} allocatable={count=2} VolumeAttachment
            drivers        | preventPodSchedulingIfMissing=true preventPodSchedulingIfMissing=false
            drivers        | storageCapacity=true storageCapacity=false maximumVolumeSize=1Gi
            drivers        | nodeTopology={} nodeTopology={match
            disks          | gcePersistentDisk awsElasticBlockStore iscsi= rbd= readOnly=true
            ephemeral      | ephemeral={ ownerReferences=[
            """;

    private static final int MANY = 15;

    @Test
    void everyRuleAndEdgeValueOccursInManyCases() {
        var counts = new LinkedHashMap<String, Integer>();
        features().forEach(feature -> counts.put(feature, 0));
        for (long seed = 1; seed <= 500; seed++) {
            var text = Cases.of(seed).toString();
            counts.replaceAll(
                    (feature, count) -> count < MANY && text.contains(feature) ? count + 1 : count);
        }

        assertThat(counts)
                .allSatisfy((feature, count) -> assertThat(count).as(feature).isEqualTo(MANY));
    }

    private static List<String> features() {
        var features = new ArrayList<String>();
        for (var line : FEATURES.lines().toList()) {
            features.addAll(List.of(line.substring(line.indexOf('|') + 2).split(" ", -1)));
        }
        return features;
    }

    @Tag("long")
    @Test
    void everyRuleRefusesOftenAndManyPodsFit() {
        var counts = new LinkedHashMap<String, Integer>();
        for (long seed = 1; seed <= 60; seed++) {
            var made = Cases.of(seed);
            var checker = new Checker(made.objects());
            for (var node : nodes(made)) {
                for (var pod : made.pods()) {
                    var rule =
                            checker.refusal(pod, node)
                                    .map(text -> text.substring(0, text.indexOf(':')))
                                    .orElse("fits");
                    counts.merge(rule, 1, Integer::sum);
                }
            }
        }

        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(counts.get("fits")).isBetween(all * 3 / 10, all * 6 / 10);
        assertThat(counts).hasSize(15).doesNotContainKey("not understood");
        assertThat(counts)
                .allSatisfy((rule, count) -> assertThat(count).as(rule).isGreaterThan(25));
    }

    private static List<String> nodes(Case made) {
        return made.objects().stream()
                .filter(object -> "Node".equals(object.get("kind")))
                .map(Trees::name)
                .toList();
    }

    @Test
    void equalSeedsMakeEqualCases() {
        assertThat(Cases.of(7)).isEqualTo(Cases.of(7));
        assertThat(Cases.of(7)).isNotEqualTo(Cases.of(8));
    }

    @Test
    void aCaseHasTheSizeItPromises() {
        for (long seed = 1; seed <= 500; seed++) {
            var made = Cases.of(seed);

            assertThat(count(made, "Node")).isBetween(2L, 9L);
            assertThat(count(made, "Pod")).isBetween(5L, 40L);
            assertThat(made.pods()).hasSizeBetween(20, 60);
            assertThat(made.pods())
                    .allSatisfy(pod -> assertThat(containerNames(pod)).doesNotHaveDuplicates());
            assertThat(made.pods()).noneMatch(pod -> Trees.spec(pod).containsKey("nodeName"));
        }
    }

    private static List<String> containerNames(Map<String, Object> pod) {
        var containers = new ArrayList<>(Trees.items(Trees.spec(pod), "containers"));
        containers.addAll(Trees.items(Trees.spec(pod), "initContainers"));
        return containers.stream()
                .map(container -> (String) ((Map<?, ?>) container).get("name"))
                .toList();
    }

    private static long count(Case made, String kind) {
        return made.objects().stream()
                .map(Map::copyOf)
                .filter(object -> kind.equals(object.get("kind")))
                .count();
    }
}
