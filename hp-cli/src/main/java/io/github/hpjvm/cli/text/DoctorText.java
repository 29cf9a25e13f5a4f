package io.github.hpjvm.cli.text;

import io.github.hpjvm.bench.doctor.Check;
import io.github.hpjvm.bench.terminal.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The checks of {@code bench doctor} as text, and the conclusion: which default variants a campaign can measure. */
public final class DoctorText {
    private static final String OK = "[OK] ";
    private static final String NOT_AVAILABLE = "[N/A]";

    /** The width of the column of topics, which longer ones exceed. */
    private static final int TOPIC = 20;

    private static final String CONTINUED = " ".repeat(NOT_AVAILABLE.length() + 1 + TOPIC + 2);

    /** The variants that a campaign has by default. */
    private static final List<String> VARIANTS = List.of("baseline", "thp", "hugetlb");

    private DoctorText() {}

    public static String write(List<Check> checks, boolean colour) {
        List<String> lines = new ArrayList<>();
        for (Check check : checks) {
            String mark = check.ok() ? OK : NOT_AVAILABLE;
            int gap = Math.max(0, TOPIC - check.topic().length());
            String first = mark + " " + check.topic() + " ".repeat(gap) + "  ";
            List<String> wrapped = new ArrayList<>(Paragraph.wrap(check.text(), first, CONTINUED));
            Style style = check.ok() ? Style.GOOD : Style.WARN;
            wrapped.set(0, style.of(mark, colour) + wrapped.get(0).substring(mark.length()));
            lines.addAll(wrapped);
        }
        lines.add("");
        lines.add(Style.BOLD.of("Conclusion", colour));
        conclusion(checks).forEach(line -> lines.addAll(Paragraph.wrap(line, "  ", "    ")));
        return String.join("\n", lines) + "\n";
    }

    /** Sentences: the variants that are ready, those that are not and the remedy, and the quality of the measurement. */
    public static List<String> conclusion(List<Check> checks) {
        List<String> ready = new ArrayList<>();
        List<String> notReady = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String variant : VARIANTS) {
            if (check(checks, "variant " + variant).filter(Check::ok).isEmpty()) {
                lines.add("Not possible with this JVM: " + variant + ".");
            } else if (hostAllows(checks, variant)) {
                ready.add(variant);
            } else {
                notReady.add(variant);
            }
        }
        if (!notReady.isEmpty()) {
            boolean root = check(checks, "provision").filter(Check::ok).isPresent();
            lines.add(
                    0,
                    "Not ready: " + String.join(", ", notReady) + ". "
                            + (root ? "Add --provision: the campaign" : "Run as root with --provision: the campaign")
                            + " sets the THP mode and the pool, and restores both.");
        }
        if (!ready.isEmpty()) {
            lines.add(0, "Ready to measure: " + String.join(", ", ready) + ".");
        }
        if (check(checks, "counters").filter(Check::ok).isEmpty()) {
            lines.add("No hardware counters: a report cannot show TLB misses.");
        }
        check(checks, "steal")
                .filter(check -> !check.ok())
                .ifPresent(check -> lines.add("CPU steal is high or unknown: results need more rounds."));
        return lines;
    }

    private static boolean hostAllows(List<Check> checks, String variant) {
        return switch (variant) {
            case "thp" -> check(checks, "thp").filter(Check::ok).isPresent();
            case "hugetlb" ->
                checks.stream()
                        .filter(check -> check.topic().startsWith("hugetlb"))
                        .filter(check -> !check.text().contains("not the default size"))
                        .findFirst()
                        .filter(Check::ok)
                        .isPresent();
            default -> true;
        };
    }

    private static Optional<Check> check(List<Check> checks, String topic) {
        return checks.stream().filter(check -> check.topic().equals(topic)).findFirst();
    }
}
