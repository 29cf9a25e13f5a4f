package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.read.RepeatedFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.source.LocalJvms;
import io.github.hpjvm.cli.source.MannerOptions;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hp-cli metrics}: exposes the state of this host and its JVMs to Prometheus. */
@Command(
        name = "metrics",
        description = {
            "Print metrics of this host and its JVMs for Prometheus: the pages of each region, requested and granted bytes,"
                    + " findings, pools, and THP modes and counters.",
            "",
            "The label jvm is the name of the service: otel.service.name or OTEL_SERVICE_NAME of the JVM, else its jar or"
                    + " main class. The figures of JVMs with the same name are added. Only root sees the JVMs of all"
                    + " users and containers."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli metrics",
            "  hp-cli metrics --textfile /var/lib/hp-jvm/hpjvm.prom",
            "  hp-cli metrics --listen 9464 --name shop.jar=shop"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.ERROR,
            ExitCodes.USAGE,
            "4:insufficient permission: this user may not read any JVM of this host",
            ExitCodes.PIPE,
            "143:ended by SIGTERM; --listen serves until then"
        })
public final class MetricsCommand implements Callable<Integer> {
    /** Time limit of a reading of the listener, which reads again. Scrapes do not wait for it. */
    private static final Duration LIMIT = Duration.ofSeconds(6);

    /** Time limit of the only reading, three times that under CPU pressure: the unit of systemd ends it after 50 s. */
    private static final Duration LIMIT_ALONE = Duration.ofSeconds(15);

    @Option(
            names = "--textfile",
            paramLabel = "FILE",
            description = "Replace this file, for the textfile collector of node_exporter. It keeps its content if"
                    + " hp-cli fails.")
    private Path textfile;

    @Option(
            names = "--listen",
            paramLabel = "ADDR",
            description =
                    "Serve /metrics until hp-cli is ended. PORT alone listens on loopback; HOST:PORT or [IP]:PORT on that"
                            + " address.")
    private String listen;

    @Option(
            names = "--name",
            paramLabel = "JVM=NAME",
            description = "Name of a service. JVM is a PID, or the name without this option, such as shop.jar. May be"
                    + " repeated.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--memory-cost",
            description =
                    "Also measure what huge pages cost in memory: what they would fill, and base pages of zeros in"
                            + " them. Zeros need root.")
    private boolean cost;

    @Mixin
    private MannerOptions manner = new MannerOptions();

    @Option(
            names = "--format",
            paramLabel = "text|openmetrics|json",
            description = "Format of stdout and of the file: Prometheus text, OpenMetrics or JSON. Default: text, the"
                    + " only one that node_exporter reads. A listener uses the format that the client accepts.")
    private Exposition format;

    @Override
    public Integer call() {
        if (textfile != null && listen != null) {
            throw new UsageException("give either --textfile or --listen");
        }
        if (format != null && listen != null) {
            throw new UsageException("--format does not apply to --listen: the client chooses the format");
        }
        if (format == Exposition.JSON && textfile != null) {
            throw new UsageException("--textfile takes text or openmetrics: node_exporter reads no JSON");
        }
        Exposition exposition = format == null ? Exposition.TEXT : format;
        Roots roots = Roots.host();
        Scrape scrape = new Scrape(
                new RepeatedFacts(
                        roots,
                        cost ? manner.manner().withCost() : manner.manner(),
                        Patience.with(listen == null ? LIMIT_ALONE : LIMIT)),
                given(),
                () -> Pressures.read(roots));
        Console console = Consoles.standard();
        if (listen != null) {
            return serve(ListenAddress.parse(listen), scrape, roots, console);
        }
        String text = exposition.text(scrape.metrics());
        if (textfile != null) {
            OutputFile.publish(textfile, text);
        } else {
            Consoles.utf8().print(text);
        }
        boolean hidden = LocalJvms.warnOfDenied(roots, console, "metrics");
        return hidden && scrape.jvms() == 0 ? ExitCodes.INSUFFICIENT : ExitCodes.OK;
    }

    private Map<String, String> given() {
        Map<String, String> given = new HashMap<>();
        for (String word : names) {
            int equals = word.lastIndexOf('=');
            if (equals < 1 || word.substring(equals + 1).isBlank()) {
                throw new UsageException("--name expects JVM=NAME, such as shop.jar=shop, got " + word);
            }
            given.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return given;
    }

    /** Serves until the JVM is ended by a signal; returns if the server has ended by an error. */
    private static int serve(InetSocketAddress address, Scrape scrape, Roots roots, Console console) {
        try (MetricsServer server =
                MetricsServer.start(address, scrape, line -> console.err().println("hp-cli metrics: " + line))) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            InetSocketAddress own = server.address();
            String host = own.getAddress().getHostAddress();
            console.err()
                    .println("listening on http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                            + own.getPort() + "/metrics");
            LocalJvms.warnOfDenied(roots, console, "metrics");
            server.awaitFailure();
        } catch (IOException e) {
            throw new BenchException(
                    "cannot listen on " + address.getAddress().getHostAddress() + ":" + address.getPort() + ": "
                            + e.getMessage() + "; choose another address with --listen",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCodes.FAILED;
    }
}
