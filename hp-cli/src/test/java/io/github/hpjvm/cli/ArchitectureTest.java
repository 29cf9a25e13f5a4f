package io.github.hpjvm.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;

/** Dependencies between modules: cli uses bench and advisor, bench uses advisor, no module uses cli. */
@AnalyzeClasses(packages = "io.github.hpjvm", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String CLI = "io.github.hpjvm.cli..";
    private static final String BENCH = "io.github.hpjvm.bench..";
    private static final String ADVISOR = "io.github.hpjvm.advisor..";

    @ArchTest
    static final ArchRule modulesDependInOneDirection = Architectures.layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("cli")
            .definedBy(CLI)
            .layer("bench")
            .definedBy(BENCH)
            .layer("advisor")
            .definedBy(ADVISOR)
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("bench")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("advisor")
            .mayOnlyBeAccessedByLayers("cli", "bench");

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
            .that(not(type(EmittedFiles.class)))
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
    static final ArchRule onlyTheTopAndTheTextsArePublic = classes()
            .that()
            .resideInAPackage(CLI)
            .and(not(type(Main.class)))
            .and(not(resideInAPackage(CLI.replace("..", ".metrics"))))
            .and(not(resideInAPackage(CLI.replace("..", ".pod"))))
            .and()
            .haveSimpleNameNotEndingWith("Text")
            .should()
            .notBePublic();

    @ArchTest
    static final ArchRule textsUseNoCommand = noClasses()
            .that()
            .resideInAPackage(CLI.replace("..", ".text"))
            .should()
            .dependOnClassesThat(resideInAnyPackage(CLI.replace("..", ""), "picocli.."));
}
