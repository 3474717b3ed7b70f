import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Completes the CycloneDX bill of materials that Maven wrote for the module `cli`: `java Bom.java
/// MAVEN-BOM VERSION PROGRAM SYSTEM GLIBC-VERSION`, to standard output.
///
/// Maven knows the jars, their licences and what depends on what. This adds the jar of `cli`
/// itself, the Java runtime in the directory PROGRAM, and the shared libraries in the directory
/// SYSTEM, which only the image has. The described component becomes the package, an application.
final class Bom {

    private static final String PACKAGE = "plimsoll";

    private Bom() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        var program = Path.of(arguments[2]);
        var bom = object(read(Path.of(arguments[0])));
        var metadata = object(bom.get("metadata"));
        var components = new ArrayList<Object>();

        var cli = object(metadata.get("component"));
        var jar = program.resolve("lib/" + cli.get("name") + "-" + cli.get("version") + ".jar");
        cli.put("hashes", hashes(jar));
        components.add(cli);
        for (var component : list(bom.get("components"))) {
            components.add(withOneHash(object(component)));
        }
        components.add(runtime(program.resolve("runtime")));
        components.add(systemLibraries(Path.of(arguments[3]), arguments[4]));

        var version = arguments[1];
        metadata.put("component", application(version, cli));
        bom.put("components", components);
        var roots = List.of(cli.get("bom-ref"), "openjdk", "glibc");
        var dependencies = new ArrayList<Object>();
        var whole = new LinkedHashMap<String, Object>();
        whole.put("ref", PACKAGE);
        whole.put("dependsOn", roots);
        dependencies.add(whole);
        dependencies.addAll(list(bom.get("dependencies")));
        bom.put("dependencies", dependencies);
        IO.println(Json.text(bom));
    }

    private static Map<String, Object> application(String version, Map<String, Object> cli) {
        var application = component("application", PACKAGE, version);
        application.put("description", cli.get("description"));
        application.put("licenses", cli.get("licenses"));
        return application;
    }

    private static Map<String, Object> runtime(Path directory)
            throws IOException, GeneralSecurityException {
        var runtime = component("platform", "openjdk", Runtime.version().toString());
        runtime.put("publisher", System.getProperty("java.vendor"));
        runtime.put("description", "Java runtime; the hash is that of its file lib/modules");
        runtime.put("hashes", hashes(directory.resolve("lib/modules")));
        runtime.put("licenses", expression("GPL-2.0-only WITH Classpath-exception-2.0"));
        return runtime;
    }

    private static Map<String, Object> systemLibraries(Path directory, String version)
            throws IOException, GeneralSecurityException {
        var glibc = component("library", "glibc", version);
        glibc.put("description", "Shared libraries that only the container image contains");
        glibc.put("licenses", expression("LGPL-2.1-or-later"));
        var files = new ArrayList<Object>();
        try (var walk = Files.walk(directory)) {
            for (var file :
                    walk.filter(path -> path.toString().contains(".so")).sorted().toList()) {
                var library = new LinkedHashMap<String, Object>();
                library.put("type", "file");
                library.put("name", "/" + directory.relativize(file));
                library.put("hashes", hashes(file));
                files.add(library);
            }
        }
        glibc.put("components", files);
        return glibc;
    }

    private static Map<String, Object> component(String type, String name, String version) {
        var component = new LinkedHashMap<String, Object>();
        component.put("type", type);
        component.put("bom-ref", name);
        component.put("name", name);
        component.put("version", version);
        component.put("purl", "pkg:generic/" + name + "@" + version.replace("+", "%2B"));
        return component;
    }

    private static List<Object> expression(String licences) {
        return List.of(Map.of("expression", licences));
    }

    private static List<Object> hashes(Path file) throws IOException, GeneralSecurityException {
        var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        var hash = new LinkedHashMap<String, Object>();
        hash.put("alg", "SHA-256");
        hash.put("content", HexFormat.of().formatHex(digest));
        return List.of(hash);
    }

    /// Maven writes eight hashes of every jar.
    private static Map<String, Object> withOneHash(Map<String, Object> component) {
        component.computeIfPresent(
                "hashes",
                (_, all) ->
                        list(all).stream()
                                .filter(hash -> "SHA-256".equals(object(hash).get("alg")))
                                .toList());
        return component;
    }

    private static Object read(Path file) {
        try (var documents = Values.read(Source.file(file), new Mistakes())) {
            return plain(documents.next());
        }
    }

    private static Object plain(Value value) {
        return switch (value) {
            case Value.Mapping mapping -> {
                var map = new LinkedHashMap<String, Object>();
                mapping.entries().forEach(entry -> map.put(entry.key(), plain(entry.value())));
                yield map;
            }
            case Value.Sequence sequence -> sequence.items().stream().map(Bom::plain).toList();
            case Value.Scalar scalar when scalar.quoted() -> scalar.text();
            case Value.Scalar scalar when scalar.text().matches("-?\\d+") ->
                    Long.valueOf(scalar.text());
            case Value.Scalar scalar -> Boolean.valueOf(scalar.text());
            case Value.Nothing _ -> "";
        };
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object tree) {
        return (Map<String, Object>) tree;
    }

    private static List<?> list(Object tree) {
        return (List<?>) tree;
    }
}
