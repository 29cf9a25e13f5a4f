package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.MalformedTextException;
import io.github.hpjvm.advisor.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One pass over the text of smaps, character by character: it can be megabytes. */
final class SmapsText {

    private static final String FLAGS = "VmFlags";
    /** The fields that are kept, of some 25. */
    private static final String[] KEPT = {
        "Size",
        "KernelPageSize",
        "Rss",
        "AnonHugePages",
        "ShmemPmdMapped",
        "FilePmdMapped",
        "Shared_Hugetlb",
        "Private_Hugetlb",
        "THPeligible"
    };

    private static final long MOST_KIB = Long.MAX_VALUE >> 10;

    private final String text;
    private final List<Vma> vmas = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Set<String>> flagSets = new HashMap<>();

    private int lineStart;
    private int lineEnd;
    private int at;

    private Header header;
    private Map<String, Long> kib = new HashMap<>();
    private Set<String> flags = Set.of();
    private int fieldStart;
    private int fieldEnd;
    private String lastFieldBefore = "";

    private record Header(
            AddressRange range, String permissions, long offset, String device, long inode, String path) {}

    SmapsText(String text) {
        this.text = text;
    }

    List<Vma> vmas() {
        while (nextLine()) {
            char first = text.charAt(lineStart);
            if (first >= '0' && first <= '9' || first >= 'a' && first <= 'f') {
                endVma();
                header = header();
            } else {
                field();
            }
        }
        if (header != null && lastIsWhole()) {
            endVma();
        }
        return List.copyOf(vmas);
    }

    /** Advances to the next line that is not empty. A last line without its newline is incomplete and not read. */
    private boolean nextLine() {
        lineStart = lineEnd == 0 ? 0 : lineEnd + 1;
        lineEnd = text.indexOf('\n', lineStart);
        while (lineEnd == lineStart) {
            lineStart++;
            lineEnd = text.indexOf('\n', lineStart);
        }
        at = lineStart;
        return lineEnd > 0;
    }

    /**
     * Returns whether the last mapping is complete. The kernel ends every mapping with VmFlags, and before 3.8 all of
     * them with the same other field.
     */
    private boolean lastIsWhole() {
        return lastField().equals(FLAGS) || lastField().equals(lastFieldBefore);
    }

    private String lastField() {
        return text.substring(fieldStart, fieldEnd);
    }

    private void endVma() {
        if (header == null) {
            return;
        }
        vmas.add(new Vma(
                header.range, header.permissions, header.offset, header.device, header.inode, header.path, kib, flags));
        kib = new HashMap<>();
        flags = Set.of();
        lastFieldBefore = lastField();
        fieldStart = 0;
        fieldEnd = 0;
        header = null;
    }

    private Header header() {
        long start = hex('-');
        long end = hex(' ');
        String permissions = name(word());
        long offset = hex(' ');
        String device = name(word());
        long inode = inode();
        String path = name(rest());
        try {
            return new Header(new AddressRange(start, end), permissions, offset, device, inode, path);
        } catch (IllegalArgumentException e) {
            throw malformed("not a range of addresses");
        }
    }

    private void field() {
        int colon = text.indexOf(':', lineStart);
        if (header == null || colon < 0 || colon > lineEnd) {
            throw malformed("neither a mapping nor a field of one");
        }
        fieldStart = lineStart;
        fieldEnd = colon;
        String key = kept();
        if (key.isEmpty()) {
            return;
        }
        at = colon + 1;
        skipSpaces();
        if (key.equals(FLAGS)) {
            flags = flags(rest());
        } else if (at < lineEnd && isDigit(text.charAt(at))) {
            kib.put(key, number());
        } else {
            throw malformed("not a number");
        }
    }

    /** Returns the same set for the same line: there are some ten of them, for hundreds of mappings. */
    private Set<String> flags(String line) {
        Set<String> known = flagSets.get(line);
        if (known == null) {
            known = Set.copyOf(Words.of(line));
            flagSets.put(line, known);
        }
        return known;
    }

    /** Returns the name of the field if the field is kept; else empty. */
    private String kept() {
        int length = fieldEnd - fieldStart;
        if (length == FLAGS.length() && text.startsWith(FLAGS, fieldStart)) {
            return FLAGS;
        }
        for (String name : KEPT) {
            if (name.length() == length && text.startsWith(name, fieldStart)) {
                return name;
            }
        }
        return "";
    }

    private long number() {
        long value = 0;
        while (at < lineEnd && isDigit(text.charAt(at))) {
            value = value * 10 + (text.charAt(at++) - '0');
            if (value > MOST_KIB) {
                throw malformed("a number that is too large");
            }
        }
        skipSpaces();
        if (at < lineEnd && !text.startsWith("kB", at)) {
            throw malformed("a number that is not in kB");
        }
        return value;
    }

    private long hex(char terminator) {
        long value = 0;
        int from = at;
        while (at < lineEnd) {
            int digit = digit(text.charAt(at));
            if (digit < 0 || at - from >= 16) {
                break;
            }
            value = value << 4 | digit;
            at++;
        }
        if (at == from || at >= lineEnd || text.charAt(at) != terminator) {
            throw malformed("not the first line of a mapping");
        }
        at++;
        return value;
    }

    /** Works like {@link Character#digit}, but for ASCII digits only. */
    private static int digit(char c) {
        if (isDigit(c)) {
            return c - '0';
        }
        int letter = c | 0x20;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }

    private long inode() {
        String digits = word();
        try {
            return Long.parseUnsignedLong(digits);
        } catch (NumberFormatException e) {
            throw malformed("not the first line of a mapping");
        }
    }

    private String word() {
        int from = at;
        while (at < lineEnd && text.charAt(at) != ' ') {
            at++;
        }
        String word = text.substring(from, at);
        skipSpaces();
        return word;
    }

    private String rest() {
        return text.substring(at, lineEnd);
    }

    private void skipSpaces() {
        while (at < lineEnd && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the same string for the same name: there are thousands of each. */
    private String name(String s) {
        String known = names.putIfAbsent(s, s);
        return known == null ? s : known;
    }

    private MalformedTextException malformed(String problem) {
        return new MalformedTextException(problem, text.substring(lineStart, lineEnd));
    }
}
