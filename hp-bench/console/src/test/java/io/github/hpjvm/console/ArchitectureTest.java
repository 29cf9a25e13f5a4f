package io.github.hpjvm.console;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.File;
import java.nio.file.Files;

/** The rules of the architecture of hp-console. */
@AnalyzeClasses(packages = "io.github.hpjvm", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String CONSOLE = "io.github.hpjvm.console";

    @ArchTest
    static final ArchRule onlyTheGroundFloorIsBelow =
            classes().should().resideInAnyPackage(CONSOLE + "..", "io.github.hpjvm.os..");

    @ArchTest
    static final ArchRule filesAreTouchedWhereTheDesignSaysSo = noClasses()
            .that()
            .resideInAPackage(CONSOLE + "..")
            .and()
            .resideOutsideOfPackage(CONSOLE + ".file..")
            .and(not(type(ThisProcess.class)))
            .should()
            .dependOnClassesThat(belongToAnyOf(Files.class, File.class));

    @ArchTest
    static final ArchRule theStandardStreamsAreTakenInOnePlace = noClasses()
            .that(not(type(Consoles.class)))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule onlyStoppableEndsTheJvm = noClasses()
            .that(not(type(Stoppable.class)))
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule theTerminalKnowsNoClockAndNoStream = noClasses()
            .that()
            .resideInAPackage(CONSOLE + ".terminal..")
            .should()
            .accessClassesThat(belongToAnyOf(System.class));

    @ArchTest
    static final ArchRule noLibraryIsNeeded = classes()
            .that()
            .resideInAPackage(CONSOLE + "..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", CONSOLE + "..", "io.github.hpjvm.os.."));

    /** Makes each package a slice, including the root package. */
    private static final SliceAssignment EACH_PACKAGE = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "every package of the console";
        }
    };

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles();
}
