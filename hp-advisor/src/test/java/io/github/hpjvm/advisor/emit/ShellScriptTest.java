package io.github.hpjvm.advisor.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.PoolSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that set a pool, on files of a folder: two plans for one pool, made at the same time. */
class ShellScriptTest {
    private static final PoolSetting OF_2_MIB = PoolSetting.ofHost(2 << 20, 0);

    @TempDir
    Path folder;

    private Path pool;

    @BeforeEach
    void makeFiles() throws IOException {
        Path files = Files.createDirectories(folder.resolve("sys/kernel/mm/hugepages/hugepages-2048kB"));
        pool = Files.writeString(files.resolve("nr_hugepages"), "7\n");
        Files.writeString(files.resolve("surplus_hugepages"), "0\n");
        available(0, 0);
        jvmRuns(true);
    }

    private void available(int free, int reserved) throws IOException {
        Files.writeString(pool.resolveSibling("free_hugepages"), free + "\n");
        Files.writeString(pool.resolveSibling("resv_hugepages"), reserved + "\n");
    }

    /** The process of the plan, or another one with its number. */
    private void jvmRuns(boolean runs) throws IOException {
        Path stat = Files.createDirectories(folder.resolve("proc/" + JvmSamples.PID))
                .resolve("stat");
        String before = JvmSamples.PID + " (java) x) S 1" + " 0".repeat(17);
        Files.writeString(stat, before + " " + (runs ? JvmSamples.g1(17).startTicks() : 77) + " 0 0\n");
    }

    private record Ended(int exit, String out) {}

    private static String script(Form form, String name) {
        return form.files(Situations.of(JvmSamples.g1(17), OF_2_MIB.write(700, 7, ""))).stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private Ended run(String script, String what) throws Exception {
        Path file = Files.writeString(
                folder.resolve("script"),
                script.replaceAll("(?<![a-z])/(sys|proc)/", folder + "/$1/").replace("$(id -u)", "0"));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", file.toString(), what).redirectErrorStream(true);
        builder.environment().put("RUNTIME_DIRECTORY", folder.resolve("state").toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        return new Ended(process.exitValue(), out);
    }

    private Ended shell(String what) throws Exception {
        return run(script(Form.SHELL, "hp-jvm.sh"), what);
    }

    private Ended host(String what) throws Exception {
        return run(script(Form.SYSTEMD, HostScript.NAME), what);
    }

    private String pool() throws IOException {
        return Files.readString(pool).strip();
    }

    @Test
    void aSecondRunChangesNothing() throws Exception {
        assertEquals(0, shell("apply").exit());
        assertEquals("700", pool());
        available(700, 0);
        assertEquals(0, shell("apply").exit());
        assertEquals(0, shell("check").exit());
        // The JVM has started again on its pages.
        available(0, 0);
        jvmRuns(false);
        assertEquals(0, shell("apply").exit());
        assertEquals(0, shell("check").exit());
        assertEquals(0, host("start").exit());
    }

    /** Another plan has written the same number, and its JVM has taken the pages. */
    @Test
    void pagesThatOthersHoldAreNoSuccess() throws Exception {
        Files.writeString(pool, "700\n");
        available(692, 0);
        Ended failed = shell("apply");
        assertEquals(1, failed.exit(), failed.out());
        assertTrue(failed.out().contains("needs 693 more pages and 692 are available"), failed.out());
        assertTrue(failed.out().contains("hp-cli size --all"), failed.out());
        assertEquals("700", pool());
        Ended checked = shell("check");
        assertEquals(1, checked.exit(), checked.out());
        assertTrue(checked.out().startsWith("held "), checked.out());
        for (String what : new String[] {"start", "check"}) {
            Ended unit = host(what);
            assertEquals(1, unit.exit(), unit.out());
            assertTrue(unit.out().contains("others hold the pages"), unit.out());
        }
        available(800, 108);
        assertEquals(1, shell("apply").exit());
        available(801, 108);
        assertEquals(0, shell("apply").exit());
        assertEquals(0, host("start").exit());
        assertEquals(0, host("check").exit());
    }

    @Test
    void undoNeedsNoPages() throws Exception {
        Files.writeString(pool, "700\n");
        assertEquals(0, shell("undo").exit());
        assertEquals("7", pool());
    }

    /** The sysctl counts pages of the default size, whose state is in /proc/meminfo. */
    @Test
    void meminfoHasTheStateOfTheDefaultPool() throws Exception {
        Path sysctl = Files.createDirectories(folder.resolve("proc/sys/vm")).resolve("nr_hugepages");
        Files.writeString(sysctl, "700\n");
        String script = Form.SHELL
                .files(Situations.of(
                        JvmSamples.g1(17), PoolSetting.ofHost(2 << 20, 2 << 20).write(700, 7, "")))
                .get(0)
                .text();
        Path meminfo = folder.resolve("proc/meminfo");
        Files.writeString(meminfo, "HugePages_Free:      700\nHugePages_Rsvd:        8\n");
        assertEquals(1, run(script, "apply").exit());
        Files.writeString(meminfo, "HugePages_Free:      700\nHugePages_Rsvd:        7\n");
        assertEquals(0, run(script, "apply").exit());
    }
}
