package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM has no parent, so nothing else keeps it complete. */
class BomTest {
    private static final Path BOM = Path.of("bom/pom.xml");

    private static List<String> all(String pattern, Path file) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map(it -> it.group(1))
                .toList();
    }

    @Test
    void namesEachJarThatAProjectMayDependOn() throws IOException {
        // A project of benchmarks depends on hp-jmh, a service on all others.
        TreeSet<String> jars = new TreeSet<>(List.of("hp-os", "hp-advisor", "hp-jmh"));
        for (String binder : all("<module>([^<]+)</module>", Path.of("binders/pom.xml"))) {
            jars.addAll(all("</parent>\\s*<artifactId>([^<]+)<", Path.of("binders", binder, "pom.xml")));
        }
        assertTrue(jars.size() > 2, jars::toString);
        assertEquals(
                jars,
                new TreeSet<>(
                        all("<groupId>io.github.hpjvm</groupId>\\s*<artifactId>(?!hp-advisor-bom)([^<]+)<", BOM)));
    }

    @Test
    void hasTheVersionOfTheProject() throws IOException {
        String version = "<artifactId>hp-jvm</artifactId>\\s*<version>([^<]+)<";
        assertEquals(
                all(version, Path.of("../pom.xml")),
                all("<artifactId>hp-advisor-bom</artifactId>\\s*<version>([^<]+)<", BOM));
    }
}
