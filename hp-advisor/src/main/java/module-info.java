import org.jspecify.annotations.NullMarked;

/**
 * Computes advice from facts about huge pages. A {@code static} module may be absent. Without Jackson there are no JSON
 * documents. Without JNA and OSHI some facts of other processes are absent; their reason names the module. Without {@code
 * jdk.management} or {@code jdk.jfr} the health check reads flags and heap from HotSpot's tables in its own memory, and
 * without {@code jdk.jfr} it writes no events. It needs none of these modules.
 *
 * <p>The exports without {@code to} are the promised API.
 */
@NullMarked
@SuppressWarnings("module") // hp-bench and hp-cli are not there when this module is compiled
module io.github.hpjvm.advisor {
    requires io.github.hpjvm.os;
    requires static com.fasterxml.jackson.core;
    requires static com.github.oshi;
    requires static java.management;
    requires static jdk.jfr;
    requires static jdk.management;
    requires static jdk.net;
    requires static org.jspecify;

    exports io.github.hpjvm.advisor;
    exports io.github.hpjvm.advisor.action;
    exports io.github.hpjvm.advisor.advice to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.compare to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.emit to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.facts to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.finding;
    exports io.github.hpjvm.advisor.fleet to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.gain to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.goal to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.health;
    exports io.github.hpjvm.advisor.hotspot to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.hotspot.bill to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.hotspot.flag to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.json to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.plan to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.read to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.read.file to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.read.host to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.read.jvm to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.read.memory to
            io.github.hpjvm.bench;
    exports io.github.hpjvm.advisor.read.syscall to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.read.vm to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.rule to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.rule.support to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.size to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.symptom to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.term;
    exports io.github.hpjvm.advisor.watch to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.advisor.whatif to
            io.github.hpjvm.cli;
}
