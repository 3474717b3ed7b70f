package dev.plimsoll.tidy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/// The house rules that a compiler cannot check. ARCHITECTURE.md says why each one stands.
@AnalyzeClasses(packages = "dev.plimsoll", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseTest {

    private static final String CORE =
            "dev.plimsoll.(collection|quantity|selection|prices|cluster|storage|decision|fit|groups|packing|slack|sizing"
                + "|batching|sharing|ranking|scaling|savings|provider|turn)..";
    private static final String DECIDERS =
            "dev.plimsoll.(slack|sizing|batching|sharing|ranking|scaling)..";
    private static final String FORMATS = "dev.plimsoll.formats..";
    private static final String SIMULATOR = "dev.plimsoll.simulator..";
    private static final String[] CORE_AND_JDK = {
        CORE,
        "java.lang",
        "java.math",
        "java.time",
        "java.util",
        "java.util.function",
        "java.util.random",
        "java.util.regex",
        "java.util.stream",
        // Annotations for the compiler, absent at run time.
        "org.jspecify.annotations"
    };

    /// A clock, chance, an order that changes from run to run (`Set.of` and `Map.of` shuffle at
    /// every start of the JVM), or a function that may differ by machine (`StrictMath` does not).
    private static final List<String> BREAKS_REPLAY =
            List.of(
                    "java.time.Instant.now",
                    "java.time.Clock.system",
                    "java.lang.System.",
                    "java.lang.Math.random",
                    "java.lang.Math.exp",
                    "java.lang.Math.log",
                    "java.lang.Math.pow",
                    "java.lang.Math.tanh",
                    "java.util.Random.",
                    "java.util.UUID.randomUUID",
                    "java.util.HashMap.<init>",
                    "java.util.HashSet.<init>",
                    "java.util.Set.of",
                    "java.util.Set.copyOf",
                    "java.util.Map.of",
                    "java.util.Map.copyOf",
                    "java.util.stream.Collectors.toSet",
                    "java.util.stream.Collectors.toMap",
                    "java.util.stream.Collectors.groupingBy",
                    "java.util.Collection.parallelStream");

    /// Formats that follow the machine's locale: `%d` has other digits in Egypt, `i` another
    /// capital in Turkey. A journal and a decision are the same text everywhere.
    private static final List<String> FOLLOWS_THE_LOCALE =
            List.of(
                    "java.lang.String.format",
                    "java.util.Formatter.",
                    "java.util.Locale.getDefault",
                    "java.text.NumberFormat.",
                    "java.text.DecimalFormat.",
                    "java.text.MessageFormat.",
                    "java.text.SimpleDateFormat.",
                    "java.io.PrintStream.printf",
                    "java.io.PrintStream.format",
                    "java.io.PrintWriter.printf",
                    "java.io.PrintWriter.format",
                    "java.time.format.DateTimeFormatter.ofPattern",
                    "java.time.format.DateTimeFormatter.ofLocalized");

    private static final List<String> IS_REAL_TIME =
            List.of(
                    "java.lang.System.nanoTime",
                    "java.lang.System.currentTimeMillis",
                    "java.lang.Thread.sleep",
                    "java.time.Instant.now",
                    "java.time.Clock.system",
                    "java.time.InstantSource.system",
                    "java.time.LocalDate.now",
                    "java.time.LocalDateTime.now",
                    "java.time.OffsetDateTime.now",
                    "java.time.ZonedDateTime.now");

    @ArchTest
    static final ArchRule coreKnowsOnlyTheJdk =
            classes()
                    .that()
                    .resideInAPackage(CORE)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(CORE_AND_JDK);

    @ArchTest
    static final ArchRule coreCanBeReplayed =
            noClasses()
                    .that()
                    .resideInAPackage(CORE)
                    .should()
                    .accessTargetWhere(touches("breaks replay", BREAKS_REPLAY));

    @ArchTest
    static final ArchRule noLocaleChangesAText =
            noClasses()
                    .that()
                    .resideInAnyPackage(CORE, FORMATS)
                    .should()
                    .accessTargetWhere(
                            touches("follows the locale", FOLLOWS_THE_LOCALE)
                                    .or(changesCaseByLocale()));

    @ArchTest
    static final ArchRule theSimulatorHasItsOwnTime =
            noClasses()
                    .that()
                    .resideInAPackage(SIMULATOR)
                    .should()
                    .accessTargetWhere(touches("is real time", IS_REAL_TIME));

    @ArchTest
    static final ArchRule decidersHaveNoState =
            fields().that()
                    .areDeclaredInClassesThat()
                    .implement("dev.plimsoll.decision.Decider")
                    .should()
                    .beStatic()
                    .andShould()
                    .beFinal();

    /// Scaling asks ranking which group to grow, batching how many nodes a subnet takes, and slack
    /// how much room to keep free.
    @ArchTest
    static final ArchRule decidersDoNotKnowEachOther =
            slices().matching(DECIDERS)
                    .should()
                    .notDependOnEachOther()
                    .ignoreDependency(
                            resideInAPackage("dev.plimsoll.scaling"),
                            resideInAnyPackage(
                                    "dev.plimsoll.ranking",
                                    "dev.plimsoll.batching",
                                    "dev.plimsoll.slack"));

    @ArchTest
    static final ArchRule decidersDoNotKnowWhoTurnsThem =
            noClasses()
                    .that()
                    .resideInAPackage(DECIDERS)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.plimsoll.turn..");

    @ArchTest
    static final ArchRule onlyFormatsKnowsJsonAndYaml =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(FORMATS)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("com.fasterxml..", "org.snakeyaml..");

    /// What measures may be started as well: `bench` makes its own inputs.
    @ArchTest
    static final ArchRule onlyTheCommandLineIsStarted =
            noMethods()
                    .that()
                    .areDeclaredInClassesThat()
                    .resideOutsideOfPackages("dev.plimsoll.cli..", "dev.plimsoll.bench..")
                    .should()
                    .haveName("main");

    @ArchTest
    static final ArchRule noDoorLeadsBack =
            slices().matching("dev.plimsoll.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule namesSayWhatAThingIs =
            noClasses()
                    .should()
                    .haveNameMatching(
                            ".*(Manager|Utils?|Helper|Impl|Processor|Handler|Base|Dto|Data|Info"
                                    + "|\\.Abstract\\w+)");

    /// For `accessTargetWhere`: `callCodeUnitWhere` would not see `Instant::now`.
    private static DescribedPredicate<JavaAccess<?>> touches(String what, List<String> targets) {
        return describe(
                what,
                access -> {
                    var target = access.getTargetOwner().getName() + "." + access.getName();
                    return targets.stream().anyMatch(target::startsWith);
                });
    }

    /// `toLowerCase()` and `toUpperCase()` follow the locale; with `Locale.ROOT` they do not.
    private static DescribedPredicate<JavaAccess<?>> changesCaseByLocale() {
        return describe(
                "changes case by locale",
                access ->
                        access.getTargetOwner().isEquivalentTo(String.class)
                                && (access.getName().equals("toLowerCase")
                                        || access.getName().equals("toUpperCase"))
                                && access.getTarget() instanceof CodeUnitAccessTarget target
                                && target.getRawParameterTypes().isEmpty());
    }
}
