package io.github.hpjvm.bench.fork;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
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

/** Checks the rules of the design on classes that run in a fork. Those on all of hp-bench are checked there. */
@AnalyzeClasses(packages = "io.github.hpjvm", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String BENCH = "io.github.hpjvm.bench";

    private static final String[] FORK = {BENCH + ".workload..", BENCH + ".fork..", BENCH + ".reading.."};

    /** The workload that measures sockets; its clients run in their own process. */
    private static final String TCP = BENCH + ".workload.tcp..";

    /** Classes that JMH's annotation processor generates. */
    private static final DescribedPredicate<JavaClass> GENERATED = resideInAPackage("..jmh_generated..");

    private static final DescribedPredicate<JavaClass> THE_MACHINE = belongToAnyOf(
                    Files.class,
                    File.class,
                    FileInputStream.class,
                    FileOutputStream.class,
                    FileDescriptor.class,
                    FileReader.class,
                    FileWriter.class,
                    RandomAccessFile.class,
                    FileChannel.class,
                    Process.class,
                    ProcessBuilder.class,
                    ProcessHandle.class,
                    Socket.class,
                    ServerSocket.class)
            .as("files, processes or sockets");

    @ArchTest
    static final ArchRule nothingElseIsOnTheClassPathOfAFork =
            classes().should().resideInAnyPackage(FORK);

    @ArchTest
    static final ArchRule whatRunsInAForkOfJava8SeesOnlyTheJdkAndJmh = classes()
            .that(not(resideInAPackage(TCP)))
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "javax.management..", "org.openjdk.jmh..")
                    .or(resideInAnyPackage(FORK)));

    @ArchTest
    static final ArchRule workloadsDoNotSeeWhatWatchesThem = noClasses()
            .that()
            .resideInAPackage(BENCH + ".workload..")
            .should()
            .dependOnClassesThat(resideInAPackage(BENCH + ".fork.."));

    @ArchTest
    static final ArchRule theForkDoesNotSeeWorkloads = noClasses()
            .that()
            .resideInAPackage(BENCH + ".fork..")
            .should()
            .dependOnClassesThat(resideInAPackage(BENCH + ".workload.."));

    @ArchTest
    static final ArchRule workloadsTouchNoFiles = noClasses()
            .that()
            .resideInAPackage(BENCH + ".workload..")
            .and(not(GENERATED))
            .and(not(resideInAPackage(TCP)))
            .should()
            .dependOnClassesThat(THE_MACHINE);
}
