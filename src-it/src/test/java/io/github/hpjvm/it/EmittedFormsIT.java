package io.github.hpjvm.it;

import static io.github.hpjvm.it.EmittedSamples.SEED;
import static io.github.hpjvm.it.EmittedSamples.everything;
import static io.github.hpjvm.it.EmittedSamples.oddNames;
import static io.github.hpjvm.it.EmittedSamples.variables;
import static io.github.hpjvm.it.EmittedSamples.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The emitted files of most forms, checked by the programs that read them. */
@Tag("beside")
class EmittedFormsIT {
    @TempDir
    private Path folder;

    @Test
    void shellcheckFindsNothing() throws IOException {
        String shellcheck = Needs.program("shellcheck").toString();
        for (List<Action> actions : List.of(everything(), List.<Action>of(), files(oddNames()))) {
            Path script = written(folder, Form.SHELL, actions);
            Ended judged =
                    Program.of(shellcheck, "-f", "gcc", script.toString()).run();
            assertEquals("", judged.out() + judged.err());
            assertEquals(0, judged.exitCode());
        }
        written(folder, Form.SYSTEMD, everything());
        Ended host = Program.of(
                        shellcheck, "-f", "gcc", folder.resolve("hp-jvm-host").toString())
                .run();
        assertEquals("", host.out() + host.err());
        Path wrong = Files.writeString(folder.resolve("wrong.sh"), "#!/bin/sh\nrm $1\n");
        assertNotEquals(0, Program.of(shellcheck, wrong.toString()).run().exitCode(), "the program checks the text");
    }

