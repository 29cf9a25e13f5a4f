/** What runs in a fork of hp-bench, which has it on its class path. It has no promised API. */
@SuppressWarnings("module") // hp-bench is not there when this module is compiled
module io.github.hpjvm.workloads {
    requires jmh.core;
    requires java.management;
    requires java.sql;
    requires static HdrHistogram;
    requires static io.netty.buffer;
    requires static io.netty.codec;
    requires static io.netty.common;
    requires static io.netty.transport;

    exports io.github.hpjvm.bench.fork to
            io.github.hpjvm.bench;
    exports io.github.hpjvm.bench.reading to
            io.github.hpjvm.bench;
    exports io.github.hpjvm.bench.workload to
            io.github.hpjvm.bench;
}
