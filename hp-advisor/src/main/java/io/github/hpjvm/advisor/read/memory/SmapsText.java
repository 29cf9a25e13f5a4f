package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.facts.VmaSizes;
import io.github.hpjvm.advisor.read.file.FileLines;
import io.github.hpjvm.advisor.read.memory.SmapsFields.Field;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the lines of smaps or maps one after the other. The text can have hundreds of megabytes. */
final class SmapsText implements FileLines.Line {

    /** Limit of the mappings. vm.max_map_count allows 65530 by default, and databases ask for 262144. */
    static final int MOST = 1 << 19;

    /**
     * The length of most lines: 16 characters for the name, 8 for the number, and " kB" (SEQ_PUT_DEC in {@code
     * fs/proc/task_mmu.c}). Only a number of more than 8 digits makes a line longer.
     */
    private static final int USUAL = 27;

    private static final long MOST_KIB = Long.MAX_VALUE >> 10;

    /** Number of sizes that are kept to use them again. */
    private static final int KNOWN_SIZES = 1024;

    private final List<Vma> vmas = new ArrayList<>();
    private final ByteNames names = new ByteNames();
    private final SmapsFields fields = new SmapsFields();
    private final Map<String, Set<String>> flagSets = new HashMap<>();
    private final Map<VmaSizes, VmaSizes> knownSizes = new HashMap<>();

    private byte[] text = {};
    private int lineStart;
    private int lineEnd;
    private int at;

    private @Nullable Header header;
    private final long[] values = new long[VmaSizes.COUNT];
    private int shown;
    private Set<String> flags = Set.of();
    private String lastField = "";

    /** The field of the line that {@link #end} found. */
    private @Nullable Field expected;

    private String lastFieldBefore = "";

    private record Header(
            AddressRange range, String permissions, long offset, String device, long inode, String path) {}

