package io.github.hpjvm.bench.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The options in the files that cannot ask {@link CampaignOption}. */
class CampaignOptionTest {
    private static Set<String> named(Stream<CampaignOption> options) {
        return options.map(CampaignOption::label).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> all(String pattern, Path file) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map(it -> it.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void mavenPassesEachOn() throws IOException {
        Set<String> passed = all("-Dhp\\.([a-z-]+)=\\$\\{hp\\.\\1}", Path.of("pom.xml"));
        passed.add(CampaignOption.OUT.label()); // the folder is Maven's
        assertEquals(named(Stream.of(CampaignOption.values())), passed);
    }

    @Test
    void theManualHasEach() throws IOException {
        Set<String> documented = all("[`(]-Dhp\\.([a-z-]+)", Path.of("../docs/BENCH.md"));
        Set<String> expected = named(Stream.of(CampaignOption.values()));
        expected.remove(CampaignOption.OUT.label());
        assertTrue(documented.containsAll(expected), () -> documented + " lacks some of " + expected);
    }

    @Test
    void settingsAreThoseThatChangeWhatIsMeasured() {
        assertEquals(
                Set.of(
                        "profile",
                        "workloads",
                        "params",
                        "variants",
                        "variant",
                        "seed",
                        "jvm",
                        "fragment",
                        "profilers",
                        "disturbed",
                        "clock",
                        "interleave"),
                named(Stream.of(CampaignOption.values()).filter(CampaignOption::isSetting)));
    }
}
