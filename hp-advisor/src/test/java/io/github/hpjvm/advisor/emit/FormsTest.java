package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.KernelCommandLine;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.read.host.KernelCommandLineFile;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every form of every situation, compared with {@code src/test/resources/emit}. What is written now is in
 * {@code target/emit}: after a change that is meant, copy it over.
 */
class FormsTest {
    private static final Map<String, Advice> SITUATIONS = Situations.all();

    static Stream<Arguments> all() {
        return SITUATIONS.keySet().stream()
                .flatMap(name -> Stream.of(Form.values()).map(form -> Arguments.of(name, form)));
    }

    /** All files of a form, each below a line with its name. */
    private static String text(Advice advice, Form form) {
        return form.files(advice).stream()
                .map(file -> "==> " + file.name() + (file.place().isEmpty() ? "" : " for " + file.place()) + "\n"
                        + file.text())
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("all")
    void isAsExpected(String name, Form form) throws IOException {
        String now = text(SITUATIONS.get(name), form);
        String file = "emit/" + name + "/" + form + ".txt";
        Path written = Path.of("target", file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, now);
        try (InputStream in = FormsTest.class.getResourceAsStream("/" + file)) {
            String expected = in == null ? "nothing" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(expected, now, "see " + written);
        }
    }

    /** The settings of nodes of each kind, for a pool and for THP. */
    @ParameterizedTest
    @EnumSource(NodeKind.class)
    void nodesAreAsExpected(NodeKind kind) throws IOException {
        EmitTarget target = new EmitTarget(Optional.empty(), Optional.of("shop"), kind);
        String now = Stream.of("pool-empty", "thp-never", "every-kind")
                .map(name -> Form.K8S.files(SITUATIONS.get(name), target).get(1).text())
                .collect(Collectors.joining("==>\n"));
        String file = "emit/nodes/" + kind + ".txt";
        Path written = Path.of("target", file);
        Files.createDirectories(written.getParent());
        Files.writeString(written, now);
        try (InputStream in = FormsTest.class.getResourceAsStream("/" + file)) {
            String expected = in == null ? "nothing" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(expected, now, "see " + written);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void endsLinesAndWrapsTextButNotCommands(String name, Form form) {
        for (ConfigFile file : form.files(SITUATIONS.get(name))) {
            assertTrue(file.text().endsWith("\n") && !file.text().endsWith("\n\n"), file.text());
            for (String line : file.text().split("\n")) {
                assertEquals(line.stripTrailing(), line);
                assertTrue(line.length() <= 100 || !line.startsWith("# ") || line.startsWith("#   "), line);
            }
        }
    }

    /** Nothing is left out in silence: each action is in the text itself or named in a comment. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void namesEveryActionOfThePlan(Form form) {
        String text = text(SITUATIONS.get("every-kind"), form).replaceAll("\n# ", " ");
        for (String trace : List.of(
                "UseTransparentHugePages",
                "-XX:-UseLargePages",
                "GLIBC_TUNABLES",
                "21.0.4",
                "hugetlb.2MB.max",
                "defer+madvise",
                "shmem",
                "700",
                "nr_overcommit_hugepages")) {
            assertTrue(text.contains(trace), form + " does not name " + trace + ":\n" + text);
        }
        assertTrue(
                text.contains("hugepagesz=1G hugepages=4") || text.contains("hugepages-1048576kB/nr_hugepages 4\n"),
                text);
        assertTrue(text.contains("memory to 2Gi") || text.contains("memory: \"2Gi\""), text);
    }

    /** The pools of nodes are one argument; a size of THP takes the default from the PMD size. */
    @Test
    void kernelArgumentsJoinNodesAndKeepThePmdSize() {
        String thp = "/sys/kernel/mm/transparent_hugepage/";
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                PoolSetting.ofNode(0, 2 << 20).write(5, 0, ""),
                PoolSetting.ofNode(1, 2 << 20).write(7, 0, ""),
                new KernelFile(Path.of(thp + "hugepages-64kB/enabled"), "madvise", "never", ""));
        String text = Form.CMDLINE.files(advice).get(0).text();
        assertTrue(text.endsWith("hugepagesz=2M hugepages=0:5,1:7 thp_anon=64K:madvise thp_anon=2M:inherit\"\n"), text);
    }

    /** The kernel allocates no pages on a node that the argument does not name. */
    @Test
    void anArgumentOfANodeNamesAllNodesWithPages() {
        Bytes size = Bytes.ofMiB(2);
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                PoolSetting.ofNode(0, size.value()).write(258, 100, ""));
        EmitTarget target = EmitTarget.NONE.withPoolsNow(new PoolsOfHost(
                List.of(
                        new NodePool(0, size, 100, 10, 0),
                        new NodePool(0, Bytes.ofGiB(1), 2, 2, 0),
                        new NodePool(1, size, 1510, 1500, 10),
                        new NodePool(1, Bytes.ofGiB(1), 2, 2, 0),
                        new NodePool(2, size, 0, 0, 0)),
                Map.of(),
                Map.of(),
                size));
        String text = Form.CMDLINE.files(advice, target).get(0).text();
        assertTrue(text.endsWith(" hugepagesz=2M hugepages=0:258,1:1500\"\n"), text);
        for (String check : List.of(
                "node0/hugepages/hugepages-2048kB/nr_hugepages: $n of 258 pages",
                "node1/hugepages/hugepages-2048kB/nr_hugepages: $n of 1500 pages")) {
            assertEquals(2, text.split(Pattern.quote(check), -1).length, text);
        }
        assertFalse(text.contains("node2"), text);
        assertTrue(Form.CMDLINE.files(advice).get(0).text().contains("The pools of the other nodes are unknown."));
    }

    /** Of two hugepages= for one size the kernel takes the first. */
    @ParameterizedTest
    @CsvSource({
        "hugepages=512, quiet hugepages=512",
        "hugepagesz=2M hugepages=5, hugepagesz=1G hugepages=5 hugepagesz=2M hugepages=5",
        "hugepages=512, hugepages=5120 hugepages=512",
        "hugepagesz=2M, hugepagesz=2M hugepagesz=1G hugepages=5",
        "hugepagesz=2M hugepages=5, 'hugepagesz=2M  hugepages=5'",
        "hugepagesz=2M hugepages=5, 'hugepagesz=2M\thugepages=5'",
        "hugepagesz=2M hugepages=5, hugepagesz=2M quiet hpet=disable hugepages=5",
        "hugepagesz=2M hugepages=5, hugepagesz=2M default_hugepagesz=2M hugepages=5",
        "hugepages=512, hugetlb_free_vmemmap=on hung_task_panic=1  hugepages=512 hugepagesz=1G hugepages=5",
        "hugepages=512, hugepagesz=1G hugepages=5 default_hugepagesz=2M hugepages=512",
    })
    void theFileOfGrubTakesTheOldArgumentOut(String old, String now, @TempDir Path folder) throws Exception {
        Bytes size = Bytes.ofMiB(2);
        Bytes other = Bytes.ofGiB(1);
        EmitTarget target = EmitTarget.NONE.withPoolsNow(
                new PoolsOfHost(List.of(), Map.of(), Map.of(size, old, other, "hugepages=9"), size));
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                PoolSetting.ofHost(2 << 20, 2 << 20).write(700, 512, ""));
        String text = Form.CMDLINE.files(advice, target).get(0).text();
        assertTrue(text.replaceAll("\n# ", " ").contains("It replaces " + old + " of /proc/cmdline"), text);
        assertFalse(text.contains("hugepages=9"), text);
        Path file = Files.writeString(folder.resolve("60-hp-jvm.cfg"), text);
        for (String variable : List.of("GRUB_CMDLINE_LINUX", "GRUB_CMDLINE_LINUX_DEFAULT")) {
            Process shell = new ProcessBuilder(
                            "/bin/sh",
                            "-euc",
                            "GRUB_CMDLINE_LINUX=ro; " + variable + "='" + now + "'; . " + file
                                    + "; echo $GRUB_CMDLINE_LINUX $GRUB_CMDLINE_LINUX_DEFAULT")
                    .redirectErrorStream(true)
                    .start();
            String line = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertEquals(0, shell.waitFor(), line);
            KernelCommandLine then = KernelCommandLineFile.parse(line);
            assertEquals(Optional.of("hugepagesz=2M hugepages=700"), then.ofPool(size, other), line);
            assertEquals(now.contains("1G"), line.contains("hugepagesz=1G hugepages=5"), line);
            for (String word : now.split("[ \t]+")) {
                assertTrue(word.startsWith("hugepages") || line.contains(word), line);
            }
            assertFalse(line.contains("60-hp-jvm.cfg"), line);
        }
    }

