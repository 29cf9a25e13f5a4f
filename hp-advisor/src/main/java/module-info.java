import org.jspecify.annotations.NullMarked;

/**
 * Computes advice from facts about huge pages. A {@code static} module may be absent. Without Jackson there are no JSON
 * documents. Without JNA and OSHI some facts of other processes are absent, and without {@code jdk.management} some facts
 * of the own JVM. The reason of such a fact names the module. Without {@code jdk.jfr} the health check writes no events.
 * The health check of a service needs none of these modules.
 */
@NullMarked
module io.github.hpjvm.advisor {
    requires transitive io.github.hpjvm.os;
    requires static com.fasterxml.jackson.core;
    requires static com.fasterxml.jackson.databind;
    requires static com.github.oshi;
    requires static java.management;
    requires static jdk.jfr;
    requires static jdk.management;
    requires static jdk.net;
    requires static org.jspecify;

    exports io.github.hpjvm.advisor;
    exports io.github.hpjvm.advisor.action;
    exports io.github.hpjvm.advisor.compare;
    exports io.github.hpjvm.advisor.emit;
    exports io.github.hpjvm.advisor.facts;
    exports io.github.hpjvm.advisor.finding;
    exports io.github.hpjvm.advisor.fleet;
    exports io.github.hpjvm.advisor.gain;
    exports io.github.hpjvm.advisor.health;
    exports io.github.hpjvm.advisor.hotspot;
    exports io.github.hpjvm.advisor.hotspot.bill;
    exports io.github.hpjvm.advisor.hotspot.flag;
    exports io.github.hpjvm.advisor.json;
    exports io.github.hpjvm.advisor.plan;
    exports io.github.hpjvm.advisor.read;
    exports io.github.hpjvm.advisor.read.file;
    exports io.github.hpjvm.advisor.read.host;
    exports io.github.hpjvm.advisor.read.jvm;
    exports io.github.hpjvm.advisor.read.memory;
    exports io.github.hpjvm.advisor.read.syscall;
    exports io.github.hpjvm.advisor.read.table;
    exports io.github.hpjvm.advisor.read.vm;
    exports io.github.hpjvm.advisor.rule;
    exports io.github.hpjvm.advisor.rule.support;
    exports io.github.hpjvm.advisor.size;
    exports io.github.hpjvm.advisor.watch;
    exports io.github.hpjvm.advisor.whatif;
}
