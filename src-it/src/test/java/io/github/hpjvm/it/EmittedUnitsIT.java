package io.github.hpjvm.it;

import static io.github.hpjvm.it.EmittedSamples.SEED;
import static io.github.hpjvm.it.EmittedSamples.everything;
import static io.github.hpjvm.it.EmittedSamples.oddNames;
import static io.github.hpjvm.it.EmittedSamples.variables;
import static io.github.hpjvm.it.EmittedSamples.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The emitted files of systemd, also for Podman, checked by the programs that read them. */
@Tag("beside")
class EmittedUnitsIT {
    @TempDir
    private Path folder;

    @Test
    void systemdVerifiesTheUnits() throws IOException {
        String analyze = Needs.program("systemd-analyze").toString();
        List<Action> actions = new ArrayList<>(variables(oddNames()));
        actions.addAll(everything());
        written(folder, Form.SYSTEMD, actions);
        Path service = Files.writeString(
                folder.resolve("shop.service"), "[Unit]\nDescription=Shop\n\n[Service]\nExecStart=/bin/true\n");
        Ended judged = verified(analyze, service, folder.resolve("hp-jvm-host.service"));
        assertEquals("", judged.err() + judged.out(), "it prints errors and exits with 0");
        assertEquals(0, judged.exitCode());
        Path dropIn = folder.resolve("shop.service.d/zz-hp-jvm.conf");
        Files.writeString(dropIn, Files.readString(dropIn) + "Enviroment=x\n");
        assertTrue(verified(analyze, service).err().contains("Enviroment"), "systemd-analyze reads the drop-in");
    }

    /** The units of docs/observability: the program rates what a service may do, from 0 to 10. */
    @ParameterizedTest
    @ValueSource(strings = {"hp-jvm-metrics.service", "hp-jvm-metrics-listener.service", "hp-jvm-recorder.service"})
    void unitsOfTheMetricsMayDoLittle(String unit) {
        String analyze = Needs.program("systemd-analyze").toString();
        Path file = Path.of(System.getProperty("hp.root"), "docs/observability", unit);
        Ended rated = Program.of(analyze, "security", "--offline=true", "--threshold=20", file.toString())
                .run();
        assertEquals(0, rated.exitCode(), rated.out());
        assertTrue(rated.out().contains("Overall exposure level"), rated.out());
    }

    private Ended verified(String analyze, Path... units) {
        return Program.of(analyze, "verify")
                .with((Object[]) units)
                .set("SYSTEMD_UNIT_PATH", folder + ":")
                .run();
    }

    /** systemd in its test mode loads the units and prints its values. */
    @Test
    void systemdReadsEachValueUnchanged() throws IOException {
        Path systemd = Path.of("/lib/systemd/systemd");
        Needs.that(Files.isExecutable(systemd), systemd + ", which reads unit files");
        Needs.root();
        List<String> values = oddNames().stream().map(name -> name + "<end>").toList();
        List<Action> actions = new ArrayList<>(variables(values));
        written(folder, Form.SYSTEMD, actions);
        Files.writeString(
                folder.resolve("shop.service"),
                "[Unit]\nDescription=Shop\nDefaultDependencies=no\n[Service]\nExecStart=/bin/true\n");
        Files.writeString(
                folder.resolve("basic.target"), "[Unit]\nDescription=b\nDefaultDependencies=no\nWants=shop.service\n");
        Files.writeString(folder.resolve("shutdown.target"), "[Unit]\nDescription=s\nDefaultDependencies=no\n");
        Path run = Files.createDirectory(folder.resolve("run"));
        for (Path path : List.of(folder, run)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        Ended read = Program.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", systemd.toString())
                .with("--test", "--user", "--unit=basic.target")
                .set("SYSTEMD_UNIT_PATH", folder)
                .set("HOME", run)
                .set("XDG_RUNTIME_DIR", run)
                .run();
        assertEquals(0, read.exitCode(), read.err());
        for (int i = 0; i < values.size(); i++) {
            String expected = "\t\tEnvironment: V" + i + "=" + values.get(i) + "\n";
            assertTrue(read.out().contains(expected), "seed " + SEED + ": no " + expected);
        }
    }

    @Test
    void systemdTmpfilesWritesTheValues() throws IOException {
        String tmpfiles = Needs.program("systemd-tmpfiles").toString();
        Path file = written(folder, Form.TMPFILES, everything());
        Path root = folder.resolve("root");
        for (String path : List.of(
                "sys/kernel/mm/transparent_hugepage/enabled",
                "sys/kernel/mm/transparent_hugepage/shmem_enabled",
                "proc/sys/vm/nr_hugepages")) {
            Files.createDirectories(root.resolve(path).getParent());
            Files.createFile(root.resolve(path));
        }
        Ended ended =
                Program.of(tmpfiles, "--create", "--root=" + root).with(file).run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("", ended.err());
        assertEquals("madvise", Files.readString(root.resolve("sys/kernel/mm/transparent_hugepage/enabled")));
        assertEquals("advise", Files.readString(root.resolve("sys/kernel/mm/transparent_hugepage/shmem_enabled")));
        assertEquals("651", Files.readString(root.resolve("proc/sys/vm/nr_hugepages")));
    }

    /** HP_QUADLET names the generator of Podman 5 or newer, if it is not installed. */
    @Test
    void quadletGeneratesTheService() throws IOException {
        Path quadlet = Path.of(System.getenv().getOrDefault("HP_QUADLET", "/usr/libexec/podman/quadlet"));
        Needs.that(Files.isExecutable(quadlet), "the generator of Podman Quadlet");
        List<Action> actions =
                new ArrayList<>(List.of(new Environment("ODD", "a b\"c'%n$(id)`id`$HOME"), new RestartJvm()));
        actions.addAll(everything().stream()
                .filter(action -> action.variables().isEmpty())
                .toList());
        written(folder, Form.QUADLET, actions);
        Files.writeString(folder.resolve("shop.container"), "[Container]\nImage=docker.io/shop:1\n");
        Ended read = Program.of(quadlet.toString(), "-dryrun")
                .set("QUADLET_UNIT_DIRS", folder)
                .run();
        assertEquals(0, read.exitCode(), read.err());
        assertTrue(read.out().contains("After=hp-jvm-host.service"), read.out());
        assertTrue(
                read.out().contains("\"ODD=a\\x20b\\\"c'%%n$$(id)`id`$$HOME\"")
                        && read.out().contains("JDK_JAVA_OPTIONS=-XX:+UseLargePages"),
                read.out());
    }
}
