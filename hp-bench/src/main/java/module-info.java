/**
 * Page variants, rounds, evidence, statistics and reports. It has no promised API: use hp-cli or Maven. Packages with records
 * that are parts of JSON documents are open to their codec.
 */
@SuppressWarnings("module") // hp-cli is not there when this module is compiled
module io.github.hpjvm.bench {
    requires HdrHistogram;
    requires com.fasterxml.jackson.databind;
    requires com.github.oshi;
    requires commons.math3;
    requires io.github.hpjvm.advisor;
    requires io.github.hpjvm.console;
    requires io.github.hpjvm.os;
    requires io.github.hpjvm.workloads;
    requires jmh.core;
    requires static org.jspecify;

    exports io.github.hpjvm.bench to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.counters to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.doctor to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.host to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.jdk to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.options to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.plan to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.report to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.report.compare to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.report.html to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.report.json to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.report.model to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.report.text to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.run to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.run.command to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.run.jar to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.run.jdk to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.run.perf to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.run.trace to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.run.trial to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.stats to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.trace to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.trial to
            io.github.hpjvm.cli;
    exports io.github.hpjvm.bench.variant to
            io.github.hpjvm.cli;

    opens io.github.hpjvm.bench.counters to
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.bench.doctor to
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.bench.evidence to
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.bench.plan to
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.bench.report.compare to
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.bench.report.json to
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.bench.report.model to
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.bench.trace to
            io.github.hpjvm.advisor;
}
