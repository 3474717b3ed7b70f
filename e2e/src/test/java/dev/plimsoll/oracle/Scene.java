package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.metadata;

import dev.plimsoll.e2e.Api;
import dev.plimsoll.formats.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// The objects on the API server, and the change to those of the next case.
///
/// Equal objects stay; all others are removed before new ones are created, so that new objects are
/// always younger than removed ones.
final class Scene implements AutoCloseable {

    private static final Map<String, Object> NO_FINALIZERS =
            Map.of("metadata", Map.of("finalizers", List.of()));

    private final Api api;
    private final ExecutorService threads = Executors.newFixedThreadPool(12);

    /// The object of the case and the server's version of it, by path.
    private final Map<String, Map<String, Object>> wanted = new LinkedHashMap<>();

    private final Map<String, Map<String, Object>> kept = new ConcurrentHashMap<>();

    /// Real ids by the ids in a case.
    private final Map<String, String> ids = new ConcurrentHashMap<>();

    Scene(Api api) {
        this.api = api;
    }

    /// Removes objects that are not among these, or were created differently.
    void clear(List<Map<String, Object>> next) {
        var keep = new LinkedHashMap<String, Map<String, Object>>();
        next.forEach(object -> keep.put(Api.path(object), object));
        var gone = new ArrayList<Map<String, Object>>();
        wanted.forEach((path, object) -> {
            if (!object.equals(keep.get(path)) || isPod(object)) {
                gone.add(object);
            }
        });
        // A namespace is replaced: only a controller could finish its removal.
        gone.removeIf(Scene::isNamespace);
        all(gone.stream().filter(Scene::isHeld).toList(), this::release);
        // Pods first: what else goes would make the scheduler try them again.
        remove(gone.stream().filter(Scene::isPod).toList());
        remove(gone.stream().filter(object -> !isPod(object)).toList());
        gone.forEach(object -> forget(Api.path(object)));
        ids.clear();
    }

    private void remove(List<Map<String, Object>> objects) {
        var families = new LinkedHashMap<String, List<Map<String, Object>>>();
        for (var object : objects) {
            families.computeIfAbsent(Api.siblings(object), _ -> new ArrayList<>()).add(object);
        }
        all(List.copyOf(families.entrySet()), each -> remove(each.getKey(), each.getValue()));
    }

    private void remove(String siblings, List<Map<String, Object>> objects) {
        long there = wanted.values().stream().filter(o -> Api.siblings(o).equals(siblings)).count();
        if (there == objects.size()) {
            api.delete(siblings);
        } else {
            objects.forEach(object -> delete(Api.path(object)));
        }
    }

    /// Also of objects that were never created, because the server refused them or an earlier one.
    private void delete(String path) {
        unlessMissing(api.ask("DELETE", path, Map.of("gracePeriodSeconds", 0)), path);
    }

    private void release(Map<String, Object> pod) {
        unlessMissing(api.ask("PATCH", Api.path(pod), NO_FINALIZERS), Api.path(pod));
    }

    private static void unlessMissing(Api.Answer answer, String path) {
        if (!answer.isGood() && answer.status() != 404) {
            throw new IllegalStateException(path + ": " + answer);
        }
    }

    private void forget(String path) {
        wanted.remove(path);
        kept.remove(path);
    }

    /// Creates the missing ones, all at once.
    void create(List<Map<String, Object>> objects) {
        var missing =
                objects.stream()
                        .filter(object -> !object.equals(wanted.get(Api.path(object))))
                        .toList();
        missing.forEach(object -> wanted.put(Api.path(object), object));
        all(
                missing,
                object ->
                        kept.put(Api.path(object), Bookkeeping.without(object, createOne(object))));
    }

    private Map<String, Object> createOne(Map<String, Object> object) {
        var path = Api.path(object);
        var real = withRealOwner(object);
        var made = isNamespace(object) ? namespace(object) : api.create(real);
        if (metadata(object).get("uid") instanceof String id) {
            ids.put(id, JsonTree.text(made, "metadata", "uid"));
        }
        var status = JsonTree.map(JsonTree.at(object, "status"));
        if (!JsonTree.map(JsonTree.at(made, "status")).entrySet().containsAll(status.entrySet())) {
            made = api.patch(path + "/status", Map.of("status", status));
        }
        if (isHeld(object)) {
            api.delete(path);
            made = api.get(path);
        }
        return made;
    }

    private Map<String, Object> namespace(Map<String, Object> object) {
        var made = api.ask("POST", Api.siblings(object), object);
        return made.isGood() ? made.object() : api.replace(Api.path(object), object);
    }

    private Map<String, Object> withRealOwner(Map<String, Object> object) {
        var owners = JsonTree.maps(object, "metadata", "ownerReferences");
        if (owners.isEmpty()) {
            return object;
        }
        var real = new ArrayList<>();
        for (var owner : owners) {
            var copy = new LinkedHashMap<>(owner);
            copy.computeIfPresent("uid", (_, id) -> ids.getOrDefault((String) id, (String) id));
            real.add(copy);
        }
        var metadata = new LinkedHashMap<>(metadata(object));
        metadata.put("ownerReferences", real);
        var copy = new LinkedHashMap<>(object);
        copy.put("metadata", metadata);
        return copy;
    }

    /// The objects as the server stores them.
    List<Map<String, Object>> kept(List<Map<String, Object>> objects) {
        return objects.stream().map(object -> kept.get(Api.path(object))).toList();
    }

    /// A pod that is being deleted and kept by a finalizer.
    private static boolean isHeld(Map<String, Object> object) {
        return metadata(object).get("annotations") instanceof Map<?, ?> annotations
                && annotations.containsKey(RandomPods.TERMINATING);
    }

    private static boolean isNamespace(Map<String, Object> object) {
        return "Namespace".equals(object.get("kind"));
    }

    static boolean isPod(Map<String, Object> object) {
        return "Pod".equals(object.get("kind"));
    }

    /// Applies the action to each, several at a time.
    private <T> void all(List<T> items, Consumer<T> action) {
        var tasks = items.stream().map(item -> Executors.callable(() -> action.accept(item)));
        try {
            for (var done : threads.invokeAll(tasks.toList())) {
                done.get();
            }
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Api.Refused refused) {
                throw refused;
            }
            throw new IllegalStateException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
