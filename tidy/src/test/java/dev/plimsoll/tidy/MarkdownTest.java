package dev.plimsoll.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The references in Markdown files: links to files, and names of tests.
class MarkdownTest {

    private static final Map<String, String> TEXTS = Checkout.texts();

    /// A link or picture with a relative path; group 1 is the path without its fragment.
    private static final Pattern LINK = Pattern.compile("]\\((?![a-z]+:|#)([^)#\\s]+)[^)]*\\)");

    /// A test class, and perhaps one of its methods, between backticks.
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.?(\\w*)`");

    /// Decisions and the changelog are history: they name tests as they were.
    private static final Pattern PRESENT =
            Pattern.compile("(?!CHANGELOG)[^/]+\\.md|docs/[^/]+\\.md");

    @Test
    void everyRelativeLinkLeadsToAFile() {
        var broken = new ArrayList<String>();
        var links = references(Pattern.compile(".+\\.md"), LINK);

        links.forEach((file, found) -> {
            for (var link : found) {
                var target = Path.of(file).resolveSibling(link.group(1));
                if (!Files.exists(Checkout.ROOT.resolve(target))) {
                    broken.add(file + ": " + link.group(1));
                }
            }
        });

        assertThat(links).containsKeys("README.md", "docs/sources.md");
        assertThat(broken).isEmpty();
    }

    @Test
    void everyTestThatIsNamedExists() {
        var sources = testsByName();
        var missing = new ArrayList<String>();
        var tests = references(PRESENT, TEST);

        tests.forEach((file, found) -> {
            for (var test : found) {
                if (!exists(sources.getOrDefault(test.group(1), ""), test.group(2))) {
                    missing.add(file + ": " + test.group());
                }
            }
        });

        assertThat(tests).containsKeys("CONTRIBUTING.md", "docs/sources.md");
        assertThat(missing).isEmpty();
    }

    private static boolean exists(String source, String method) {
        return method.isEmpty() ? !source.isEmpty() : source.contains(" " + method + "(");
    }

    /// The sources of all test classes; those of classes with the same name are joined.
    private static Map<String, String> testsByName() {
        var sources = new TreeMap<String, String>();
        TEXTS.forEach((file, text) -> {
            if (file.endsWith("Test.java")) {
                var name = file.substring(file.lastIndexOf('/') + 1, file.length() - 5);
                sources.merge(name, text, String::concat);
            }
        });
        return sources;
    }

    /// The matches of `reference` in each file whose path matches `files`.
    private static Map<String, List<MatchResult>> references(Pattern files, Pattern reference) {
        var found = new TreeMap<String, List<MatchResult>>();
        TEXTS.forEach((file, text) -> {
            if (files.matcher(file).matches()) {
                found.put(file, reference.matcher(text).results().toList());
            }
        });
        return found;
    }
}
