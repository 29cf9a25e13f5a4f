package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.counted;
import static io.github.hpjvm.advisor.FactsSamples.free;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.limit;
import static io.github.hpjvm.advisor.JvmSamples.limited;
import static io.github.hpjvm.advisor.JvmSamples.located;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thirty questions about huge pages of a JVM from public forums, each with the scenario that it comes from and the line
 * that answers it: of {@code hp-cli advise}, of {@code hp-cli predict}, of {@code hp-cli explain} or of {@code hp-cli
 * emit}. {@link #ELSEWHERE} names the questions that other commands answer. The table is written to {@code
 * target/thirty-questions.txt}.
 */
class ThirtyQuestionsTest {
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String LARGE = "-XX:+UseLargePages";
    private static final Bytes GIB = Bytes.ofGiB(1);
    private static final Host ALWAYS_OLD = kernel(thp("always", "-", "never"), "4.18.0-553.el8");

    /** Questions, or the part of one, that another command answers; and which. */
    private static final Map<Integer, String> ELSEWHERE = Map.of(
            3, "Windows: hp-cli is for Linux, its README says so; nothing is guessed",
            10, "how much larger the footprint is: the column RSS of hp-cli bench run",
            19, "what Elasticsearch gains or loses: hp-cli bench run with a workload like it",
            24, "how long a pause is: hp-cli bench run",
            30, "counters that a guest does not have: hp-cli bench doctor");

    /**
     * One question.
     *
     * @param number of thirty; one may be there with several scenarios
     * @param question the question and its source
     * @param rule the id of the rule, or the command
     * @param phrase a part of the answer
     * @param answer makes it
     */
    private record Question(int number, String question, String rule, String phrase, Supplier<String> answer) {
        @Override
        public String toString() {
            return number + ": " + question + " -> " + rule;
        }
    }

    /** The rule's answer for the JVM on the host: its finding, or the reason why there is none. */
    private static Question advise(int number, String question, String rule, String phrase, Host host, Jvm jvm) {
        return new Question(
                number,
                question,
                rule,
                phrase,
                () -> Rules.judge(FactsSamples.facts(host, jvm), jvm).outcomes().stream()
                        .filter(outcome -> outcome.rule().equals(rule))
                        .map(ThirtyQuestionsTest::text)
                        .collect(Collectors.joining(" ")));
    }

    private static Question explain(int number, String question, String rule, String phrase) {
        return new Question(
                number,
                question,
                "explain " + rule,
                phrase,
                () -> RulePage.of(rule).orElseThrow().replace('\n', ' '));
    }

    private static Question emit(int number, String question, Form form, String phrase, Host host, Jvm jvm) {
        return new Question(
                number,
                question,
                "emit --for " + form,
                phrase,
                () -> form.files(Advisor.advise(FactsSamples.facts(host, jvm), jvm))
                        .toString());
    }

