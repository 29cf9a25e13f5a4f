package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The emitted files, checked by the programs that read them: with names that have a meaning for each program, and a
 * wrong one.
 */
class EmittedFormsIT {
    private static final int MANY = 40;
    private static final long SEED = Long.getLong("hp.seed", 61);
    private static final String[] PIECES = {
        " ", "\t", "\n", "'", "\"", "\\", "$", "$(id)", "${x}", "`id`", "%", "%h", "$$", "-", "--", "@", "#", " #",
                ": ",
        "- ", "*", "?", "[", "}", "|", "&", ";", "<", "!", "~", "=", "\\n", "\\x41", "yes", "0x1", "a", "Zz", "EOF"
    };

    private static Jvm self;

    @TempDir
    private Path folder;

    @BeforeAll
    static void look() {
        self = Jvms.read(Roots.host(), ProcessHandle.current().pid(), Reach.full(Bytes.ofMiB(2)));
    }

    private static List<String> oddNames() {
        Random random = new Random(SEED);
        return IntStream.range(0, MANY)
                .mapToObj(i -> {
                    StringBuilder name = new StringBuilder();
                    for (int pieces = random.nextInt(8); pieces > 0; pieces--) {
                        name.append(PIECES[random.nextInt(PIECES.length)]);
                    }
                    return name.toString();
                })
                .toList();
    }

    private static Advice advice(List<Action> actions) {
        Outcome.Finding finding = new Outcome.Finding(
                "HP-999", "heap", Severity.WARNING, "It's \"odd\" \\", "e", "x", List.of(), actions);
        return new Advice(self, Requested.NONE, Map.of(), List.of(finding), Plan.of(List.of(finding)), List.of());
    }

