package io.github.hpjvm.cli.bench;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.bench.doctor.Check;
import io.github.hpjvm.bench.doctor.Doctor;
import io.github.hpjvm.bench.doctor.Examination;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.text.DoctorText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli bench doctor}: checks what a campaign can measure on this host with a JVM. */
@Command(
        name = "doctor",
        description = "Check what a campaign can measure on this host with this JVM. Changes nothing.",
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.NO_HOTSPOT, ExitCodes.PIPE})
final class BenchDoctor implements Callable<Integer> {
    @Option(
            names = "--jvm",
            paramLabel = "HOME",
            description =
                    "Java home of the JVM to measure. Default: the JVM of hp-cli, or with the distribution the one of JAVA_HOME or PATH.")
    private Path jvm;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Examination examination = Doctor.examine(Optional.ofNullable(jvm));
        Console console = Consoles.standard();
        if (format == Format.JSON) {
            console.out().print(json(examination));
        } else {
            console.out().print(DoctorText.write(examination, console.outColour()));
        }
        return 0;
    }

    private record Document(int schemaVersion, List<Check> checks, List<String> conclusion) {}

    private static String json(Examination examination) {
        return DocumentText.of(new Document(1, examination.checks(), examination.conclusion()));
    }
}
