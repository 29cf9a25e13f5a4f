package io.github.hpjvm.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.terminal.Progress;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Checks the rules of the design on dependencies between classes. */
@AnalyzeClasses(packages = "io.github.hpjvm.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String BENCH = "io.github.hpjvm.bench";

    /** The workload that measures sockets; its clients run in their own process. */
    private static final String TCP = BENCH + ".workload.tcp..";

    /** Classes that JMH's annotation processor generates. */
    private static final DescribedPredicate<JavaClass> GENERATED = resideInAPackage("..jmh_generated..");

    private static final DescribedPredicate<JavaClass> FILE_ACCESS = belongToAnyOf(
                    Files.class,
                    File.class,
                    FileInputStream.class,
                    FileOutputStream.class,
                    FileDescriptor.class,
                    FileReader.class,
                    FileWriter.class,
                    RandomAccessFile.class,
                    FileChannel.class)
            .as("read or write files");

    private static final DescribedPredicate<JavaClass> PROCESSES = belongToAnyOf(
                    Process.class, ProcessBuilder.class, ProcessHandle.class)
            .as("start, end or look at processes");

    private static final DescribedPredicate<JavaClass> SOCKETS =
            belongToAnyOf(Socket.class, ServerSocket.class).as("open sockets");

    /** Classes that may write files: results and the mark of a running campaign go to a folder of the user. */
    @ArchTest
    static final ArchRule filesAreTouchedWhereTheDesignSaysSo = noClasses()
            .that()
            .resideOutsideOfPackages(BENCH + ".host..", BENCH + ".run..", BENCH + ".fork..")
            .and(not(GENERATED))
            .and(not(type(ResultFiles.class)))
            .and(not(type(RunningMark.class)))
            .should()
            .dependOnClassesThat(FILE_ACCESS);

    /** Main watches its parent, so that a campaign ends with the Maven that started it. */
    @ArchTest
    static final ArchRule processesAreStartedWhereTheDesignSaysSo = noClasses()
            .that()
            .resideOutsideOfPackages(BENCH + ".host..", BENCH + ".run..")
            .and(not(type(Main.class)))
            .and(not(resideInAPackage(TCP)))
            .and(not(GENERATED))
            .should()
            .dependOnClassesThat(PROCESSES);

    /** A limit is over after Ctrl-Z and fg, unless LimitedWait measures it. */
    @ArchTest
    static final ArchRule aTrialIsNotEndedByATimeInWhichItIsStopped = noClasses()
            .that()
            .resideInAPackage(BENCH + ".run.trial..")
            .should()
            .callMethod(Future.class, "get", long.class, TimeUnit.class)
            .orShould()
            .callMethod(FutureTask.class, "get", long.class, TimeUnit.class);

    /** Classes that may open a socket: the kernel assigns the port of a server that is to be started. */
    @ArchTest
    static final ArchRule nobodyOpensSockets = noClasses()
            .that(not(GENERATED))
            .and(not(name(BENCH + ".run.command.FreePort")))
            .and(not(resideInAPackage(TCP)))
            .should()
            .dependOnClassesThat(SOCKETS);

    @ArchTest
    static final ArchRule processesAreStartedWithArgumentListsAndNotThroughRuntime = noClasses()
            .should()
            .callMethod(Runtime.class, "exec", String.class)
            .orShould()
            .callMethod(Runtime.class, "exec", String[].class);

    @ArchTest
    static final ArchRule jacksonIsSeenByTheReportAndByWhoReadsTheResultOfAForeignTool = noClasses()
            .that()
            .resideOutsideOfPackages(BENCH + ".report.json..")
            .and()
            .doNotHaveFullyQualifiedName(BENCH + ".run.jar.JmhResultJson")
            .and()
            .doNotHaveFullyQualifiedName(BENCH + ".run.command.K6Summary")
            .and()
            .doNotHaveFullyQualifiedName(BENCH + ".run.command.K6Points")
            .should()
            .dependOnClassesThat(resideInAPackage("com.fasterxml.."));

    @ArchTest
    static final ArchRule oshiIsSeenByThoseWhoReadTheHostAlone = noClasses()
            .that()
            .resideOutsideOfPackages(BENCH + ".run..", BENCH + ".host..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("oshi..", "io.github.hpjvm.os.libc.."));

    /** The one binding of the C library is in hp-os. */
    @ArchTest
    static final ArchRule theCLibraryIsCalledByOneBinding =
            noClasses().should().dependOnClassesThat(resideInAPackage("com.sun.jna.."));

    @ArchTest
    static final ArchRule statisticsVariantsAndJudgementsArePure = noClasses()
            .that()
            .resideInAnyPackage(
                    BENCH + ".plan..",
                    BENCH + ".stats..",
                    BENCH + ".evidence..",
                    BENCH + ".variant..",
                    BENCH + ".counters..",
                    BENCH + ".trace..",
                    BENCH + ".trial..")
            .should()
            .dependOnClassesThat(FILE_ACCESS.or(PROCESSES).or(SOCKETS).or(belongToAnyOf(Thread.class)))
            .orShould()
            .accessClassesThat(belongToAnyOf(System.class));

    @ArchTest
    static final ArchRule theReportKnowsNoClockAndNoStream = noClasses()
            .that()
            .resideInAnyPackage(BENCH + ".report..", BENCH + ".terminal..")
            .and(not(type(Progress.class)))
            .should()
            .accessClassesThat(belongToAnyOf(System.class));

    @ArchTest
    static final ArchRule theStandardStreamsAreTakenInOnePlace = noClasses()
            .that(not(GENERATED))
            .and(not(resideInAPackage(TCP)))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule onlyMainEndsTheJvm = noClasses()
            // when Maven is killed
            .that(not(type(Main.class)))
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule theCommandLineIsNotSeenFromHere =
            noClasses().should().dependOnClassesThat(resideInAnyPackage("io.github.hpjvm.cli..", "picocli.."));

    /** Makes each package a slice, including the root package. */
    private static final SliceAssignment EACH_PACKAGE = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return GENERATED.test(type) ? SliceIdentifier.ignore() : SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "every package of the benchmarks";
        }
    };

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule whatMeasuresDoesNotKnowHowItIsShown = noClasses()
            .that()
            .resideInAnyPackage(
                    BENCH + ".run..",
                    BENCH + ".host..",
                    BENCH + ".stats..",
                    BENCH + ".evidence..",
                    BENCH + ".variant..",
                    BENCH + ".plan..",
                    BENCH + ".counters..",
                    BENCH + ".trace..",
                    BENCH + ".trial..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    BENCH + ".report..",
                    BENCH + ".terminal..",
                    BENCH + ".doctor..",
                    "io.github.hpjvm.console.terminal.."));
}
