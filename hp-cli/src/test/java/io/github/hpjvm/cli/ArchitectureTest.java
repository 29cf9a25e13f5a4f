package io.github.hpjvm.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Dependencies between modules, which run down from cli to os; and between the packages of cli. */
@AnalyzeClasses(packages = "io.github.hpjvm", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String CLI = "io.github.hpjvm.cli..";
    private static final String BENCH = "io.github.hpjvm.bench..";
    private static final String ADVISOR = "io.github.hpjvm.advisor..";
    private static final String CONSOLE = "io.github.hpjvm.console..";
    private static final String OS = "io.github.hpjvm.os..";

    /** Packages of hp-bench that are of the module hp-workloads, which forks see. */
    private static final String[] FORK = {
        "io.github.hpjvm.bench.workload..", "io.github.hpjvm.bench.fork..", "io.github.hpjvm.bench.reading.."
    };

    /** Packages that several commands use. */
    private static final String[] SHARED = {
        "io.github.hpjvm.cli.option", "io.github.hpjvm.cli.source", "io.github.hpjvm.cli.pod"
    };

    /** A name has one meaning. Each module has its own entry point. */
    @ArchTest
    static void noTwoClassesHaveOneName(JavaClasses all) {
        Map<String, List<String>> byName = new TreeMap<>();
        for (JavaClass one : all) {
            if (one.isTopLevelClass()
                    && !Set.of("Main", "package-info", "module-info").contains(one.getSimpleName())) {
                byName.computeIfAbsent(one.getSimpleName(), name -> new ArrayList<>())
                        .add(one.getName());
            }
        }
        byName.values().removeIf(classes -> classes.size() == 1);
        assertEquals(Map.of(), byName);
    }

    /** Each package of this module is one, also the one above the others. */
    private static final SliceAssignment EACH_PACKAGE = packages("each package of hp-cli", resideInAPackage(CLI));

    private static final SliceAssignment EACH_COMMAND = packages(
            "each package of commands",
            resideInAPackage("io.github.hpjvm.cli.*")
                    .and(not(resideInAnyPackage(SHARED)))
                    .and(not(resideInAPackage("io.github.hpjvm.cli.text"))));

    private static SliceAssignment packages(String description, DescribedPredicate<JavaClass> classes) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass one) {
                return classes.test(one) ? SliceIdentifier.of(one.getPackageName()) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return description;
            }
        };
    }

    @ArchTest
    static final ArchRule modulesDependInOneDirection = Architectures.layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("cli")
            .definedBy(CLI)
            .layer("bench")
            .definedBy(BENCH)
            .layer("advisor")
            .definedBy(ADVISOR)
            .layer("console")
            .definedBy(CONSOLE)
            .layer("os")
            .definedBy(OS)
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("bench")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("advisor")
            .mayOnlyBeAccessedByLayers("cli", "bench")
            .whereLayer("console")
            .mayOnlyBeAccessedByLayers("cli", "bench")
            .whereLayer("os")
            .mayNotAccessAnyLayer();

    @ArchTest
    static final ArchRule forksSeeNoOtherModule = noClasses()
            .that()
            .resideInAnyPackage(FORK)
            .should()
            .dependOnClassesThat(resideInAnyPackage(CLI, ADVISOR, CONSOLE, OS));

    /** What else the commands share with hp-bench is in hp-console and hp-os. */
    @ArchTest
    static final ArchRule hpBenchIsForCampaignsTracesAndCounters = noClasses()
            .that()
            .resideInAPackage(CLI)
            .and(not(resideInAnyPackage(
                    "io.github.hpjvm.cli.bench",
                    "io.github.hpjvm.cli.jdk",
                    "io.github.hpjvm.cli.trial",
                    "io.github.hpjvm.cli.watch",
                    "io.github.hpjvm.cli.text")))
            // advise --gain reads the results of a campaign
            .and(not(name("io.github.hpjvm.cli.advise.AdviseRequest")))
            .should()
            .dependOnClassesThat(resideInAPackage(BENCH));

    @ArchTest
    static final ArchRule noModuleUsesTheCommandLine = noClasses()
            .that(not(resideInAPackage(CLI)))
            .should()
            .dependOnClassesThat(resideInAnyPackage(CLI, "picocli.."));

    @ArchTest
    static final ArchRule commandsDoNotUseMeasuringLibraries = noClasses()
            .that()
            .resideInAPackage(CLI)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "org.openjdk.jmh..", "oshi..", "com.sun.jna..", BENCH.replace("..", ".workload..")));

    @ArchTest
    static final ArchRule commandsStartNoProcessAndOpenNoFile = noClasses()
            .that(not(name(CLI.replace("..", ".emit.EmittedFiles"))))
            .and()
            .resideInAPackage(CLI)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.nio.file.Files")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(java.io.File.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ProcessBuilder.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ProcessHandle.class);

    @ArchTest
    static final ArchRule onlyTheTopEndsTheJvm = noClasses()
            .that(not(type(Main.class)))
            .and()
            .resideInAPackage(CLI)
            .should()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles();

    /** The list of the commands needs them, and several commands use the shared packages. */
    @ArchTest
    static final ArchRule onlyCommandsAndSharedPackagesArePublic = classes()
            .that()
            .resideInAPackage(CLI)
            .and(not(resideInAnyPackage(SHARED)))
            .and(not(type(Main.class)))
            .and()
            .haveSimpleNameNotEndingWith("Command")
            .and()
            .haveSimpleNameNotEndingWith("Text")
            .should()
            .notBePublic();

    @ArchTest
    static final ArchRule commandsUseNoOtherCommand =
            slices().assignedFrom(EACH_COMMAND).should().notDependOnEachOther();

    @ArchTest
    static final ArchRule textsUseNoCommand = noClasses()
            .that()
            .resideInAPackage(CLI.replace("..", ".text"))
            .should()
            .dependOnClassesThat(resideInAPackage("picocli..")
                    .or(resideInAPackage(CLI).and(not(resideInAPackage(CLI.replace("..", ".text"))))));
}