    /** Returns the mappings in a text. */
    static List<Vma> parse(byte[] text) {
        SmapsText parser = new SmapsText();
        int begin = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n') {
                parser.take(text, begin, i);
                begin = i + 1;
            }
        }
        return parser.vmas();
    }

    /** Returns the end of a line of the usual length with the field that is expected next. */
    @Override
    public int end(byte[] buffer, int from, int to) {
        int end = from + USUAL;
        boolean usual = header != null
                && end < to
                && buffer[end] == '\n'
                && buffer[end - 1] == 'B'
                && buffer[end - 2] == 'k'
                && isDigit(buffer[end - 4]);
        expected = usual ? fields.expected(buffer, from, end) : null;
        return expected == null ? -1 : end;
    }

    /**
     * Takes the next line.
     *
     * @throws MalformedTextException if it is neither a mapping nor a field of one
     */
    @Override
    public boolean take(byte[] buffer, int from, int to) {
        Field known = expected;
        if (known != null) {
            expected = null;
            lastField = known.name();
            if (known.kept() >= 0) {
                text = buffer;
                lineStart = from;
                lineEnd = to;
                field(known);
            }
            return true;
        }
        if (from < to) {
            text = buffer;
            lineStart = from;
            lineEnd = to;
            at = from;
            byte first = buffer[from];
            if (isDigit(first) || first >= 'a' && first <= 'f') {
                endVma();
                header = header();
            } else {
                field();
            }
        }
        return true;
    }

    /**
     * Returns the mappings. The last one counts only if it is complete. The kernel ends every mapping with VmFlags, and
     * before 3.8 all of them with the same other field.
     */
    List<Vma> vmas() {
        if (header != null && (lastField.equals("VmFlags") || lastField.equals(lastFieldBefore))) {
            endVma();
        }
        return Collections.unmodifiableList(vmas);
    }

    /** Returns the number of mappings up to now. */
    int count() {
        return vmas.size();
    }

    private void endVma() {
        if (header == null) {
            return;
        }
        if (vmas.size() >= MOST) {
            throw new MalformedTextException("more than " + MOST + " mappings", header.range.toString());
        }
        dropParts(header.range);
        vmas.add(new Vma(
                header.range,
                header.permissions,
                header.offset,
                header.device,
                header.inode,
                header.path,
                sizes(),
                flags));
        Arrays.fill(values, 0);
        shown = 0;
        flags = Set.of();
        lastFieldBefore = lastField;
        lastField = "";
        fields.restart();
        header = null;
    }

    /**
     * Drops the mappings before this one that are a part of it. The kernel releases the lock of the mappings between two
     * reads, and goes on with the mapping at the next address (m_start and proc_get_vma in {@code fs/proc/task_mmu.c}).
     * Meanwhile that one may have become one with the mapping before, which was already printed.
     */
    private void dropParts(AddressRange range) {
        for (int last = vmas.size() - 1;
                last >= 0 && range.contains(vmas.get(last).range());
                last--) {
            vmas.remove(last);
        }
    }

    /** Returns the same sizes for the same numbers, as far as there are few of them. */
    private VmaSizes sizes() {
        if (shown == 0) {
            return VmaSizes.NONE;
        }
        VmaSizes sizes = VmaSizes.of(values, shown);
        VmaSizes known = knownSizes.get(sizes);
        if (known != null) {
            return known;
        }
        if (knownSizes.size() < KNOWN_SIZES) {
            knownSizes.put(sizes, sizes);
        }
        return sizes;
    }

    private Header header() {
        long start = hex('-');
        long end = hex(' ');
        String permissions = word();
        long offset = hex(' ');
        String device = word();
        long inode = inode();
        String path = names.of(text, at, lineEnd);
        try {
            return new Header(new AddressRange(start, end), permissions, offset, device, inode, path);
        } catch (IllegalArgumentException e) {
            throw malformed("not a range of addresses");
        }
    }

    private void field() {
        if (header == null) {
            throw malformed("neither a mapping nor a field of one");
        }
        Field field = fields.at(text, lineStart, lineEnd);
        if (field == null) {
            throw malformed("neither a mapping nor a field of one");
        }
        lastField = field.name();
        if (field.kept() >= 0) {
            field(field);
        }
    }

    private void field(Field field) {
        at = lineStart + field.bytes().length;
        skipSpaces();
        if (field.kept() == SmapsFields.FLAGS) {
            flags = flags(names.of(text, at, lineEnd));
            return;
        }
        if (at == lineEnd || !isDigit(text[at])) {
            throw malformed("not a number");
        }
        values[field.kept()] = number();
        shown |= 1 << field.kept();
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

    private long number() {
        long value = 0;
        while (at < lineEnd && isDigit(text[at])) {
            value = value * 10 + (text[at++] - '0');
            if (value > MOST_KIB) {
                throw malformed("a number that is too large");
            }
        }
        skipSpaces();
        if (at < lineEnd && (at + 1 >= lineEnd || text[at] != 'k' || text[at + 1] != 'B')) {
            throw malformed("a number that is not in kB");
        }
        return value;
    }

    private long hex(char terminator) {
        long value = 0;
        int from = at;
        while (at < lineEnd) {
            int digit = digit(text[at]);
            if (digit < 0 || at - from >= 16) {
                break;
            }
            value = value << 4 | digit;
            at++;
        }
        if (at == from || at >= lineEnd || text[at] != terminator) {
            throw malformed("not the first line of a mapping");
        }
        at++;
        return value;
    }

    /** Works like {@link Character#digit}, but for ASCII digits only. */
    private static int digit(byte c) {
        if (isDigit(c)) {
            return c - '0';
        }
        int letter = c | 0x20;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }

    private long inode() {
        if (at < lineEnd && text[at] == '0' && (at + 1 == lineEnd || text[at + 1] == ' ')) {
            at++;
            skipSpaces();
            return 0;
        }
        String digits = word();
        try {
            return Long.parseUnsignedLong(digits);
        } catch (NumberFormatException e) {
            throw malformed("not the first line of a mapping");
        }
    }

    private String word() {
        int from = at;
        while (at < lineEnd && text[at] != ' ') {
            at++;
        }
        String word = names.of(text, from, at);
        skipSpaces();
        return word;
    }

    private void skipSpaces() {
        byte[] line = text;
        int end = lineEnd;
        int i = at;
        while (i < end && (line[i] == ' ' || line[i] == '\t')) {
            i++;
        }
        at = i;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private MalformedTextException malformed(String problem) {
        return new MalformedTextException(
                problem, new String(text, lineStart, lineEnd - lineStart, StandardCharsets.UTF_8));
    }
}
