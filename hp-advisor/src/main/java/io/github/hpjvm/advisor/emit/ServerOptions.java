package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The place from which the start script of a server takes flags of the JVM, from the resource {@code servers.tsv}.
 *
 * @param server name of the server
 * @param kind kind of the place
 * @param place name of the variable or file
 * @param line what to paste there, with {@code {flags}} or {@code {flag}} in place of the flags
 * @param use how to set it, sentences
 * @param vendor how the guide of the vendor differs and why; empty if it does not
 * @param source page or file with this statement
 */
public record ServerOptions(
        String server, Kind kind, String place, String line, String use, String vendor, String source) {
    private static final String TABLE = "servers.tsv";
    private static final int COLUMNS = 9;
    private static final String NONE = "-";
    private static final String ALL = "{flags}";
    private static final String EACH = "{flag}";
    private static final String NUMBER = "{n}";
    private static final Pattern PLAIN = Pattern.compile("-[A-Za-z0-9:+=.,_/-]+");

    /** The kinds of places. */
    public enum Kind {
        VARIABLE,
        FILE,
        COMMAND
    }

    /** A row of the table. */
    private record Row(Pattern main, Optional<Pattern> argument, ServerOptions options) {}

    /** The table, read at the first use. */
    private static final class Rows {
        private static final List<Row> ALL = read();

        private Rows() {}
    }

    /** The place for a JVM; empty if the table has no server with its main class. */
    public static Optional<ServerOptions> of(Jvm jvm) {
        Optional<Arguments> arguments = jvm.arguments().known();
        if (arguments.isEmpty() || arguments.get().main().isEmpty()) {
            return Optional.empty();
        }
        String main = arguments.get().main();
        for (Row row : Rows.ALL) {
            boolean hasArgument = row.argument().isEmpty()
                    || arguments.get().texts().stream()
                            .anyMatch(text -> row.argument().get().matcher(text).matches());
            if (hasArgument && row.main().matcher(main).matches()) {
                return Optional.of(row.options());
            }
        }
        return Optional.empty();
    }

    /** One sentence with the place: {@code Apache Kafka takes flags from the variable KAFKA_OPTS.} */
    public String sentence() {
        return switch (kind) {
            case VARIABLE -> server + " takes flags from the variable " + place + ".";
            case FILE -> server + " takes flags from the file " + place + ".";
            case COMMAND -> server + " takes flags on the command line of java.";
        };
    }

    /** The lines to paste for these flags; empty if one of them would need quotes, which differ from place to place. */
    public List<String> paste(List<String> flags) {
        if (flags.isEmpty()
                || !flags.stream().allMatch(flag -> PLAIN.matcher(flag).matches())) {
            return List.of();
        }
        if (!line.contains(EACH)) {
            return List.of(line.replace(ALL, String.join(" ", flags)));
        }
        List<String> lines = new ArrayList<>();
        for (String flag : flags) {
            lines.add(line.replace(EACH, flag).replace(NUMBER, String.valueOf(lines.size() + 1)));
        }
        return lines;
    }

    private static List<Row> read() {
        try (InputStream in = ServerOptions.class.getResourceAsStream(TABLE)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Row> parse(String table) {
        return table.lines()
                .filter(line -> !line.startsWith("#"))
                .map(ServerOptions::row)
                .toList();
    }

    private static Row row(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalStateException(
                    TABLE + ": " + columns.length + " columns instead of " + COLUMNS + ": " + line);
        }
        Optional<Pattern> argument =
                columns[2].equals(NONE) ? Optional.empty() : Optional.of(Pattern.compile(columns[2]));
        ServerOptions options = new ServerOptions(
                columns[0],
                Kind.valueOf(columns[3]),
                columns[4],
                columns[5],
                columns[6],
                columns[7].equals(NONE) ? "" : columns[7],
                columns[8]);
        return new Row(Pattern.compile(columns[1]), argument, options);
    }
}
