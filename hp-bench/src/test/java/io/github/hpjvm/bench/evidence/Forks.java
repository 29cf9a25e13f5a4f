package io.github.hpjvm.bench.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * What real forks copied, on JDK 8 to 28 with G1 and a heap of 1 GiB; mappings far from the heap were thinned out and
 * paths neutralised. And edits of them, for what no host does on demand.
 */
final class Forks {
    private static final String SMAPS = "/proc/self/smaps";

    private Forks() {}

    /** The copy of a release and variant, such as {@code 21-thp}. */
    static String captured(String name) {
        try (InputStream packed = Forks.class.getResourceAsStream("/forks/" + name + ".copy.gz");
                InputStream in = new GZIPInputStream(packed)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text with the body of one section edited. */
    static String edit(String copy, String moment, String source, UnaryOperator<String> edit) {
        String header = "==== " + moment + " " + source + "\n";
        int start = copy.indexOf(header);
        if (start < 0) {
            throw new IllegalArgumentException("no section " + moment + " " + source);
        }
        int body = start + header.length();
        int next = copy.indexOf("\n==== ", body);
        int end = next < 0 ? copy.length() : next + 1;
        return copy.substring(0, body) + edit.apply(copy.substring(body, end)) + copy.substring(end);
    }

    /** The text without a section, its header included. */
    static String without(String copy, String moment, String source) {
        String emptied = edit(copy, moment, source, body -> "");
        return emptied.replace("==== " + moment + " " + source + "\n", "");
    }

    /** The text with a number of the mapping that begins at the heap's start set, at both moments. */
    static String heapField(String copy, String field, long kib) {
        return heapField(heapField(copy, "before", field, kib), "after", field, kib);
    }

    static String heapField(String copy, String moment, String field, long kib) {
        return edit(copy, moment, SMAPS, smaps -> {
            Pattern number = Pattern.compile("(?s)(\nc0000000-[^\n]*\n.*?\n" + field + ": *)\\d+( kB\n)");
            Matcher matcher = number.matcher("\n" + smaps);
            if (!matcher.find()) {
                throw new IllegalArgumentException("no field " + field + " in the heap");
            }
            return matcher.replaceFirst("$1" + kib + "$2").substring(1);
        });
    }

    /** The text with a field zero in all mappings at a moment. */
    static String zero(String copy, String moment, String field) {
        return edit(copy, moment, SMAPS, smaps -> smaps.replaceAll("(?m)^(" + field + ": *)\\d+ kB$", "$10 kB"));
    }

    /** The text with the mapping of the heap reaching further than the heap, and the numbers of a merged mapping. */
    static String merged(String copy, String range, long rssKib, long thpKib) {
        String wider = copy.replaceAll("(?m)^c0000000-100000000 ", range + " ");
        if (wider.equals(copy)) {
            throw new IllegalArgumentException("the heap is not one mapping");
        }
        String start = range.substring(0, range.indexOf('-'));
        for (String field : new String[] {"Rss", "AnonHugePages"}) {
            long kib = field.equals("Rss") ? rssKib : thpKib;
            wider = wider.replaceAll(
                    "(?s)(\n" + start + "-(?:(?!\nVmFlags).)*?\n" + field + ": *)\\d+( kB\n)", "$1" + kib + "$2");
        }
        return wider;
    }

    /** A short copy for tests that look at every byte: the heap's mappings, and one after them. */
    static String brief(String copy) {
        String brief = copy;
        for (String moment : new String[] {"before", "after"}) {
            brief = edit(brief, moment, SMAPS, smaps -> {
                String[] mappings = smaps.split("(?m)^(?=[0-9a-f]+-[0-9a-f]+ )");
                String heap = Arrays.stream(mappings)
                        .filter(it -> it.matches("(?s)[c-f][0-9a-f]{7}-.*"))
                        .collect(Collectors.joining());
                return heap + mappings[mappings.length - 1];
            });
            brief = edit(
                    brief,
                    moment,
                    "/proc/self/status",
                    status -> status.replaceAll("(?m)^(?!Name|VmRSS|VmPTE|HugetlbPages|Uid|Threads).*\n", ""));
        }
        return brief;
    }
}
