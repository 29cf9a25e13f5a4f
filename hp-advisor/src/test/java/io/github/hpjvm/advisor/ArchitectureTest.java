package io.github.hpjvm.advisor;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.hpjvm.advisor.rule.Rule;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The rules of the architecture of hp-advisor: access to the machine, and dependencies between packages. */
@AnalyzeClasses(packages = "io.github.hpjvm.advisor", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ADVISOR = "io.github.hpjvm.advisor";
    private static final String TERM = ADVISOR + ".term..";
    private static final String OS_TEXT = "io.github.hpjvm.os.text..";

    /** Classes that open or list files, start processes or use sockets. Paths are only names. */
    private static final DescribedPredicate<JavaClass> THE_MACHINE = DescribedPredicate.describe(
            "files, processes or sockets",
            c -> c.getPackageName().startsWith("java.nio.channels")
                    || c.getPackageName().startsWith("java.nio.file") && opens(c.getSimpleName())
                    || c.getPackageName().equals("java.io")
                            && (c.getSimpleName().contains("File"))
                    || c.getPackageName().equals("java.net")
                            && !c.getSimpleName().equals("URI")
                    || c.getPackageName().startsWith("com.sun.tools.attach")
                    || c.getPackageName().startsWith("java.lang.management")
                    || c.isAssignableTo(ProcessBuilder.class)
                    || c.isAssignableTo(Process.class)
                    || c.isAssignableTo(ProcessHandle.class)
                    || c.isAssignableTo(Runtime.class));

    private static boolean opens(String simpleName) {
        return simpleName.equals("Files") || simpleName.startsWith("FileSystem") || simpleName.equals("FileStore");
    }

    /** Each package is a slice, also a package above others: {@code advisor}, and {@code advisor.read}. */
    private static final SliceAssignment EACH_PACKAGE = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass one) {
            return SliceIdentifier.of(one.getPackageName());
        }

        @Override
        public String getDescription() {
            return "every package of the advisor";
        }
    };

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles();

    /** A limit is over after Ctrl-Z and fg, unless LimitedWait measures it. */
    @ArchTest
    static final ArchRule FILES_ARE_NOT_LATE_BY_A_TIME_IN_WHICH_THE_PROGRAM_IS_STOPPED = noClasses()
            .that()
            .resideInAPackage(ADVISOR + ".read.file..")
            .should()
            .callMethod(Future.class, "get", long.class, TimeUnit.class)
            .orShould()
            .callMethod(FutureTask.class, "get", long.class, TimeUnit.class);

    @ArchTest
    static final ArchRule ONLY_READ_TOUCHES_THE_MACHINE = noClasses()
            .that()
            .resideOutsideOfPackage(ADVISOR + ".read..")
            .should()
            .dependOnClassesThat(are(THE_MACHINE));

    @ArchTest
    static final ArchRule TEXT_KNOWS_ONLY_JAVA = classes()
            .that()
            .resideInAPackage(ADVISOR + ".text..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", ADVISOR + ".text..", OS_TEXT));

    @ArchTest
    static final ArchRule TERMS_KNOW_ONLY_JAVA_AND_TEXT = classes()
            .that()
            .resideInAPackage(TERM)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", TERM, OS_TEXT));

    @ArchTest
    static final ArchRule FACTS_KNOW_ONLY_JAVA_AND_TEXT = classes()
            .that()
            .resideInAPackage(ADVISOR + ".facts..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..", "org.jspecify..", TERM, ADVISOR + ".facts..", ADVISOR + ".text..", OS_TEXT));

    @ArchTest
    static final ArchRule HOTSPOT_KNOWS_ONLY_FACTS = classes()
            .that()
            .resideInAPackage(ADVISOR + ".hotspot..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    TERM,
                    ADVISOR + ".facts..",
                    ADVISOR + ".text..",
                    OS_TEXT,
                    ADVISOR + ".hotspot.."));

    @ArchTest
    static final ArchRule FLAGS_KNOW_NOTHING_OF_PAGES = classes()
            .that()
            .resideInAPackage(ADVISOR + ".hotspot.flag..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    TERM,
                    ADVISOR + ".facts..",
                    ADVISOR + ".text..",
                    OS_TEXT,
                    ADVISOR + ".hotspot.flag.."));

    @ArchTest
    static final ArchRule BILLS_KNOW_NO_HOST = classes()
            .that()
            .resideInAPackage(ADVISOR + ".hotspot.bill..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    TERM,
                    ADVISOR + ".facts..",
                    ADVISOR + ".text..",
                    OS_TEXT,
                    ADVISOR + ".hotspot.bill.."));

    /** Advice depends on facts only: no clock, environment, random number, thread, or reader. */
    @ArchTest
    static final ArchRule ADVICE_COMES_FROM_FACTS_ALONE = noClasses()
            .that()
            .resideInAnyPackage(
                    ADVISOR + ".advice..",
                    ADVISOR + ".finding..",
                    ADVISOR + ".rule..",
                    ADVISOR + ".plan..",
                    ADVISOR + ".whatif..",
                    ADVISOR + ".gain..",
                    ADVISOR + ".size..",
                    ADVISOR + ".action..",
                    ADVISOR + ".emit..")
            .should()
            .dependOnClassesThat(are(THE_MACHINE))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ADVISOR + ".read..", ADVISOR + ".json..", "com.fasterxml..", "oshi..", "java.util.concurrent..")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.time.Clock")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "getenv", String.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule ACTIONS_KNOW_ONLY_JAVA_AND_TEXT = classes()
            .that()
            .resideInAPackage(ADVISOR + ".action..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", OS_TEXT, ADVISOR + ".action.."));

    @ArchTest
    static final ArchRule PLANS_KNOW_OUTCOMES_AND_NO_FACTS = noClasses()
            .that()
            .resideInAPackage(ADVISOR + ".plan..")
            .and()
            .haveNameNotMatching(
                    ".*\\.(TriedPlan|Consequences|JudgedTenant|Alternatives|PoolAlternative|ThpAlternative)(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ADVISOR + ".facts..", ADVISOR + ".hotspot..", ADVISOR + ".rule..");

    /** A rule is an internal class: other packages get it from the list. */
    @ArchTest
    static final ArchRule RULES_ARE_STATELESS_AND_REACHED_BY_THEIR_LIST = classes()
            .that()
            .implement(Rule.class)
            .should()
            .notBePublic()
            .andShould()
            .haveModifier(JavaModifier.FINAL)
            .andShould()
            .haveOnlyFinalFields();

    @ArchTest
    static final ArchRule ONLY_JSON_KNOWS_JACKSON = noClasses()
            .that()
            .resideOutsideOfPackage(ADVISOR + ".json..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml..", "tools.jackson..");

    /** The one binding of the C library is in hp-os. */
    @ArchTest
    static final ArchRule NO_CLASS_KNOWS_JNA =
            noClasses().should().dependOnClassesThat().resideInAPackage("com.sun.jna..");

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

    @ArchTest
    static final ArchRule NO_DEPENDENCY_ON_OTHER_MODULES = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.github.hpjvm.bench..", "io.github.hpjvm.cli..", "picocli..", "org.openjdk.jmh..");
}