    private List<Action> files(List<String> names) {
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Path file = folder.resolve(i + names.get(i).replace("/", "") + ".");
            actions.add(
                    new CgroupFile(file.toString(), "new " + i + names.get(i).strip() + ".", "old" + i));
        }
        return actions;
    }

    /** Files with such names, in a folder where they do no harm. */
    @Test
    void shellWritesTheNamedFilesOnly() throws IOException {
        Needs.root();
        List<Action> actions =
                files(oddNames().stream().map(name -> name.replace("[", "")).toList());
        for (Action action : actions) {
            Files.writeString(Path.of(((CgroupFile) action).file()), ((CgroupFile) action).was() + "\n");
        }
        String script = written(folder, Form.SHELL, actions).toString();
        int all = folder.toFile().list().length;
        Ended applied = Program.of("/bin/sh", script, "apply").in(folder).run();
        assertEquals(0, applied.exitCode(), applied.err());
        for (Action action : actions) {
            CgroupFile file = (CgroupFile) action;
            assertEquals(file.value() + "\n", Files.readString(Path.of(file.file())), "seed " + SEED);
        }
        assertEquals(0, Program.of("/bin/sh", script, "undo").in(folder).run().exitCode());
        for (Action action : actions) {
            CgroupFile file = (CgroupFile) action;
            assertEquals(file.was() + "\n", Files.readString(Path.of(file.file())), "seed " + SEED);
        }
        assertEquals(all, folder.toFile().list().length, "no file was created");
    }

    /**
     * The variables HP_TUNED and HP_TUNED_23 name folders into which packages of tuned were unpacked: one before 2.23, which
     * moved the profiles, and one after; else tuned is installed.
     */
    @ParameterizedTest
    @ValueSource(strings = {"HP_TUNED", "HP_TUNED_23"})
    void tunedReadsTheProfile(String variable) throws IOException {
        Path python = Path.of("/usr/bin/python3");
        Path root = Path.of(System.getenv().getOrDefault(variable, "/"));
        Path modules = root.resolve("usr/lib/python3/dist-packages");
        String parse = "import sys\n"
                + "from tuned.profiles.locator import Locator\n"
                + "from tuned.profiles.loader import Loader\n"
                + "from tuned.profiles.factory import Factory\n"
                + "from tuned.profiles.merger import Merger\n"
                + "from tuned.profiles.variables import Variables\n"
                + "from tuned.utils.global_config import GlobalConfig\n"
                + "root = sys.argv[2]\n"
                + "dirs = [root + '/usr/lib/tuned', root + '/usr/lib/tuned/profiles', sys.argv[1]]\n"
                + "config = GlobalConfig(root + '/etc/tuned/tuned-main.conf')\n"
                + "loader = Loader(Locator(dirs), Factory(), Merger(), config, Variables())\n"
                + "for name, unit in loader.load(['hp-jvm']).units.items():\n"
                + "    for key, value in unit.options.items(): print(name, key, value)\n";
        Needs.that(
                Files.isExecutable(python)
                        && Program.of(python.toString(), "-c", "import tuned.profiles.loader")
                                        .set("PYTHONPATH", modules)
                                        .run()
                                        .exitCode()
                                == 0,
                "tuned");
        Path profile = written(folder, Form.TUNED, everything());
        Files.move(profile, Files.createDirectory(folder.resolve("hp-jvm")).resolve("tuned.conf"));
        Ended read = Program.of(python.toString(), "-c", parse, folder.toString(), root.toString())
                .set("PYTHONPATH", modules)
                .run();
        assertEquals(0, read.exitCode(), read.err());
        for (String line : List.of(
                "sysctl vm.nr_hugepages >651",
                "vm transparent_hugepages madvise",
                "sysfs /sys/kernel/mm/transparent_hugepage/shmem_enabled advise")) {
            assertTrue(read.out().lines().anyMatch(line::equals), read.out());
        }
        assertTrue(read.out().lines().anyMatch(line -> line.startsWith("sysctl vm.swappiness ")), "of the parent");
    }

    @Test
    void ansibleReadsThePlaybook() throws IOException {
        String ansible = Needs.oneOf("ansible-playbook").toString();
        List<Action> actions = new ArrayList<>(variables(oddNames()));
        actions.addAll(everything());
        Path file = written(folder, Form.ANSIBLE, actions);
        Ended judged = Program.of(ansible, "--syntax-check", "-i", "localhost,", file.toString())
                .run();
        assertEquals(0, judged.exitCode(), judged.out() + judged.err());
        Path wrong = Files.writeString(
                folder.resolve("wrong.yaml"),
                Files.readString(file).replace("ansible.builtin.copy:", "ansible.nothing:"));
        assertNotEquals(
                0,
                Program.of(ansible, "--syntax-check", "-i", "localhost,", wrong.toString())
                        .run()
                        .exitCode(),
                "the program checks the text");
    }

    /** Ansible shows the changes to this host, and makes none. */
    @Test
    void ansibleChecksThePlaybook() throws IOException {
        String ansible = Needs.oneOf("ansible-playbook").toString();
        Path file = written(folder, Form.ANSIBLE, everything());
        Ended judged = Program.of(ansible, "--check", "--diff", "-i", "localhost,", "-c", "local")
                .with(
                        "-e",
                        "ansible_become=false",
                        "-e",
                        "ansible_python_interpreter={{ansible_playbook_python}}",
                        file)
                .run();
        assertEquals(0, judged.exitCode(), judged.out() + judged.err());
        assertTrue(judged.out().contains("+  pool /proc/sys/vm/nr_hugepages 651"), judged.out());
        assertFalse(Files.exists(Path.of("/etc/systemd/system/hp-jvm-host.service")), "check mode writes no file");
    }

    /** HP_CLOUD_INIT names a folder into which the package was unpacked; its modules need those of Python. */
    @Test
    void cloudInitReadsTheUserData() throws IOException {
        Path modules = Path.of(System.getenv().getOrDefault("HP_CLOUD_INIT", "/"), "usr/lib/python3/dist-packages");
        String python = System.getenv().getOrDefault("HP_PYTHON", "/usr/bin/python3");
        Needs.that(
                Program.of(python, "-c", "import cloudinit.cmd.main, jsonschema")
                                .set("PYTHONPATH", modules)
                                .run()
                                .exitCode()
                        == 0,
                "cloud-init with its modules of Python");
        List<Action> actions = new ArrayList<>(variables(oddNames()));
        actions.addAll(everything());
        Path file = written(folder, Form.CLOUD_INIT, actions);
        Ended judged = Program.of(python, "-m", "cloudinit.cmd.main", "schema", "--config-file", file.toString())
                .set("PYTHONPATH", modules)
                .run();
        assertEquals(0, judged.exitCode(), judged.out() + judged.err());
        assertTrue(judged.out().contains("Valid"), judged.out());
    }

    /** The schema of compose-spec that the PyPI package check-jsonschema ships. */
    @Test
    void composeFileIsValidByTheSchema() throws IOException {
        String check = Needs.oneOf("check-jsonschema").toString();
        Path file = written(folder, Form.COMPOSE, variables(oddNames()));
        Ended judged = Program.of(check, "--builtin-schema", "vendor.compose-spec", file.toString())
                .run();
        assertEquals(0, judged.exitCode(), judged.out() + judged.err());
        Path wrong = Files.writeString(
                folder.resolve("wrong.yaml"), Files.readString(file).replace("environment:", "enviroment:"));
        assertNotEquals(
                0,
                Program.of(check, "--builtin-schema", "vendor.compose-spec", wrong.toString())
                        .run()
                        .exitCode(),
                "the program checks the text");
    }

    @Test
    void sysctlReadsTheSettings() throws IOException {
        String sysctl = Needs.program("sysctl").toString();
        Needs.that(
                Program.of(sysctl, "--help").run().out().contains("--dry-run"),
                "a sysctl that has --dry-run (procps 4)");
        Path file = written(folder, Form.SYSCTL, everything());
        Ended read = Program.of(sysctl, "--dry-run", "-p", file.toString()).run();
        assertEquals("", read.err());
        assertEquals(0, read.exitCode());
        assertEquals("vm.nr_hugepages = 651\n", read.out());
    }

    @Test
    void kernelArgumentsAreAppended() throws IOException {
        Path file = written(folder, Form.CMDLINE, everything());
        Ended read = Program.of("/bin/sh", "-eu", "-c", ". \"$0\"; printf %s \"$GRUB_CMDLINE_LINUX\"", file.toString())
                .set("GRUB_CMDLINE_LINUX", "quiet")
                .run();
        assertEquals(
                "quiet transparent_hugepage=madvise transparent_hugepage_shmem=advise hugepagesz=2M hugepages=651 hugepagesz=1G hugepages=4",
                read.out());
        assertEquals("", read.err());
    }
}
