package io.github.hpjvm.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.doctor.Check;
import io.github.hpjvm.bench.doctor.Doctor;
import io.github.hpjvm.bench.doctor.Examination;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.bench.terminal.Style;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli bench doctor}: line by line, what this host and this JVM allow. */
@Command(
        name = "doctor",
        description = "Say line by line what this host and this JVM allow a campaign to measure. Changes nothing.",
        sortOptions = false)
final class BenchDoctor implements Callable<Integer> {
    private static final String OK = "[OK] ";
    private static final String NOT_AVAILABLE = "[N/A]";

    @Option(names = "--jvm", paramLabel = "HOME", description = "Java home to be measured. Default: ours.")
    private Path jvm;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() throws JsonProcessingException {
        Examination examination = Doctor.examine(Optional.ofNullable(jvm));
        Console console = Consoles.standard();
        if (format == Format.JSON) {
            console.out().println(json(examination));
        } else {
            text(examination, console);
        }
        return 0;
    }

    private static void text(Examination examination, Console console) {
        List<Check> checks = examination.checks();
        int width =
                checks.stream().mapToInt(check -> check.topic().length()).max().orElse(0);
        for (Check check : checks) {
            String mark = check.ok()
                    ? Style.GOOD.of(OK, console.outColour())
                    : Style.WARN.of(NOT_AVAILABLE, console.outColour());
            String topic = check.topic() + " ".repeat(width - check.topic().length());
            console.out().println(mark + " " + topic + "  " + check.text());
        }
        console.out().println();
        examination.conclusion().forEach(console.out()::println);
    }

    private static String json(Examination examination) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = mapper.createObjectNode();
        root.put("schemaVersion", 1);
        ArrayNode list = root.putArray("checks");
        for (Check check : examination.checks()) {
            list.addObject().put("topic", check.topic()).put("ok", check.ok()).put("text", check.text());
        }
        ArrayNode conclusion = root.putArray("conclusion");
        examination.conclusion().forEach(conclusion::add);
        return mapper.writeValueAsString(root);
    }
}
