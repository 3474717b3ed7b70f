package dev.plimsoll.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Rule;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The rules of all deciders: metrics, journals and `explain --rule` carry their codes alone.
class RulesTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.plimsoll");

    private static final Map<String, List<Rule>> BY_CLASS = rules();

    @Test
    void everyCodeIsUnique() {
        var codes = all().stream().map(Rule::code).toList();

        assertThat(codes).hasSizeGreaterThan(150).doesNotHaveDuplicates();
        assertThat(codes).allMatch(Pattern.compile("[a-z]+(-[a-z]+)*").asMatchPredicate());
    }

    @Test
    void everyDeciderListsItsRules() throws ReflectiveOperationException {
        for (var type : CLASSES) {
            if (type.isAssignableTo(Decider.class) && !type.isInterface()) {
                var decider = (Decider<?, ?, ?>) type.reflect().getConstructor().newInstance();
                var own = BY_CLASS.getOrDefault(type.getPackageName() + ".Rules", List.of());

                assertThat(decider.rules()).as(type.getName()).isNotEmpty().containsAll(own);
            }
        }
    }

    /// What a sentence says of commands, files and dumps is added by the command line.
    @Test
    void noSentenceSpeaksOfTheShell() {
        var shell = Pattern.compile("plimsoll|kubectl|\\bdump\\b|--[a-z]|\\bflag\\b|\\bfile\\b");

        assertThat(all()).noneMatch(rule -> shell.matcher(rule.sentence()).find());
    }

    private static List<Rule> all() {
        return BY_CLASS.values().stream().flatMap(List::stream).toList();
    }

    private static Map<String, List<Rule>> rules() {
        var rules = new TreeMap<String, List<Rule>>();
        for (var type : CLASSES) {
            for (var field : type.getFields()) {
                if (field.getRawType().isEquivalentTo(Rule.class)
                        && Modifier.isStatic(field.reflect().getModifiers())) {
                    rules.computeIfAbsent(type.getName(), _ -> new ArrayList<>()).add(value(field));
                }
            }
        }
        return rules;
    }

    private static Rule value(JavaField field) {
        try {
            var reflected = field.reflect();
            reflected.setAccessible(true);
            return (Rule) reflected.get(null);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
