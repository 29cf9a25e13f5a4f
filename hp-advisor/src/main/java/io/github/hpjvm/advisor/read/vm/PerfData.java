package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.ByteText;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The counters that a JVM keeps in {@code /tmp/hsperfdata_USER/PID} unless it runs with {@code -XX:-UsePerfData} or
 * {@code -XX:+PerfDisableSharedMem}: PerfDataPrologue and PerfDataEntry of {@code
 * src/hotspot/share/runtime/perfMemory.hpp}. Reading them does not disturb the JVM.
 *
 * @param strings the constants and variables that are texts, by name
 * @param longs the constants and variables that are numbers, by name
 */
public record PerfData(Map<String, String> strings, Map<String, Long> longs) {

    private static final Bytes LIMIT = Bytes.ofMiB(1);

    private static final int MAGIC = 0xcafec0c0;
    private static final int PROLOGUE = 32;
    private static final int ENTRY = 20;

    /** PerfMaxStringConstLength of {@code globals.hpp}: a longer text is cut there without a message. */
    private static final int LONGEST_TEXT = 1024;

    public PerfData {
        strings = Collections.unmodifiableMap(new HashMap<>(strings));
        longs = Collections.unmodifiableMap(new HashMap<>(longs));
    }

    /** Returns the number of characters of all texts. */
    public long characters() {
        return strings.values().stream().mapToLong(String::length).sum();
    }

    /**
     * Reads the counters of a process, if the file is its own.
     *
     * @param root {@code /proc/PID/root}
     * @param temp the folder below it, as names: {@code tmp} unless the JVM has {@code -XX:AltTempDir}
     * @param folder the folder in there, {@code hsperfdata_USER}
     * @param nsPid the number of the process in its own PID namespace
     * @param uid its effective user id
     */
    public static Fact<PerfData> read(Path root, List<String> temp, String folder, long nsPid, long uid) {
        TargetFiles files = new TargetFiles(root);
        List<String> file = new ArrayList<>(temp);
        file.add(folder);
        file.add(Long.toString(nsPid));
        Optional<UserPrincipal> owner = files.user(uid);
        return owner.isEmpty()
                ? Fact.absent(Reason.NOT_SUPPORTED, Source.of(files.path(file)))
                : files.read(file, owner, LIMIT).flatMap(bytes -> parsed(bytes, Source.of(files.path(file))));
    }

    private static Fact<PerfData> parsed(byte[] bytes, Source source) {
        try {
            return Fact.known(parse(bytes), source);
        } catch (MalformedTextException e) {
            return Fact.absent(Reason.MALFORMED, Source.of(source.path(), String.valueOf(e.getMessage())));
        }
    }

    /**
     * Parses the counters in the bytes of such a file.
     *
     * @throws MalformedTextException if it is none, or an entry reaches beyond the bytes
     */
    public static PerfData parse(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < PROLOGUE || buffer.getInt(0) != MAGIC) {
            throw new MalformedTextException("not the counters of a JVM", "no magic number");
        }
        if (buffer.get(5) != 2) {
            throw new MalformedTextException("counters of an unknown version", "major " + buffer.get(5));
        }
        if (buffer.get(7) == 0) {
            throw new MalformedTextException("the JVM has not filled its counters yet", "not accessible");
        }
        buffer.order(buffer.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        return entries(buffer, buffer.getInt(24), buffer.getInt(28));
    }

    private static PerfData entries(ByteBuffer buffer, int first, int count) {
        Map<String, String> strings = new HashMap<>();
        Map<String, Long> longs = new HashMap<>();
        int at = first;
        for (int i = 0; i < count; i++) {
            if (at < PROLOGUE || at > buffer.limit() - ENTRY) {
                throw new MalformedTextException("an entry beyond the end", "entry " + i);
            }
            int length = buffer.getInt(at);
            if (length < ENTRY || length > buffer.limit() - at) {
                throw new MalformedTextException("an entry with an impossible length", "entry " + i);
            }
            String name = text(buffer, at, buffer.getInt(at + 4), length, length);
            int vector = buffer.getInt(at + 8);
            int data = buffer.getInt(at + 16);
            if (buffer.get(at + 12) == 'J' && vector == 0) {
                if (data < ENTRY || data > length - Long.BYTES) {
                    throw new MalformedTextException("a number beyond its entry", name);
                }
                longs.put(name, buffer.getLong(at + data));
            } else if (buffer.get(at + 12) == 'B' && vector > 0) {
                strings.put(name, text(buffer, at, data, vector, length));
            }
            at += length;
        }
        return new PerfData(strings, longs);
    }

    /** Returns a text that ends at its NUL, after {@code most} bytes, or with its entry. */
    private static String text(ByteBuffer buffer, int entry, int offset, int most, int entryLength) {
        if (offset < ENTRY || offset >= entryLength) {
            throw new MalformedTextException("a text beyond its entry", "at " + entry);
        }
        int from = entry + offset;
        int end = entry + (int) Math.min(entryLength, (long) offset + most);
        int to = from;
        while (to < end && buffer.get(to) != 0) {
            to++;
        }
        return ByteText.of(buffer.array(), from, to - from);
    }

    /** Returns a text; empty if there is none of that name, or if the JVM may have cut it. */
    public Optional<String> whole(String name) {
        return Optional.ofNullable(strings.get(name)).filter(s -> ByteText.bytes(s).length < LONGEST_TEXT - 1);
    }

    /** Returns a text, even if the JVM may have cut it after 1023 bytes. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(strings.get(name));
    }
}