    private static List<Action> variables(List<String> values) {
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            actions.add(new Action.Environment("V" + i, values.get(i)));
        }
        return actions;
    }

    /** Returns one action of each kind, with values that the forms can express. */
    private static List<Action> everything() {
        return List.of(
                new Action.JvmFlag(List.of("-XX:+UseLargePages", "-Da=b c"), List.of("-XX:-UseLargePages")),
                new Action.Environment("ODD", "a b\"c'%n$(id)`id`\n#x"),
                new Action.ChangeJdk(List.of("21.0.4")),
                new Action.PodResource("hugepages-2Mi", "1302Mi"),
                new Action.CgroupFile("/sys/fs/cgroup/it's $(x)\n-a/hugetlb.2MB.max", "max", "1048576"),
                new Action.KernelArgument("hugepagesz=1G hugepages=4"),
                new Action.KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"), "madvise", "never", ""),
                new Action.KernelFile(
                        Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled"), "advise", "never", ""),
                new Action.Sysctl("vm.nr_hugepages", "651", "0", ""));
    }

    /** Writes the files of a form; returns the first one. */
    private Path written(Form form, List<Action> actions) throws IOException {
        Path first = null;
        for (ConfigFile file : form.files(advice(actions))) {
            Path path = folder.resolve(file.name());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.text());
            first = first == null ? path : first;
        }
        return first;
    }

    @Test
    void shellcheckFindsNothing() throws IOException {
        String shellcheck = Needs.program("shellcheck").toString();
        for (List<Action> actions : List.of(everything(), List.<Action>of(), files(oddNames()))) {
            Path script = written(Form.SHELL, actions);
            Ended judged =
                    Program.of(shellcheck, "-f", "gcc", script.toString()).run();
            assertEquals("", judged.out() + judged.err());
            assertEquals(0, judged.exitCode());
        }
        Path wrong = Files.writeString(folder.resolve("wrong.sh"), "#!/bin/sh\nrm $1\n");
        assertNotEquals(0, Program.of(shellcheck, wrong.toString()).run().exitCode(), "it does look");
    }

    private List<Action> files(List<String> names) {
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Path file = folder.resolve(i + names.get(i).replace("/", "") + ".");
            actions.add(new Action.CgroupFile(
                    file.toString(), "new " + i + names.get(i).strip() + ".", "old" + i));
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
            Files.writeString(Path.of(((Action.CgroupFile) action).file()), ((Action.CgroupFile) action).was() + "\n");
        }
        String script = written(Form.SHELL, actions).toString();
        int all = folder.toFile().list().length;
        Ended applied = Program.of("/bin/sh", script, "apply").in(folder).run();
        assertEquals(0, applied.exitCode(), applied.err());
        for (Action action : actions) {
            Action.CgroupFile file = (Action.CgroupFile) action;
            assertEquals(file.value() + "\n", Files.readString(Path.of(file.file())), "seed " + SEED);
        }
        assertEquals(0, Program.of("/bin/sh", script, "undo").in(folder).run().exitCode());
        for (Action action : actions) {
            Action.CgroupFile file = (Action.CgroupFile) action;
            assertEquals(file.was() + "\n", Files.readString(Path.of(file.file())), "seed " + SEED);
        }
        assertEquals(all, folder.toFile().list().length, "no file came into being");
    }

    @Test
    void systemdVerifiesTheUnits() throws IOException {
        String analyze = Needs.program("systemd-analyze").toString();
        List<Action> actions = new ArrayList<>(variables(oddNames()));
        actions.addAll(everything());
        written(Form.SYSTEMD, actions);
        Path service = Files.writeString(
                folder.resolve("your.service"), "[Unit]\nDescription=Yours\n\n[Service]\nExecStart=/bin/true\n");
        Ended judged = verified(analyze, service, folder.resolve("hp-jvm-host.service"));
        assertEquals("", judged.err() + judged.out(), "it says what is wrong and exits with 0");
        assertEquals(0, judged.exitCode());
        Path dropIn = folder.resolve("your.service.d/hp-jvm.conf");
        Files.writeString(dropIn, Files.readString(dropIn) + "Enviroment=x\n");
        assertTrue(verified(analyze, service).err().contains("Enviroment"), "it does look at the drop-in");
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
        actions.add(new Action.KernelFile(Path.of("/sys/kernel/a b%h$x\"y"), "mad vise", "never", ""));
        written(Form.SYSTEMD, actions);
        Files.writeString(
                folder.resolve("your.service"),
                "[Unit]\nDescription=Yours\nDefaultDependencies=no\n[Service]\nExecStart=/bin/true\n");
        Files.writeString(
                folder.resolve("basic.target"), "[Unit]\nDescription=b\nDefaultDependencies=no\nWants=your.service\n");
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
        assertTrue(
                read.out()
                        .contains("/bin/sh -c \"printf '%s\\\\n' \\\"\\$\\$1\\\" >\\\"\\$\\$2\\\"\" sh \"mad vise\""
                                + " \"/sys/kernel/a b%h\\$\\$x\\\"y\""),
                read.out());
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
        Needs.wish(
                Files.isExecutable(python)
                        && Program.of(python.toString(), "-c", "import tuned.profiles.loader")
                                        .set("PYTHONPATH", modules)
                                        .run()
                                        .exitCode()
                                == 0,
                "tuned");
        Path profile = written(Form.TUNED, everything());
        Files.move(profile, Files.createDirectory(folder.resolve("hp-jvm")).resolve("tuned.conf"));
        Ended read = Program.of(python.toString(), "-c", parse, folder.toString(), root.toString())
                .set("PYTHONPATH", modules)
                .run();
        assertEquals(0, read.exitCode(), read.err());
        for (String line : List.of(
                "sysctl vm.nr_hugepages 651",
                "vm transparent_hugepages madvise",
                "sysfs /sys/kernel/mm/transparent_hugepage/shmem_enabled advise")) {
            assertTrue(read.out().lines().anyMatch(line::equals), read.out());
        }
        assertTrue(read.out().lines().anyMatch(line -> line.startsWith("sysctl vm.swappiness ")), "of the parent");
    }

    @Test
    void systemdTmpfilesWritesTheValues() throws IOException {
        String tmpfiles = Needs.program("systemd-tmpfiles").toString();
        Path file = written(Form.TMPFILES, everything());
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

    @Test
    void ansibleReadsThePlaybook() throws IOException {
        String ansible = Needs.oneOf("ansible-playbook").toString();
        List<Action> actions = new ArrayList<>(variables(oddNames()));
        actions.addAll(everything());
        Path file = written(Form.ANSIBLE, actions);
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
                "it does look");
    }

    /** HP_CLOUD_INIT names a folder into which the package was unpacked; its modules need those of Python. */
    @Test
    void cloudInitReadsTheUserData() throws IOException {
        Path modules = Path.of(System.getenv().getOrDefault("HP_CLOUD_INIT", "/"), "usr/lib/python3/dist-packages");
        String python = System.getenv().getOrDefault("HP_PYTHON", "/usr/bin/python3");
        Needs.wish(
                Program.of(python, "-c", "import cloudinit.cmd.main, jsonschema")
                                .set("PYTHONPATH", modules)
                                .run()
                                .exitCode()
                        == 0,
                "cloud-init with its modules of Python");
        List<Action> actions = new ArrayList<>(variables(oddNames()));
        actions.addAll(everything());
        Path file = written(Form.CLOUD_INIT, actions);
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
        Path file = written(Form.COMPOSE, variables(oddNames()));
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
                "it does look");
    }

    /** HP_QUADLET names the generator of Podman 5 or newer, if it is not installed. */
    @Test
    void quadletGeneratesTheService() throws IOException {
        Path quadlet = Path.of(System.getenv().getOrDefault("HP_QUADLET", "/usr/libexec/podman/quadlet"));
        Needs.wish(Files.isExecutable(quadlet), "the generator of Podman Quadlet");
        List<Action> actions = new ArrayList<>(
                List.of(new Action.Environment("ODD", "a b\"c'%n$(id)`id`$HOME"), new Action.RestartJvm()));
        actions.addAll(everything().stream()
                .filter(action -> action.variables().isEmpty())
                .toList());
        written(Form.QUADLET, actions);
        Files.writeString(folder.resolve("app.container"), "[Container]\nImage=docker.io/shop:1\n");
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

    @Test
    void sysctlReadsTheSettings() throws IOException {
        String sysctl = Needs.program("sysctl").toString();
        Needs.that(
                Program.of(sysctl, "--help").run().out().contains("--dry-run"),
                "a sysctl that has --dry-run (procps 4)");
        Path file = written(Form.SYSCTL, everything());
        Ended read = Program.of(sysctl, "--dry-run", "-p", file.toString()).run();
        assertEquals("", read.err());
        assertEquals(0, read.exitCode());
        assertEquals("vm.nr_hugepages = 651\n", read.out());
    }

    @Test
    void kernelArgumentsAreAppended() throws IOException {
        Path file = written(Form.CMDLINE, everything());
        Ended read = Program.of("/bin/sh", "-eu", "-c", ". \"$0\"; printf %s \"$GRUB_CMDLINE_LINUX\"", file.toString())
                .set("GRUB_CMDLINE_LINUX", "quiet")
                .run();
        assertEquals(
                "quiet transparent_hugepage=madvise transparent_hugepage_shmem=advise hugepagesz=2M hugepages=651 hugepagesz=1G hugepages=4",
                read.out());
        assertEquals("", read.err());
    }

    @Test
    void yamlReadsEachValueUnchanged() throws IOException {
        String python = Needs.program("python3").toString();
        Needs.that(
                Program.of(python, "-c", "import yaml").run().exitCode() == 0, "PyYAML, to read what Kubernetes would");
        List<String> values = oddNames();
        Path file = written(Form.K8S, variables(values));
        Ended read = Program.of(
                        python,
                        "-c",
                        "import sys, yaml\n"
                                + "pod = yaml.safe_load_all(open(sys.argv[1]))\n"
                                + "for v in next(pod)['spec']['template']['spec']['containers'][0]['env']: sys.stdout.write(v['value'] + '\\0')\n",
                        file.toString())
                .run();
        assertEquals(0, read.exitCode(), read.err());
        // The kubelet replaces two dollars by one, and $(x) by the variable x.
        assertEquals(
                values, List.of(read.out().replace("$$", "$").split("\0", -1)).subList(0, values.size()));
    }

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: shop
            spec:
              selector:
                matchLabels: {app: shop}
              template:
                metadata:
                  labels: {app: shop}
                spec:
                  containers:
                    - name: sidecar
                      image: "proxy:1"
                    - name: app
                      image: "shop:1"
                      env:
                        - name: OTHER
                          value: "1"
            """;

    /** Applies the emitted file with kubectl's local mode to a Deployment. */
    private Path patched(String kubectl, List<Action> actions) throws IOException {
        Path file = folder.resolve("k8s.yaml");
        String text = String.join(
                "---\n",
                Form.K8S.files(advice(actions)).stream().map(ConfigFile::text).toList());
        Files.writeString(file, text);
        Path deployment = Files.writeString(folder.resolve("deployment.yaml"), DEPLOYMENT);
        Ended ended = Program.of(kubectl, "patch", "--local", "-o", "yaml", "-f")
                .with(deployment, "--patch-file", file)
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return Files.writeString(folder.resolve("patched.yaml"), ended.out());
    }

    /** HP_KUBECTL names a kubectl that is not on the path. */
    private static String kubectl() {
        String named = System.getenv("HP_KUBECTL");
        return named == null ? Needs.program("kubectl").toString() : named;
    }

    @Test
    void kubectlAppliesThePatchToADeployment() throws IOException {
        Path patched = patched(kubectl(), everything());
        String text = Files.readString(patched);
        for (String line : List.of(
                "        - name: OTHER",
                "        - name: JDK_JAVA_OPTIONS",
                "          value: -XX:+UseLargePages -Da=b\" c\"",
                "            hugepages-2Mi: 1302Mi",
                "        name: sidecar")) {
            assertTrue(text.lines().anyMatch(line::equals) || text.contains(line.strip()), line + "\n" + text);
        }
        assertEquals(2, text.split("hugepages-2Mi: 1302Mi", -1).length - 1, text);
        assertTrue(text.contains("memory: "), "hugepages need a request for cpu or memory: " + text);
    }

    /** The schemas of Kubernetes that the PyPI package kubernetes-validate ships: the newest and older releases. */
    @Test
    void documentsAreValidByTheSchemasOfThreeReleases() throws IOException {
        String validate = Needs.program("kubernetes-validate").toString();
        Path patched = patched(kubectl(), everything());
        Path node = folder.resolve("hp-jvm-node.yaml");
        written(Form.K8S, everything());
        for (String release : List.of("1.27", "1.30", "1.33")) {
            for (Path file : List.of(patched, node)) {
                Ended judged = Program.of(validate, "--strict", "-k", release, file.toString())
                        .run();
                assertEquals(0, judged.exitCode(), judged.out() + judged.err());
            }
        }
        Path wrong = Files.writeString(
                folder.resolve("wrong.yaml"), Files.readString(patched).replace("limits:", "limitz:"));
        assertNotEquals(
                0, Program.of(validate, "--strict", wrong.toString()).run().exitCode(), "it does look");
    }

    /** The script of the DaemonSet, on files of our own: it is shown to raise, to save and to undo. */
    @Test
    void scriptOfTheDaemonSetIsClean() throws IOException {
        String shellcheck = Needs.program("shellcheck").toString();
        written(Form.K8S, everything());
        String script = Files.readString(folder.resolve("hp-jvm-node.yaml"))
                .replaceFirst("(?s).*prepare.sh: \\|\n", "")
                .replaceFirst("(?s)---\n.*", "")
                .replaceAll("(?m)^    ", "");
        Path file = Files.writeString(folder.resolve("prepare.sh"), script);
        Ended judged = Program.of(shellcheck, "-f", "gcc", file.toString()).run();
        assertEquals("", judged.out() + judged.err());
        Path sys = Files.createDirectories(folder.resolve("sys/kernel/mm/transparent_hugepage"));
        Path pool = Files.createDirectories(folder.resolve("sys/kernel/mm/hugepages/hugepages-2048kB"))
                .resolve("nr_hugepages");
        Files.createDirectories(folder.resolve("sys/kernel/mm/hugepages/hugepages-1048576kB"));
        Path giant = folder.resolve("sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages");
        Files.writeString(giant, "9\n");
        Files.writeString(pool, "7\n");
        Files.writeString(sys.resolve("enabled"), "never\n");
        Files.writeString(sys.resolve("shmem_enabled"), "advise\n");
        Path moved = Files.writeString(folder.resolve("moved.sh"), script.replace("/sys/", folder + "/sys/"));
        Ended once = Program.of("/bin/sh", moved.toString(), "once")
                .set("HP_JVM_STATE", folder.resolve("state"))
                .set("RESTART_KUBELET", "no")
                .run();
        assertEquals(0, once.exitCode(), once.err());
        String pages = script.replaceFirst("(?s).*hugepages-2048kB/nr_hugepages (\\d+)\n.*", "$1");
        assertEquals(pages + "\n", Files.readString(pool));
        assertEquals("9\n", Files.readString(giant), "a larger pool stays");
        assertEquals("madvise\n", Files.readString(sys.resolve("enabled")));
        Ended undone = Program.of("/bin/sh", moved.toString(), "undo")
                .set("HP_JVM_STATE", folder.resolve("state"))
                .run();
        assertEquals(0, undone.exitCode(), undone.err());
        assertEquals("7\n", Files.readString(pool));
        assertEquals("never\n", Files.readString(sys.resolve("enabled")));
        assertEquals("advise\n", Files.readString(sys.resolve("shmem_enabled")));
    }
}