    private static Question predict(int number, String question, String phrase, Host host, Jvm jvm) {
        return new Question(number, question, "predict", phrase, () -> {
            Launch launch = new Launch(
                    jvm.identity().known().orElseThrow(),
                    jvm.arguments().known().orElseThrow(),
                    Map.of(),
                    Map.of(),
                    jvm.cgroup(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    Map.of(),
                    Optional.empty());
            Prediction prediction = PageModel.predict(launch, host);
            return prediction.refusal() + " " + prediction.warnings() + " " + prediction.risks();
        });
    }

    private static String text(Outcome outcome) {
        if (outcome instanceof Outcome.Finding finding) {
            return finding.severity() + " " + finding.summary() + ". " + finding.explanation() + " "
                    + finding.expectedEffect() + " " + finding.actions();
        }
        if (outcome instanceof Outcome.Pass pass) {
            return "PASS " + pass.summary();
        }
        return outcome instanceof Outcome.NotApplicable none ? "NOT_APPLICABLE " + none.reason() : outcome.toString();
    }

    static List<Question> questions() {
        List<Question> all = new ArrayList<>();
        all.addAll(asked());
        all.addAll(host());
        all.addAll(sizes());
        return all;
    }

    /** Pages that are requested and not granted. */
    private static List<Question> asked() {
        Jvm large = g1(17, LARGE);
        return List.of(
                advise(
                        1,
                        "UseLargePages disabled, no large pages configured (openjdk/jdk#1153)",
                        "HP-101",
                        "651 more are needed",
                        pool(0, 0, 0),
                        large),
                predict(
                        2,
                        "Failed to reserve shared memory (OpenRefine#333)",
                        "SHARED_MEMORY_NOT_RESERVED",
                        pool(0, 0, 0),
                        g1(11, "-Xmx1g", "-XX:+UseG1GC", "-XX:+UseSHM", LARGE)),
                advise(
                        2,
                        "the same, before an upgrade",
                        "HP-702",
                        "-XX:+UseSHM (from 23 on)",
                        pool(700, 700, 0),
                        g1(17, LARGE, "-XX:+UseSHM")),
                advise(
                        4,
                        "why do scripts set -UseLargePages (rocketmq#1816)",
                        "HP-103",
                        "remove=[-XX:-UseLargePages]",
                        FactsSamples.host(),
                        g1(17, "-XX:-UseLargePages")),
                advise(
                        5,
                        "page size 2M could not be satisfied (openj9#2289)",
                        "HP-101",
                        "51 more are needed",
                        pool(600, 600, 0),
                        large),
                advise(
                        5,
                        "the same of OpenJ9",
                        "HP-101",
                        "-Xlp:objectheap:pagesize=2M",
                        pool(600, 600, 0),
                        JvmSamples.other(VmKind.OPENJ9)),
                advise(
                        6,
                        "SIGBUS at the first touch in a container (openj9#13077, k8s#71233)",
                        "HP-104",
                        "CRITICAL The JVM will die of SIGBUS",
                        pool(700, 700, 651),
                        heap(limited(large, false, limit("/pod", 0, 0)), on(PageKind.HUGETLB, GIB, Bytes.ZERO))),
                advise(
                        7,
                        "Java no longer runs after vm.nr_hugepages=1024 (microk8s#4039)",
                        "HP-106",
                        "2 GiB of the pool of 2 MiB pages are unused",
                        pool(1024, 1024, 0),
                        g1(17)),
                emit(
                        8,
                        "how do I give a pod huge pages (kubernetes/community#837)",
                        Form.K8S,
                        "hugepages-2Mi",
                        pool(0, 0, 0),
                        large),
                advise(
                        11,
                        "host is madvise, the JVM does nothing (SapMachine#2137)",
                        "HP-103",
                        "UseTransparentHugePages is not set",
                        FactsSamples.host(),
                        g1(17)),
                advise(
                        15,
                        "ZGC ignores THP (jdk#16690)",
                        "HP-105",
                        "shmem_enabled",
                        thp("madvise", "inherit", "never"),
                        jvm(21, Collector.ZGC, GIB, "-XX:+UseZGC", THP)),
                advise(
                        29,
                        "switched off only for my service (systemd#39085)",
                        "HP-108",
                        "PR_SET_THP_DISABLE",
                        FactsSamples.host(),
                        JvmSamples.status(g1(17, THP), "THP_enabled", "0")),
                advise(
                        30,
                        "Java ate the huge pages my database needs (openj9#10391)",
                        "HP-302",
                        "hp-cli ps lists the processes",
                        pool(700, 100, 0),
                        large));
    }

    /** Effects of the host. */
    private static List<Question> host() {
        Jvm growing = heap(g1(17, THP), on(PageKind.THP, GIB, Bytes.ofMiB(256)));
        Host stalling = free(counted(FactsSamples.host(), 4000, 2800), 20);
        return List.of(
                advise(
                        9,
                        "huge RSS from thread stacks (jdk#14919)",
                        "HP-202",
                        "ChangeJdk[acceptable=[17.0.10",
                        ALWAYS_OLD,
                        JvmSamples.status(version(g1(17), "17.0.8"), "Threads", "10000")),
                advise(
                        10,
                        "footprint +8 % (openj9#6156)",
                        "HP-203",
                        "stays resident as a whole",
                        khugepaged(thp("always", "-", "never")),
                        located(g1(17), RegionName.NATIVE, on(PageKind.THP, Bytes.ofMiB(512)))),
                explain(
                        19,
                        "should Elasticsearch disable THP (elasticsearch#26551)",
                        "HP-801",
                        "It runs on a JVM, which can opt in"),
                emit(
                        20,
                        "/sys: Read-only file system in a container (k8s#64330)",
                        Form.K8S,
                        "In a container /sys is read-only, except in a privileged one",
                        thp("never", "never", "never"),
                        g1(21, THP)),
                advise(
                        21,
                        "a warning although it says madvise (redis#3895)",
                        "HP-801",
                        "NOT_APPLICABLE transparent huge pages are available on this host",
                        FactsSamples.host(),
                        g1(17)),
                advise(
                        22,
                        "enabled does not tell all (sosreport#3945)",
                        "HP-102",
                        "hugepages-2048kB/enabled is never",
                        thp("madvise", "never", "never"),
                        g1(17, THP)),
                advise(
                        23,
                        "high system time in compaction (structureddata.org)",
                        "HP-204",
                        "compact_stall twice",
                        stalling,
                        growing),
                advise(
                        24,
                        "latency spikes of up to seconds (openj9#3611)",
                        "HP-204",
                        "With defrag=defer page faults do not wait",
                        stalling,
                        growing),
                advise(
                        30,
                        "khugepaged fills up what nobody touched (gperftools#1494)",
                        "HP-203",
                        "max_ptes_none",
                        khugepaged(thp("always", "-", "never")),
                        located(g1(17), RegionName.NATIVE, on(PageKind.THP, Bytes.ofMiB(512)))));
    }

    /** Sizes, releases, and memory that flags do not affect. */
    private static List<Question> sizes() {
        String pretouch = "-XX:+AlwaysPreTouch";
        String gigantic = "-XX:LargePageSizeInBytes=1g";
        Jvm fixed = heap(g1(17, THP, "-Xms1g", "-Xmx1g"), on(PageKind.THP, GIB, Bytes.ofMiB(300)));
        Jvm parallel =
                heap(jvm(21, Collector.PARALLEL, GIB, pretouch, "-Xms1g"), on(PageKind.BASE, GIB, Bytes.ofMiB(30)));
        ThpPolicy policy =
                new ThpPolicy("madvise", Optional.empty(), "madvise", Optional.of("never"), Bytes.ofMiB(512));
        Host aarch64 = with(FactsSamples.host(), "thp", known(policy, "/sys/kernel/mm/transparent_hugepage"));
        Host byDefault1g = with(
                with(
                        FactsSamples.host(),
                        "pools",
                        known(List.of(new HugePool(GIB, 4, 4, 0, 0, 0)), "/sys/kernel/mm/hugepages")),
                "memory",
                memory(Bytes.ofGiB(16), GIB));
        return List.of(
                advise(
                        12,
                        "should AlwaysPreTouch go with THP (sls-packaging#1787)",
                        "HP-404",
                        "add=[" + pretouch,
                        FactsSamples.host(),
                        fixed),
                advise(
                        13,
                        "pretouched, and 10 % are huge (jdk#15781)",
                        "HP-701",
                        "JDK-8315923",
                        with(
                                FactsSamples.host(),
                                "kernel",
                                known(new Kernel("6.12.1", Optional.of("aarch64")), "/proc/sys/kernel/osrelease")),
                        version(g1(21, THP, pretouch), "21.0.2")),
                advise(
                        14,
                        "Parallel touches nothing (jdk#17610)",
                        "HP-701",
                        "JDK-8324817",
                        FactsSamples.host(),
                        version(parallel, "21.0.2")),
                predict(
                        16,
                        "ZGC fails where the default huge page is 1G (jdk#5541)",
                        "Incompatible large page size",
                        byDefault1g,
                        jvm(17, Collector.ZGC, GIB, "-XX:+UseZGC", LARGE, "-Xmx1g")),
                advise(
                        17,
                        "LargePageSizeInBytes is ignored (jdk#7326)",
                        "HP-601",
                        "this JVM ignores the flag",
                        FactsSamples.host(),
                        g1(11, LARGE, gigantic)),
                advise(
                        18,
                        "aarch64 with 64K pages: THP is 512 MB (tikv#10203)",
                        "HP-602",
                        "A transparent huge page is 512 MiB",
                        aarch64,
                        g1(21, THP)),
                advise(
                        25,
                        "small heaps: is it worth it (vespa#23006)",
                        "HP-103",
                        "too little to benefit",
                        FactsSamples.host(),
                        jvm(17, Collector.SERIAL, Bytes.ofMiB(64))),
                advise(
                        26,
                        "direct buffers (graphhopper#3374)",
                        "HP-504",
                        "do not affect native memory",
                        FactsSamples.host(),
                        located(g1(17, THP), RegionName.NATIVE, on(PageKind.BASE, Bytes.ofGiB(2)))),
                advise(
                        27,
                        "code cache and instruction TLB (jdk#16582)",
                        "HP-501",
                        "stays on base pages",
                        pool(700, 700, 0),
                        g1(17, LARGE, "-XX:ReservedCodeCacheSize=8m")),
                advise(
                        28,
                        "a native image (graal#10381)",
                        "HP-103",
                        "this is not a HotSpot JVM (NATIVE_IMAGE)",
                        FactsSamples.host(),
                        JvmSamples.other(VmKind.NATIVE_IMAGE)));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void isAnswered(Question question) {
        String answer = question.answer().get();
        assertTrue(answer.contains(question.phrase()), question + ": " + answer);
    }

    @Test
    void allThirtyAreAnsweredHereOrElsewhere() throws IOException {
        Set<Integer> numbers = new TreeSet<>(ELSEWHERE.keySet());
        questions().forEach(question -> numbers.add(question.number()));
        assertEquals(30, numbers.size(), numbers.toString());
        StringBuilder table = new StringBuilder();
        questions().stream()
                .sorted(Comparator.comparingInt(Question::number))
                .forEach(question -> table.append(String.format(
                        Locale.ROOT,
                        "%2d  %s%n    %-18s %s%n",
                        question.number(),
                        question.question(),
                        question.rule(),
                        question.phrase())));
        new TreeMap<>(ELSEWHERE)
                .forEach((number, where) ->
                        table.append(String.format(Locale.ROOT, "%2d  elsewhere: %s%n", number, where)));
        Files.writeString(Path.of("target", "thirty-questions.txt"), table.toString());
    }
}
