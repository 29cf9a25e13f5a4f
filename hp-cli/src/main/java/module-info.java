/** The command line. It has no API for Java. */
module io.github.hpjvm.cli {
    requires de.siegmar.fastcsv;
    requires info.picocli;
    requires io.github.hpjvm.advisor;
    requires io.github.hpjvm.bench;
    requires io.github.hpjvm.console;
    requires io.github.hpjvm.os;
    requires io.prometheus.metrics.config;
    requires io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires jdk.httpserver;
    requires org.snakeyaml.engine;
    requires static org.jspecify;

    opens io.github.hpjvm.cli to
            info.picocli;
    opens io.github.hpjvm.cli.advise to
            info.picocli;
    opens io.github.hpjvm.cli.bench to
            info.picocli,
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.cli.emit to
            info.picocli;
    opens io.github.hpjvm.cli.fleet to
            info.picocli,
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.cli.help to
            info.picocli;
    opens io.github.hpjvm.cli.host to
            info.picocli;
    opens io.github.hpjvm.cli.jdk to
            info.picocli,
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.cli.metrics to
            info.picocli,
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.cli.option to
            info.picocli;
    opens io.github.hpjvm.cli.pod to
            info.picocli;
    opens io.github.hpjvm.cli.predict to
            info.picocli;
    opens io.github.hpjvm.cli.snapshot to
            info.picocli;
    opens io.github.hpjvm.cli.source to
            info.picocli;
    opens io.github.hpjvm.cli.text to
            info.picocli;
    opens io.github.hpjvm.cli.trial to
            info.picocli,
            io.github.hpjvm.advisor;
    opens io.github.hpjvm.cli.watch to
            info.picocli,
            io.github.hpjvm.advisor;
}
