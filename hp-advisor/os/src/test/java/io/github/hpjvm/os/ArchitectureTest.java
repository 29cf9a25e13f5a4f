package io.github.hpjvm.os;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the architecture of hp-os. */
@AnalyzeClasses(packages = "io.github.hpjvm", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String OS = "io.github.hpjvm.os";

    @ArchTest
    static final ArchRule NO_OTHER_MODULE_IS_ON_THE_CLASS_PATH =
            classes().should().resideInAPackage(OS + "..");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching(OS + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule TEXT_KNOWS_ONLY_JAVA = classes()
            .that()
            .resideInAPackage(OS + ".text..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", OS + ".text.."));

    @ArchTest
    static final ArchRule ONLY_LIBC_KNOWS_JNA = noClasses()
            .that()
            .resideOutsideOfPackage(OS + ".libc..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.sun.jna..");

    @ArchTest
    static final ArchRule NO_CLASS_PRINTS = noClasses()
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule NO_CLASS_EXITS = noClasses()
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);
}
