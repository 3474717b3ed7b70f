package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.ResourceQuota;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/// Reads ResourceQuotas: what they say about the number of pods and the sum of their requests.
final class QuotaReader {

    /// `requests.cpu` and `cpu` mean the same.
    private static final String REQUESTS = "requests.";

    /// The storage that claims request.
    private static final String OF_CLAIMS = "requests.storage";

    /// What pods request, and their number. All else without `requests.` is about limits or other
    /// objects.
    private static final Set<String> OF_PODS =
            Set.of(
                    Resources.CPU,
                    Resources.MEMORY,
                    Resources.STORAGE,
                    Resources.PODS,
                    ResourceQuota.POD_OBJECTS);

    private QuotaReader() {}

    static ResourceQuota quota(Cursor quota, ObjectName name) {
        var status = quota.get("status");
        return new ResourceQuota(
                name,
                amounts(status.get("hard"), Math::min),
                amounts(status.get("used"), Math::max),
                scopes(quota.get("spec")));
    }

    /// @param both joins the amounts of two names for the same resource
    private static Resources amounts(Cursor quantities, LongBinaryOperator both) {
        var amounts = new TreeMap<String, Long>();
        for (var key : quantities.keys()) {
            if (isOfPods(key)) {
                var resource = key.startsWith(REQUESTS) ? key.substring(REQUESTS.length()) : key;
                amounts.merge(resource, quantities.get(key).total(resource), both::applyAsLong);
            }
        }
        return Resources.of(amounts);
    }

    /// Whether a quota limits by this key what pods request, or their number.
    static boolean isOfPods(String key) {
        return OF_PODS.contains(key)
                || key.startsWith("hugepages-")
                || (key.startsWith(REQUESTS) && !key.equals(OF_CLAIMS));
    }

    private static List<Requirement> scopes(Cursor spec) {
        var scopes = new ArrayList<Requirement>();
        for (var scope : spec.get("scopes").texts()) {
            scopes.add(new Requirement(scope, Operator.EXISTS, List.of()));
        }
        for (var scope : spec.get("scopeSelector").get("matchExpressions").items()) {
            scopes.add(
                    new Requirement(
                            scope.get("scopeName").text(),
                            Specs.operator(scope.get("operator")),
                            scope.get("values").texts()));
        }
        return scopes;
    }
}
