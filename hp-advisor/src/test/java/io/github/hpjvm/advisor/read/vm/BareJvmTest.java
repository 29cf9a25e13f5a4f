package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A java that is a wrapper: the reading of its flags and its child processes end in time. */
@Timeout(30)
class BareJvmTest {
    private static final String ANSWER =
            "echo 'openjdk version \"21.0.9\" 2025-10-21'; echo 'OpenJDK 64-Bit Server VM'";

    @TempDir
    private Path home;

    private JavaHome java(String script) throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new JavaHome(java, home);
    }

    /** A process ends some time after its signal, on a busy machine later. */
    private void assertEnded(String file) throws IOException {
        long pid = Long.parseLong(Files.readString(home.resolve(file)).strip());
        long latest = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        Optional<String> status = running(pid);
        while (status.isPresent() && System.nanoTime() < latest) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            status = running(pid);
        }
        assertFalse(status.isPresent(), status.toString());
    }

    private static Optional<String> running(long pid) {
        return TextFile.read(Path.of("/proc", Long.toString(pid), "status"))
                .known()
                .filter(text -> !text.contains("State:\tZ"));
    }

    private static Reason reason(Fact<?> fact) {
        return ((Fact.Absent<?>) fact).reason();
    }

    @Test
    void readsAnswerOfWrapperWhoseChildKeepsThePipe() throws IOException {
        JavaHome java = java("sleep 60 & echo $! >'" + home + "/child'; " + ANSWER);
        Fact<BareJvm> fact = BareJvm.ask(java, Duration.ofSeconds(20));
        assertEquals(
                21,
                fact.known().orElseThrow().identity().release().orElseThrow().feature());
        assertEnded("child");
    }

    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM (build 21.0.9+10-LTS, HOTSPOT",
        "Java HotSpot(TM) 64-Bit Server VM (build 21.0.9+7-LTS-338, HOTSPOT",
        "OpenJDK 64-Bit Server VM GraalVM CE 21.0.2+13.1 (build 21.0.2+13-jvmci-23.1-b30, HOTSPOT",
        "OpenJDK 64-Bit Server VM (fastdebug build 21-internal-adhoc.me.jdk, HOTSPOT",
        "Dynamic Code Evolution 64-Bit Server VM AdoptOpenJDK (build 11.0.9+1-202011121600, HOTSPOT",
        "SAP Java Server VM (build 8.1.102 25.51-b14, HOTSPOT",
        "Eclipse OpenJ9 VM (build openj9-0.41.0, OPENJ9",
        "IBM J9 VM (build 2.9, OPENJ9",
        "Zing 64-Bit Server VM (build 1.8.0-zing_20.01, OTHER",
        "Zing 64-Bit Tiered VM Zing22.01.0.0+2 (build 17.0.2-zing_22.01.0.0-b2-product-linux-X86_64, OTHER"
    })
    void readsTheKindOfTheVm(String vm, VmKind kind) throws IOException {
        JavaHome java = java("echo 'java version \"21.0.9\" 2025-10-21'; echo '" + vm + ", mixed mode)'");
        Fact<BareJvm> fact = BareJvm.ask(java, Duration.ofSeconds(20));
        assertEquals(kind, fact.known().orElseThrow().identity().vm());
    }

    /** Debug builds print their level before the version (printJdkVersion of {@code VersionProps.java}). */
    @Test
    void readsTheVersionOfADebugBuild() throws IOException {
        JavaHome java = java("echo 'openjdk version \"21.0.9\" 2025-10-21'; echo"
                + " 'OpenJDK 64-Bit Server VM (slowdebug build 21.0.9+10-LTS, mixed mode)'");
        Fact<BareJvm> fact = BareJvm.ask(java, Duration.ofSeconds(20));
        assertEquals("21.0.9+10", fact.known().orElseThrow().identity().version());
    }

    @Test
    void endsWrapperThatHangsAndItsChild() throws IOException {
        JavaHome java = java("sleep 60 & echo $! >'" + home + "/child'; wait");
        assertEquals(Reason.TIMED_OUT, reason(BareJvm.ask(java, Duration.ofSeconds(2))));
        assertEnded("child");
    }

    @Test
    void endsWrapperThatPrintsWithoutEnd() throws IOException {
        JavaHome java = java("echo $$ >'" + home + "/self'; exec cat /dev/zero");
        Fact<BareJvm> fact = BareJvm.ask(java, Duration.ofSeconds(20));
        assertEquals(Reason.MALFORMED, reason(fact));
        assertTrue(fact.source().excerpt().contains("more than 1 MiB"), fact.toString());
        assertEnded("self");
    }
}