    /** A count after another size belongs to that size, also in the second variable. */
    @Test
    void theFileOfGrubKeepsThePoolOfAnotherSize(@TempDir Path folder) throws Exception {
        String line = booted(folder, "hugepages=8", "hugepages=8", "hugepagesz=1G hugepages=8");
        assertEquals("hugepagesz=2M hugepages=700 hugepagesz=1G hugepages=8", line);
    }

    /** Of the file only a text that is known is changed. */
    @Test
    void theFileOfGrubWarnsOfAnArgumentThatItKeeps(@TempDir Path folder) throws Exception {
        String line = booted(folder, "hugepagesz=2M hugepages=5", "hugepagesz=2M hugepages=6", "quiet");
        assertTrue(line.startsWith("60-hp-jvm.cfg: remove hugepagesz=2M and its hugepages= from"), line);
        assertFalse(booted(folder, "hugepagesz=2M hugepages=5", "ro", "hugepagesz=2M hugepages=6")
                .contains("60-hp-jvm.cfg"));
    }

    /** What GRUB passes to the kernel after the file was sourced, which replaces that argument. */
    private static String booted(Path folder, String old, String first, String second) throws Exception {
        Bytes size = Bytes.ofMiB(2);
        EmitTarget target = EmitTarget.NONE.withPoolsNow(new PoolsOfHost(List.of(), Map.of(), Map.of(size, old), size));
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                PoolSetting.ofHost(2 << 20, 2 << 20).write(700, 8, ""));
        Path file = Files.writeString(
                folder.resolve("60-hp-jvm.cfg"),
                Form.CMDLINE.files(advice, target).get(0).text());
        Process shell = new ProcessBuilder(
                        "/bin/sh",
                        "-euc",
                        "GRUB_CMDLINE_LINUX='" + first + "'; GRUB_CMDLINE_LINUX_DEFAULT='" + second + "'; . " + file
                                + "; echo $GRUB_CMDLINE_LINUX $GRUB_CMDLINE_LINUX_DEFAULT")
                .redirectErrorStream(true)
                .start();
        String line = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, shell.waitFor(), line);
        return line;
    }

    /** The reboot for a pool of 1 GiB pages discards a pool of 2 MiB pages that was made at run time. */
    @ParameterizedTest
    @CsvSource({"0, true, No known kernel argument", "100, true, sets 100 pages", "2000, false, sets 2000 pages"})
    void namesOtherPoolsThatTheRebootDiscards(long atBoot, boolean lost, String why) {
        Bytes small = Bytes.ofMiB(2);
        Bytes large = Bytes.ofGiB(1);
        Advice advice =
                Situations.of(JvmSamples.told(JvmSamples.g1(17)), new KernelArgument("hugepagesz=1G hugepages=8"));
        EmitTarget target = EmitTarget.NONE
                .withPools(Map.of(small, small.times(272), large, large.times(8)))
                .withHostPools(Map.of(small, 2000L, large, 8L))
                .withPoolsNow(new PoolsOfHost(List.of(), Map.of(small, atBoot), Map.of(), small));
        String text = Form.CMDLINE.files(advice, target).get(0).text();
        String keep = "echo 'vm.nr_hugepages = 2000' | sudo tee /etc/sysctl.d/60-hp-jvm-pool.conf";
        assertEquals(lost, text.contains(keep), text);
        assertEquals(lost, text.contains("needs 272 pages of 2 MiB"), text);
        assertEquals(lost, text.contains(why), text);
        assertFalse(text.contains("pages of 1 GiB"), text);
        assertTrue(text.endsWith(" hugepagesz=1G hugepages=8\"\n"), text);
        EmitTarget other = target.withPoolsNow(new PoolsOfHost(List.of(), Map.of(small, atBoot), Map.of(), large));
        String argument = Form.CMDLINE.files(advice, other).get(0).text();
        assertEquals(lost, argument.contains("#   hugepagesz=2M hugepages=2000\n"), argument);
    }

    /** The pool suffices now, so no action sets it: the next boot may lack it, or another unit sets it. */
    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"SHELL", "K8S", "CMDLINE"},
            mode = EnumSource.Mode.EXCLUDE)
    void namesThePoolThatNoSettingMakes(Form form) {
        Bytes small = Bytes.ofMiB(2);
        Advice advice = Situations.of(
                Situations.inGroup(JvmSamples.g1(17), "/system.slice/shop.service"),
                new JvmFlag(List.of("-XX:+UseLargePages"), List.of()));
        EmitTarget target = new EmitTarget(Optional.empty(), Optional.of("shop"), NodeKind.DAEMONSET)
                .withPools(Map.of(small, small.times(272)))
                .withHostPools(Map.of(small, 300L))
                .withPoolsNow(new PoolsOfHost(List.of(), Map.of(), Map.of(), small));
        String text = form.files(advice, target).stream().map(ConfigFile::text).collect(Collectors.joining());
        assertTrue(text.contains("echo 'vm.nr_hugepages = 300' | sudo tee /etc/sysctl.d/60-hp-jvm-pool.conf"), text);
        boolean dropIn = List.of(Form.SYSTEMD, Form.QUADLET, Form.ANSIBLE, Form.CLOUD_INIT)
                .contains(form);
        assertEquals(dropIn, text.contains("After=hp-jvm-host.service"), text);
        assertFalse(text.contains("Wants="), text);
        String without = form.files(advice, new EmitTarget(Optional.empty(), Optional.of("shop"), NodeKind.DAEMONSET))
                .toString();
        assertFalse(without.contains("60-hp-jvm-pool.conf") || without.contains("After="), without);
    }

    /** The files of THP list all words, and the one in brackets is set. */
    @ParameterizedTest
    @CsvSource({
        "always madvise [never], madvise, false",
        "always [madvise] never, madvise, true",
        "always defer [defer+madvise] madvise never, defer+madvise, true",
        "always defer [defer+madvise] madvise never, madvise, false",
        "always within_size [advise] never deny force, advise, true",
        "511, 511, true",
        "511, 51, false"
    })
    void theCheckReadsTheChosenWord(String content, String value, boolean set, @TempDir Path folder)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("enabled"), content + "\n");
        String check = PoolCommands.check(new Setting(Setting.Store.KERNEL_FILE, file.toString(), value, ""));
        Process shell = new ProcessBuilder("sh", "-c", check).start();
        assertEquals(set, shell.waitFor() == 0, check);
    }

    /** grubby replaces an argument whose name is there already. */
    @Test
    void grubbyWritesNoArgumentTwice() {
        PoolSetting pool = PoolSetting.ofHost(2 << 20, 0);
        String one = cmdline(pool.write(5, 0, ""));
        assertTrue(one.contains("--args='hugepagesz=2M hugepages=5' && sudo reboot"), one);
        assertTrue(one.contains("grep -E 'hugepage|thp_' /proc/cmdline"), one);
        String sizes = cmdline(pool.write(5, 0, ""), new KernelArgument("hugepagesz=1G hugepages=4"));
        String thp = cmdline(new KernelFile(
                Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled"), "madvise", "never", ""));
        for (String text : List.of(sizes, thp)) {
            assertFalse(text.contains("sudo grubby"), text);
            assertTrue(text.contains("grub2-mkconfig -o /boot/grub2/grub.cfg --update-bls-cmdline"), text);
            assertFalse(text.lines().anyMatch(line -> line.startsWith("GRUB_") && line.contains(";")), text);
        }
    }

    /** The plugin sysfs of tuned would lower a larger pool; its plugin sysctl has the operator for it. */
    @Test
    void tunedLowersNoPool() {
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                PoolSetting.ofHost(1 << 30, 2 << 20).write(4, 0, ""),
                PoolSetting.ofNode(0, 2 << 20).write(5, 0, ""),
                PoolSetting.ofHost(2 << 20, 2 << 20).write(700, 0, ""));
        String text = Form.TUNED.files(advice).get(0).text();
        assertTrue(text.contains("\n[sysctl]\nvm.nr_hugepages=>700\n"), text);
        assertFalse(text.contains("[sysfs]"), text);
        assertEquals(2, text.split("# Not here: ", -1).length - 1, text);
    }

    /** The exit code of the last command is that of all: a unit that failed would be forgotten. */
    @Test
    void cloudInitEndsWithTheStateOfTheUnit() {
        String last = "  - [systemctl, is-active, --quiet, hp-jvm-host.service]\n";
        assertTrue(text(SITUATIONS.get("pool-empty"), Form.CLOUD_INIT).endsWith(last));
        assertFalse(text(SITUATIONS.get("flag-missing"), Form.CLOUD_INIT).contains("is-active"));
    }

    private static String cmdline(Action... actions) {
        return Form.CMDLINE
                .files(Situations.of(JvmSamples.told(JvmSamples.g1(17)), actions))
                .get(0)
                .text();
    }

    /** The PMD size is 32 or 512 MiB with base pages of 16 or 64 KiB. */
    @ParameterizedTest
    @CsvSource({"2, 2M", "32, 32M", "512, 512M"})
    void theKernelKeepsThePmdSizeOfTheHost(int mib, String size) {
        String thp = "/sys/kernel/mm/transparent_hugepage/";
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                new KernelFile(Path.of(thp + "hugepages-64kB/enabled"), "madvise", "never", ""));
        EmitTarget target = EmitTarget.NONE.withPmdSize(Bytes.ofMiB(mib));
        String text = Form.CMDLINE.files(advice, target).get(0).text();
        assertTrue(text.endsWith("thp_anon=64K:madvise thp_anon=" + size + ":inherit\"\n"), text);
        Advice own = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                new KernelFile(Path.of(thp + "hugepages-" + mib * 1024 + "kB/enabled"), "madvise", "never", ""));
        assertTrue(Form.CMDLINE.files(own, target).get(0).text().endsWith(" thp_anon=" + size + ":madvise\"\n"));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void emptyPlanSaysSoAndChangesNothing(Form form) {
        List<ConfigFile> files = form.files(SITUATIONS.get("nothing"));
        assertEquals(1, files.size());
        String text = files.get(0).text();
        assertTrue(text.contains("# Nothing to change.\n"), text);
        List<String> effective =
                text.lines().filter(line -> !line.startsWith("#")).toList();
        assertEquals(
                form == Form.SHELL ? List.of("set -eu", "echo 'hp-jvm: nothing to change on this host'") : List.of(),
                effective);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void missingFactsAreNamedInAnEmptyPlan(Form form) {
        String text = text(SITUATIONS.get("vanished"), form).replaceAll("\n# ", " ");
        assertTrue(text.contains("facts are missing: VM"), text);
        assertFalse(text.contains("Nothing to change."), text);
        assertTrue(
                text(SITUATIONS.get("no-remedy"), form).contains("no setting resolves these findings"),
                text(SITUATIONS.get("no-remedy"), form));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void namesCannotEndTheirComment(Form form) {
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                new KernelArgument("a\nreboot \u2028now\\"),
                new CgroupFile("/sys/fs/cgroup/x\nrm -rf y\\", "1\nrm z", "2\n\rrm w"),
                new Environment("A", "1\r\nrm \\"),
                new Sysctl("vm.x\ny", "1\nkernel.panic = 1", "0\nkernel.panic = 2", ""));
        for (ConfigFile file : form.files(advice)) {
            // What follows in the script is in quotes, which a shell reads in another test.
            String text = file.text().split("set -eu")[0];
            for (String line : text.split("[\n\r\u0085\u2028\u2029]")) {
                String start = line.strip();
                assertFalse(start.startsWith("#") && line.endsWith("\\"), line);
                for (String first : List.of("rm ", "reboot", "kernel.panic", "now")) {
                    assertFalse(start.startsWith(first), text);
                }
            }
        }
    }

    /** 1302 MiB for the pool, 1000 MiB available, and 1536 MiB of the JVM. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void aPoolThatNeedsTheMemoryOfTheJvmSaysToStopItFirst(Form form) {
        Host crowded = pool(0, 0, 0).withMemory(memory(Bytes.ofMiB(1000), Bytes.ofMiB(2)));
        Advice advice = Situations.advice(crowded, JvmSamples.g1(17, "-XX:+UseLargePages"));
        String text = text(advice, form).replaceAll("\n# ", " ");
        assertTrue(text.contains("Stop the JVM before the pool grows"), text);
        if (form == Form.SHELL) {
            assertTrue(text.contains("then: start the JVM"), text);
        }
    }

    @Test
    void theLocaleChangesNothing() {
        Locale before = Locale.getDefault();
        try {
            for (Form form : Form.values()) {
                String expected = text(SITUATIONS.get("every-kind"), form);
                for (String tag : new String[] {"tr-TR", "ar-EG-u-nu-arab"}) {
                    Locale.setDefault(Locale.forLanguageTag(tag));
                    assertEquals(expected, text(SITUATIONS.get("every-kind"), form), tag);
                    assertEquals(
                            form,
                            Form.valueOf(
                                    form.toString().toUpperCase(Locale.ROOT).replace('-', '_')));
                }
                Locale.setDefault(before);
            }
        } finally {
            Locale.setDefault(before);
        }
    }
}
