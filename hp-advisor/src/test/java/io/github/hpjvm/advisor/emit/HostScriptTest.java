package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script of the host on files of a folder: two plans, one after the other. */
class HostScriptTest {
    private static final String LINE = "  pool /sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages 700 693\n";

    @TempDir
    Path folder;

    private Path pool;

    @BeforeEach
    void makePool() throws IOException {
        Path files = Files.createDirectories(folder.resolve("sys/kernel/mm/hugepages/hugepages-2048kB"));
        pool = Files.writeString(files.resolve("nr_hugepages"), "7\n");
        surplus(0);
    }

    private void surplus(int pages) throws IOException {
        Files.writeString(pool.resolveSibling("surplus_hugepages"), pages + "\n");
    }

    private record Ended(int exit, String out) {}

    /** The text of the file that is installed there. */
    private static String text(int pages, String place) {
        return text(JvmSamples.g1(17), pages, place);
    }

    private static String text(Jvm jvm, int pages, String place) {
        return Form.SYSTEMD
                .files(Situations.of(jvm, PoolSetting.ofHost(2 << 20, 0).write(pages, 7, "")))
                .stream()
                .filter(file -> file.place().equals(place))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private Ended run(int pages, String what) throws Exception {
        return run(text(pages, HostScript.PLACE), what);
    }

    private Ended run(String script, String what) throws Exception {
        Path file = Files.writeString(folder.resolve("hp-jvm-host"), script.replace("/sys/", folder + "/sys/"));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", file.toString(), what).redirectErrorStream(true);
        builder.environment().put("RUNTIME_DIRECTORY", folder.resolve("state").toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        return new Ended(process.exitValue(), out);
    }

    private String pool() throws IOException {
        return Files.readString(pool).strip();
    }

    @Test
    void stopRestoresTheValuesFromBeforeTheFirstPlan() throws Exception {
        assertEquals(0, run(700, "start").exit());
        assertEquals(0, run(900, "start").exit());
        assertEquals("900", pool());
        assertEquals(0, run(900, "stop").exit());
        assertEquals("7", pool());
    }

    /** As on a boot with another kernel: the pool of 2 MiB is written before that of 1 GiB is found missing. */
    @Test
    void aFileThatIsMissingRestoresTheOthers() throws Exception {
        ConfigFile script = Form.SYSTEMD
                .files(Situations.of(
                        JvmSamples.g1(17),
                        PoolSetting.ofHost(2 << 20, 0).write(700, 7, ""),
                        PoolSetting.ofHost(1 << 30, 0).write(2, 0, "")))
                .stream()
                .filter(file -> file.place().equals(HostScript.PLACE))
                .findFirst()
                .orElseThrow();
        Ended failed = run(script.text(), "start");
        assertEquals(1, failed.exit(), failed.out());
        assertTrue(failed.out().contains("cannot read"), failed.out());
        assertTrue(failed.out().contains("all values are restored"), failed.out());
        assertEquals("7", pool());
        assertEquals(1, run(script.text(), "check").exit());
    }

    /** Pages of the surplus do not count, as if the kernel had granted 50 pages less. */
    @Test
    void aPlanThatFailsKeepsThePlanBefore() throws Exception {
        assertEquals(0, run(700, "start").exit());
        surplus(50);
        Ended failed = run(900, "start");
        assertEquals(1, failed.exit(), failed.out());
        assertTrue(failed.out().contains("the kernel granted 850 of 900 pages"), failed.out());
        assertEquals("650", pool());
        surplus(0);
        assertEquals(0, run(700, "start").exit());
        assertEquals("700", pool());
        assertEquals(0, run(700, "stop").exit());
        assertEquals("7", pool());
    }

    /** A second service would discard the pages of the first one: its playbook, or the reader of the unit, asks for this line. */
    @Test
    void theScriptNamesItsService() throws Exception {
        assertEquals("java.service\n" + LINE, asked(JvmSamples.g1(17)));
        String unit = text(700, SystemdForm.ONESHOT_PLACE);
        assertTrue(unit.contains("#   sed -n '2s/^# Service: //p;"), unit);
    }

    /** Lines of comments wrap at blanks, and a file may have any name: the line of the service comes before them. */
    @Test
    void aNameIsNoService() throws Exception {
        Jvm jvm = JvmSamples.g1(17);
        Arguments given = jvm.arguments().known().orElseThrow();
        for (String main : List.of("a".repeat(90) + " Service: nginx.service " + "b".repeat(90), "nginx.service")) {
            Jvm named = with(
                    Situations.inGroup(jvm, "/user.slice/session-1.scope"),
                    "arguments",
                    known(new Arguments(given.list(), given.unread(), main), "/proc/4242/cmdline"));
            assertEquals(main + ", process 4242\n" + LINE, asked(named));
        }
    }

    /** Two users may have a service of one name. */
    @Test
    void aServiceOfAUserIsNotThatOfAnother() throws Exception {
        Jvm jvm = Situations.inGroup(
                JvmSamples.g1(17), "/user.slice/user-1000.slice/user@1000.service/app.slice/app.service");
        assertEquals("app.service of a user, process 4242\n" + LINE, asked(jvm));
        String told = asked(with(jvm, "pid", 0L));
        assertTrue(told.endsWith("a JVM that does not run yet\n" + LINE), told);
    }

    /** What the playbook, or the reader of the unit, sees on a host that has the script of that JVM. */
    private String asked(Jvm jvm) throws Exception {
        Path script = Files.writeString(folder.resolve("hp-jvm-host"), text(jvm, 700, HostScript.PLACE));
        List<String> command = HostScript.owner().stream()
                .map(word -> word.equals(HostScript.PLACE) ? script.toString() : word)
                .toList();
        Process sed = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(sed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /**
     * The playbook keeps what it would discard. Of another service, equal values are no loss, except to undo. Of an owner that is no
     * service of the system, only equal lines are its own.
     */
    @ParameterizedTest
    @CsvSource({
        "/system.slice/java.service, not (hp_jvm_same | bool) and hp_jvm_lost | length > 0",
        "/user.slice/session-1.scope, hp_jvm_lost | length > 0",
        "/user.slice/user-1000.slice/user@1000.service/app.slice/app.service, hp_jvm_lost | length > 0"
    })
    void thePlaybookDiscardsNoSettings(String group, String when) {
        Path mode = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        Advice advice = Situations.of(
                Situations.inGroup(JvmSamples.g1(17), group),
                new KernelFile(mode, "madvise", "never", ""),
                PoolSetting.ofHost(2 << 20, 0).write(700, 7, ""));
        String text = Form.ANSIBLE.files(advice).get(0).text();
        String change = "  change " + mode + " madvise";
        for (String part : List.of(
                "    hp_jvm_own: [\"" + change + "\", \"" + LINE.stripTrailing() + "\"]\n",
                "    hp_jvm_changes: [\"" + change + "\"]\n",
                "difference(hp_jvm_own if hp_jvm_same | bool else [] if hp_jvm_undo | bool else hp_jvm_changes) }}\"\n",
                "      when: " + when + "\n")) {
            assertTrue(text.contains(part), text);
        }
    }

    /** systemctl starts no unit that is active: enable --now would do nothing. */
    @Test
    void theUnitTakesAChangedScript() {
        String unit = text(700, SystemdForm.ONESHOT_PLACE);
        assertTrue(unit.contains("\nExecReload=/bin/sh /usr/local/sbin/hp-jvm-host start\n"), unit);
        assertTrue(unit.contains("systemctl reload-or-restart hp-jvm-host.service\n"), unit);
    }
}
