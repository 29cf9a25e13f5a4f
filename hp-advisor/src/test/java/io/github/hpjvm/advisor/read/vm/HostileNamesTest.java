package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.HostileTexts;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.Mounts;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that a process chooses: its own, those of its control group, of its files and of its mounts. */
class HostileNamesTest {
    private static final long PID = 4242;

    @TempDir
    Path folder;

    /** A process may give itself any name of 15 bytes, and its user id decides as whom it is asked. */
    @Test
    void aNameForgesNoFieldOfItsStatus() {
        String status = "Name:\ta\rUid:\t0\t0\t0\nState:\tS (sleeping)\nUid:\t1000\t1000\t1000\t1000\n";
        assertEquals(1000, StatusFile.parse(status).uid().orElseThrow());
    }

    @Test
    void aMountOfOneUserHidesNoOther() {
        String mounts = "21 1 0:19 / /home/u/a\rb rw - fuse f rw\n22 1 0:20 / /sys/fs/cgroup rw - cgroup2 c rw\n";
        assertEquals(2, Mounts.parse(mounts).size());
    }

    @Test
    void aControlGroupMayHaveAnyName() throws IOException {
        String group = "/user/caf\u00e9\033[2J\rx";
        Path proc = Files.createDirectories(folder.resolve("proc/" + PID));
        Path self = Files.createDirectories(folder.resolve("proc/self"));
        Files.write(proc.resolve("cgroup"), ("0::" + group + "\n").getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                self.resolve("mountinfo"), "22 1 0:20 / /sys/fs/cgroup rw - cgroup2 c rw\n", StandardCharsets.UTF_8);
        Path limited = folder.resolve("sys/fs/cgroup").resolve(BytePath.of(group.substring(1)));
        Files.createDirectories(limited);
        Files.writeString(limited.resolve("memory.max"), "1048576\n");
        var memory = Cgroups.read(Roots.under(folder), PID)
                .known()
                .orElseThrow()
                .memory()
                .known()
                .orElseThrow();
        assertEquals(1, memory.limits().size());
        String file = memory.limits().get(0).file();
        assertTrue(file.endsWith("/sys/fs/cgroup/user/caf\u00e9\ufffd[2J\ufffdx/memory.max"), file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "caf\u00e9\0", "/x\033]0;t\007", "caf\udce9", "\u202e"})
    void argumentsMayHaveAnyText(String name) throws IOException {
        Path process = Files.createDirectories(folder.resolve("proc/" + PID));
        Path root = Files.createDirectories(process.resolve("root"));
        Files.createDirectories(process.resolve("cwd"));
        Files.writeString(root.resolve("args"), "\"-XX:Flags=" + name.replace("\udce9", "\u00e9") + "\"\n-Xmx1g");
        Files.writeString(process.resolve("cmdline"), "java\0@/args\0Main\0", StandardCharsets.UTF_8);
        Files.writeString(process.resolve("environ"), "JAVA_TOOL_OPTIONS=-Dx=\u202e\0", StandardCharsets.UTF_8);
        var arguments = new JvmArguments(folder.resolve("proc"), PID)
                .arguments(Optional.of(17), Fact.absent(Reason.NOT_PRESENT, source()));
        assertTrue(arguments.known().orElseThrow().texts().contains("-Xmx1g"), arguments.toString());
        assertEquals("", HostileTexts.wrongWith(arguments.toString()));
    }

    private static Source source() {
        return Source.of("hsperfdata");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"@a\0b", "@\033[2J", "@caf\u00e9", "-XX:Flags=a\0", "-XX:VMOptionsFile=caf\udce9", "@\ud800"})
    void aCommandLineThatNamesNoFileIsRefusedAsTheJvmDoes(String word) {
        JavaCommand command = JavaCommand.of(
                JavaVersion.parse("21"), "", List.of("java", word, "Main"), Map.of("JDK_JAVA_OPTIONS", word));
        assertTrue(command.refusal().isPresent());
    }

    @Test
    void aJvmCannotForgeALineByItsVendor() {
        PerfData data = new PerfData(
                Map.of(
                        "java.property.java.version", "21.0.9-\033[2J\u2028\u202e",
                        "java.property.java.vm.version", "21.0.9+10\n" + HostileTexts.FORGED,
                        "java.property.java.vm.vendor", "\033]0;x\007\n" + HostileTexts.FORGED + "x".repeat(1000)),
                Map.of());
        VmIdentity identity = Identity.of(data);
        assertFalse(identity.vendor().isEmpty());
        assertTrue(identity.vendor().length() <= 60 && identity.version().length() <= 60, identity.toString());
        assertEquals("", HostileTexts.wrongWith(identity.toString()));
        assertEquals("", HostileTexts.wrongWith(identity.release().orElseThrow().text()));
    }

    @Test
    void namesOfPathsThatCannotBeAreNotFound() {
        assertFalse(
                JavaHome.find("caf\u00e9\0/bin/java", "", Path.of("")).known().isPresent());
        assertFalse(JavaHome.find("java", "caf\u00e9:\ud800:a\0b", Path.of(""))
                .known()
                .isPresent());
    }
}
