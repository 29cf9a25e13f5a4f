package io.github.hpjvm.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.host.HostLock;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.host.RestoreReport;
import io.github.hpjvm.bench.host.UndoFile;
import io.github.hpjvm.bench.run.OwnProcess;
import io.github.hpjvm.bench.terminal.Console;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli bench restore}: puts back what a campaign that was killed has left changed. */
@Command(
        name = "restore",
        description = {
            "Put back the host settings that a killed campaign has left changed.",
            "",
            "Every campaign of root does this when it starts; this command does it without a campaign. A setting that",
            "another program has changed since is reported and left alone."
        })
final class BenchRestore implements Callable<Integer> {
    /** What a campaign is told about this command. */
    private static final String PURPOSE = "hp-cli bench restore";

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Option(names = "--wait", description = "Wait until a campaign on this host has ended. Default: exit code 1.")
    private boolean waits;

    @Override
    public Integer call() throws JsonProcessingException {
        if (!OwnProcess.isRoot()) {
            throw new BenchException("only root can have changed the host, and only root can put it back; use sudo");
        }
        Console console = Consoles.standard();
        if (!UndoFile.maybePending()) {
            return show(RestoreReport.nothing(), console);
        }
        try (HostLock lock = lock(console)) {
            if (lock.isHandedOver()) {
                console.err().println("a parent holds the lock and has handed it over");
            }
            return show(Provisioner.ofThisHost().restore(), console);
        } catch (IOException e) {
            throw new BenchException(e.getMessage(), e);
        }
    }

    private HostLock lock(Console console) throws IOException {
        return waits
                ? HostLock.await(HostLock.Use.CHANGE, PURPOSE, console.err()::println, () -> false)
                : HostLock.acquire(HostLock.Use.CHANGE, PURPOSE);
    }

    private int show(RestoreReport report, Console console) throws JsonProcessingException {
        if (format == Format.JSON) {
            console.out().println(json(report));
        } else if (report.entries().isEmpty()) {
            console.out().println("nothing to put back");
        } else {
            report.lines().forEach(console.out()::println);
        }
        return report.isComplete() ? 0 : 1;
    }

    private static String json(RestoreReport report) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = mapper.createObjectNode();
        root.put("schemaVersion", 1);
        root.put("complete", report.isComplete());
        report.lines().forEach(root.putArray("entries")::add);
        return mapper.writeValueAsString(root);
    }
}
