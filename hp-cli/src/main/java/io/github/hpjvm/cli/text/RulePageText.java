package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of a rule for a terminal, with addresses for sources that it names without one; and the list of all rules. */
public final class RulePageText {
    private static final String CONTINUED = " \\";
    private static final String SOURCES = "## Sources";

    /** Patterns of sources and their addresses, in which {@code $1} and {@code $2} are groups of the pattern. */
    private static final Map<Pattern, String> ADDRESSES = addresses();

    private RulePageText() {}

    private static Map<Pattern, String> addresses() {
        Map<Pattern, String> all = new LinkedHashMap<>();
        all.put(Pattern.compile("\\bJDK-(\\d{5,})"), "https://bugs.openjdk.org/browse/JDK-$1");
        all.put(Pattern.compile("\\bDocumentation/(\\S+)\\.rst"), "https://docs.kernel.org/$1.html");
        all.put(
                Pattern.compile("Linux[^,]*, ((?:mm|fs|include|arch)/\\S+\\.[ch])\\b"),
                "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/$1");
        all.put(Pattern.compile("\\bcommit ([0-9a-f]{12})\\b"), "https://git.kernel.org/linus/$1");
        all.put(Pattern.compile("\\b(src/\\S+\\.(?:cpp|hpp|java))"), "https://github.com/openjdk/jdk/blob/master/$1");
        all.put(Pattern.compile("\\b([a-z]+/[a-z]+)#(\\d+)"), "https://github.com/$1/issues/$2");
        all.put(Pattern.compile("\\b([a-z_]+)\\(([2-8])\\)"), "https://man7.org/linux/man-pages/man$2/$1.$2.html");
        all.put(
                Pattern.compile("GNU C Library manual, Memory Allocation Tunables"),
                "https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html");
        all.put(
                Pattern.compile("The java command's manual page"),
                "https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html");
        all.put(
                Pattern.compile("kubernetes\\.io, Manage HugePages"),
                "https://kubernetes.io/docs/tasks/manage-hugepages/scheduling-hugepages/");
        all.put(Pattern.compile("bugs\\.openjdk\\.org"), "https://bugs.openjdk.org");
        return all;
    }

    /** One line for each rule: its id and its title. */
    public static String index(List<Rule> rules) {
        StringBuilder text = new StringBuilder();
        rules.forEach(rule -> Paragraph.lines("", rule.id() + "  " + rule.title())
                .forEach(line -> text.append(line).append('\n')));
        return text.toString();
    }

    /** The page with its paragraphs broken to the width of a terminal, and the addresses of its sources. */
    public static String of(String page) {
        List<String> lines = new ArrayList<>();
        List<String> paragraph = new ArrayList<>();
        boolean sources = false;
        for (String line : page.split("\n", -1)) {
            boolean starts = line.isBlank() || line.startsWith("#") || line.startsWith("    ");
            if (starts || line.startsWith("- ")) {
                flush(paragraph, lines, sources);
            }
            if (starts) {
                lines.addAll(line.startsWith("    ") ? command(Visible.line(line)) : Paragraph.wrap(line, "", "    "));
                sources = line.startsWith("#") ? line.equals(SOURCES) : sources;
            } else {
                paragraph.add(line.strip());
            }
        }
        flush(paragraph, lines, sources);
        return String.join("\n", lines).stripTrailing() + "\n";
    }

    /** A command line. Where the terminal is narrower, the shell joins its lines. */
    private static List<String> command(String line) {
        List<String> lines = new ArrayList<>();
        String rest = line;
        while (rest.length() > Paragraph.columns()) {
            int end = rest.lastIndexOf(' ', Paragraph.columns() - CONTINUED.length());
            if (end <= rest.length() - rest.stripLeading().length()) {
                break;
            }
            lines.add(rest.substring(0, end) + CONTINUED);
            rest = " ".repeat(8) + rest.substring(end + 1);
        }
        lines.add(rest);
        return lines;
    }

    private static void flush(List<String> paragraph, List<String> lines, boolean sources) {
        if (paragraph.isEmpty()) {
            return;
        }
        String text = String.join(" ", paragraph);
        paragraph.clear();
        lines.addAll(Paragraph.wrap(text, "", text.startsWith("- ") ? "  " : ""));
        if (sources && !text.contains("https://")) {
            addresses(text).forEach(address -> lines.add("  " + address));
        }
    }

    /** The addresses of all sources that a line of the section Sources names. */
    static Set<String> addresses(String source) {
        Set<String> found = new LinkedHashSet<>();
        ADDRESSES.forEach((pattern, address) -> {
            Matcher matcher = pattern.matcher(source);
            while (matcher.find()) {
                String full = address;
                for (int group = 1; group <= matcher.groupCount(); group++) {
                    full = full.replace("$" + group, matcher.group(group));
                }
                found.add(full);
            }
        });
        return found;
    }
}
