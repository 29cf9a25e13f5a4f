package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.AdvisorJars;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.RecordsHealth;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** The events of the health check in recordings of several JDKs, as the tools of the JDK and the parser of JMC read them. */
@Tag("jdks")
@Tag("beside")
class FlightRecordingIT {
    private static final String COVERAGE = "io.github.hpjvm.HugePageCoverage";
    private static final String CHANGED = "io.github.hpjvm.HugePageFindingChanged";

    @TempDir
    private Path folder;

    static List<Jdk> jdks() {
        return Jdks.among(17, 21, 25);
    }

    private Path recorded(Jdk jdk) throws URISyntaxException {
        Path file = folder.resolve("service.jfr");
        String advisor = AdvisorJars.classPath();
        Path program = Path.of(RecordsHealth.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Program.Ended ended = Program.of(
                        jdk.java().toString(),
                        "-Xmx128m",
                        "-XX:StartFlightRecording=filename=" + file,
                        "-cp",
                        program + File.pathSeparator + advisor,
                        RecordsHealth.class.getName())
                .with(40, 1000)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        return file;
    }

    private static String jfr(Jdk jdk, Object... arguments) {
        Path tool = jdk.java().resolveSibling("jfr");
        Program.Ended ended = Program.of(tool.toString())
                .with(arguments)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return ended.out();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void toolsReadTheEvents(Jdk jdk) throws IOException, URISyntaxException, CouldNotLoadRecordingException {
        Path file = recorded(jdk);
        String printed = jfr(jdk, "print", "--events", "io.github.hpjvm.*", file);
        assertTrue(printed.contains(COVERAGE + " {"), printed);
        assertTrue(printed.contains("region = \"heap\""), printed);
        assertTrue(printed.contains(CHANGED + " {"), printed);
        if (jdk.feature() >= 21) {
            String view = jfr(jdk, "view", COVERAGE, file);
            assertTrue(view.contains("heap"), view);
        }
        IItemCollection all = JfrLoaderToolkit.loadEvents(file.toFile());
        IItemCollection coverage = all.apply(ItemFilters.type(COVERAGE));
        assertTrue(coverage.hasItems());
        assertEquals("Huge Page Coverage", first(coverage).getType().getName());
        assertTrue(all.apply(ItemFilters.type(CHANGED)).hasItems());
    }

    private static IItem first(IItemCollection items) {
        for (IItemIterable group : items) {
            for (IItem item : group) {
                return item;
            }
        }
        throw new AssertionError("no event");
    }
}
