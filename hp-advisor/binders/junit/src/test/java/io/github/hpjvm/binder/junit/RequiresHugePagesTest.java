package io.github.hpjvm.binder.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.hpjvm.advisor.health.Depth;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.binder.junit.RequiresHugePages.Pages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JVM of these tests has no flag about pages: its heap is not on a hugetlb pool. */
class RequiresHugePagesTest {

    @RequiresHugePages(Pages.HUGETLB)
    static class Skipping {
        @Test
        void needsThem() {}
    }

    @RequiresHugePages(value = Pages.HUGETLB, orFail = true)
    static class Outer {
        @Nested
        class Inner {
            @Test
            void needsThem() {}

            @Nested
            class Innermost {
                @ParameterizedTest
                @ValueSource(ints = 1)
                void needsThem(int number) {}
            }
        }

        @Nested
        class WithItsOwn {
            @Test
            @RequiresHugePages(Pages.HUGETLB)
            void needsThem() {}
        }
    }

    @RequiresHugePages(Pages.HUGETLB)
    static class Around {
        @Nested
        class Inner {
            @Test
            void needsThem() {}
        }
    }

    static class Mixed {
        @Test
        @RequiresHugePages(value = Pages.HUGETLB, orFail = true)
        void needsThem() {}

        @Test
        void needsNothing() {}
    }

    /** Runs a class, and returns a line for each skipped or finished test. */
    private static List<String> run(Class<?> type, String mode) {
        List<String> lines = new ArrayList<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(type))
                                .configurationParameter("hp-jvm.requires-huge-pages", mode)
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionSkipped(TestIdentifier test, String reason) {
                                lines.add("skipped " + reason);
                            }

                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    lines.add(result.getStatus() + " "
                                            + result.getThrowable()
                                                    .map(Throwable::getMessage)
                                                    .orElse(""));
                                }
                            }
                        });
        return lines.stream().sorted().toList();
    }

    @Test
    void skipsWithReasonAndFix() {
        List<String> lines = run(Skipping.class, "skip");
        assertEquals(1, lines.size(), lines::toString);
        String line = lines.get(0);
        assertTrue(line.startsWith("skipped The JVM has no hugetlb pages: "), line);
        assertTrue(line.endsWith(" To fix: start the JVM of the tests with -XX:+UseLargePages."), line);
    }

    @Test
    void failsWhereTheBuildWantsThat() {
        List<String> lines = run(Skipping.class, "fail");
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith("FAILED The JVM has no hugetlb pages: "), lines::toString);
    }

    @Test
    void failsOneTestOfAClass() {
        List<String> lines = run(Mixed.class, "skip");
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith("FAILED The JVM has no hugetlb pages: "), lines::toString);
        assertEquals("SUCCESSFUL ", lines.get(1));
    }

    @Test
    void failsTestsOfNestedClasses() {
        List<String> lines = run(Outer.class, "skip");
        assertEquals(3, lines.size(), lines::toString);
        for (String line : lines.subList(0, 2)) {
            assertTrue(line.startsWith("FAILED The JVM has no hugetlb pages: "), lines::toString);
        }
        assertTrue(lines.get(2).startsWith("skipped The JVM has no hugetlb pages: "), lines::toString);
    }

    @Test
    void failsNestedClassesWhereTheBuildWantsThat() {
        List<String> lines = run(Around.class, "fail");
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith("FAILED The JVM has no hugetlb pages: "), lines::toString);
    }

    private static HealthReport report(HealthStatus status, Requested requested, Optional<PageKind> heap) {
        Instant now = Instant.now();
        return new HealthReport(
                status,
                "A sentence",
                requested,
                heap,
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Depth.FULL,
                now,
                now);
    }

    @ParameterizedTest
    @CsvSource({
        "THP, THP, true",
        "THP, HUGETLB, false",
        "THP, ANY, true",
        "HUGETLB, ANY, true",
        "HUGETLB, THP, false",
        "BASE, ANY, false",
        "MIXED, ANY, false"
    })
    void acceptsTheWantedKind(PageKind heap, Pages wanted, boolean accepted) {
        HealthReport report = report(HealthStatus.OK, Requested.THP, Optional.of(heap));
        assertEquals(accepted, Requirement.lack(report, wanted).isEmpty());
    }

    @Test
    void unknownIsALack() {
        String lack = Requirement.lack(report(HealthStatus.UNKNOWN, Requested.THP, Optional.empty()), Pages.THP)
                .orElseThrow();
        assertEquals("The JVM has no transparent huge pages: the pages of its heap are unknown. A sentence.", lack);
    }
}
