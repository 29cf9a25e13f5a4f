package io.github.hpjvm.advisor.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.PoolSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the host on files of a folder: two plans, one after the other. */
class HostScriptTest {
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
        return Form.SYSTEMD
                .files(Situations.of(
                        JvmSamples.g1(17), PoolSetting.ofHost(2 << 20, 0).write(pages, 7, "")))
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
        Path script = Files.writeString(folder.resolve("hp-jvm-host"), text(700, HostScript.PLACE));
        List<String> command = HostScript.owner().stream()
                .map(word -> word.equals(HostScript.PLACE) ? script.toString() : word)
                .toList();
        Process sed = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertEquals(
                "java.service\n  pool /sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages 700 693\n",
                new String(sed.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        String unit = text(700, SystemdForm.ONESHOT_PLACE);
        assertTrue(unit.contains("#   sed -n 's/^# Service: //p;"), unit);
    }

    /** systemctl starts no unit that is active: enable --now would do nothing. */
    @Test
    void theUnitTakesAChangedScript() {
        String unit = text(700, SystemdForm.ONESHOT_PLACE);
        assertTrue(unit.contains("\nExecReload=/bin/sh /usr/local/sbin/hp-jvm-host start\n"), unit);
        assertTrue(unit.contains("systemctl reload-or-restart hp-jvm-host.service\n"), unit);
    }
}
