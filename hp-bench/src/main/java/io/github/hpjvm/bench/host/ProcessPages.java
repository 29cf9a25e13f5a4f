package io.github.hpjvm.bench.host;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.os.proc.ProcStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages of a process before another process changed them.
 *
 * @param bootId the boot in which they were changed
 * @param process the changed process
 * @param owner the process that changes it
 * @param blockSize size of a huge page
 * @param all the ranges that are changed
 * @param huge the parts of them that huge pages backed
 */
public record ProcessPages(
        String bootId, Target process, Target owner, long blockSize, List<AddressRange> all, List<AddressRange> huge) {
    private static final String TITLE = "hp-jvm pages 1";
    private static final Pattern PROCESS = Pattern.compile("(\\S+) (\\d{1,20} \\d{1,20} \\d{1,20})");
    private static final Pattern RANGE = Pattern.compile("(all|huge) ([0-9a-f]{1,16})-([0-9a-f]{1,16})");

    public ProcessPages {
        all = List.copyOf(all);
        huge = List.copyOf(huge);
    }

    /**
     * A process and its memory, also after its number is used again.
     *
     * @param startTicks its start in clock ticks after boot, which execve keeps
     * @param program {@link ProcStat#program}: execve gives the process other memory, and changes it
     */
    public record Target(long pid, long startTicks, String program) {
        /**
         * The process that has this number now.
         *
         * @throws IOException if there is none
         */
        public static Target of(long pid) throws IOException {
            Fact<Target> target = TextFile.read(
                    Roots.host().proc().resolve(Long.toString(pid)).resolve("stat"), text -> of(pid, text));
            return target.known().orElseThrow(() -> new IOException("no process " + pid));
        }

        private static Target of(long pid, String text) {
            ProcStat stat = ProcStat.parse(text);
            return new Target(pid, stat.startTicks(), stat.program());
        }

        /** This process. */
        public static Target own() throws IOException {
            return of(ProcessHandle.current().pid());
        }

        /** Returns whether it runs with this memory: a zombie does not, which a parent that never waits keeps for ever. */
        public boolean isAlive() {
            return TextFile.read(
                            Roots.host().proc().resolve(Long.toString(pid)).resolve("stat"),
                            text -> ProcStat.parse(text).runs() && of(pid, text).equals(this))
                    .known()
                    .orElse(false);
        }

        private static Target parse(String text) {
            Matcher parts = PROCESS.matcher(text);
            ProcessIdentity identity = (parts.matches()
                            ? ProcessIdentity.parse(parts.group(1))
                            : Optional.<ProcessIdentity>empty())
                    .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no process"));
            return new Target(identity.pid(), identity.startTicks(), parts.group(2));
        }

        @Override
        public String toString() {
            return pid + ":" + startTicks + " " + program;
        }
    }

    /** Returns whether its process still runs: not after a reboot. */
    public boolean isPending() {
        return bootId.equals(BootId.ofThisHost()) && process.isAlive();
    }

    /** Returns whether the process that changes it still runs. */
    public boolean isOwned() {
        return bootId.equals(BootId.ofThisHost()) && owner.isAlive();
    }

    byte[] text() {
        StringBuilder body = new StringBuilder(TITLE).append('\n');
        body.append("boot ").append(bootId).append('\n');
        body.append("process ").append(process).append('\n');
        body.append("owner ").append(owner).append('\n');
        body.append("block ").append(blockSize).append('\n');
        all.forEach(range -> body.append("all ").append(range).append('\n'));
        huge.forEach(range -> body.append("huge ").append(range).append('\n'));
        String end = "end " + UndoText.checksum(body.toString()) + "\n";
        return body.append(end).toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Parses a text that {@link #text} made, and nothing else.
     *
     * @throws IllegalArgumentException with the error in a few words
     */
    static ProcessPages parse(byte[] bytes) {
        String text = UndoText.decode(bytes);
        if (!text.startsWith(TITLE + "\n")) {
            throw new IllegalArgumentException("it does not begin with '" + TITLE + "'");
        }
        int last = text.lastIndexOf('\n', text.length() - 2) + 1;
        String body = text.substring(0, last);
        if (!text.substring(last).equals("end " + UndoText.checksum(body) + "\n")) {
            throw new IllegalArgumentException("its end is missing, or its checksum is wrong");
        }
        List<String> lines = body.lines().toList();
        long block = Long.parseLong(value(lines, 4, "block"));
        if (block <= 0 || Long.bitCount(block) != 1) {
            throw new IllegalArgumentException("its block size is no power of two");
        }
        List<AddressRange> all = new ArrayList<>();
        List<AddressRange> huge = new ArrayList<>();
        for (String line : lines.subList(5, lines.size())) {
            Matcher range = RANGE.matcher(line);
            if (!range.matches()) {
                throw new IllegalArgumentException("a line is no range");
            }
            (range.group(1).equals("all") ? all : huge)
                    .add(new AddressRange(
                            Long.parseUnsignedLong(range.group(2), 16), Long.parseUnsignedLong(range.group(3), 16)));
        }
        return new ProcessPages(
                value(lines, 1, "boot"),
                Target.parse(value(lines, 2, "process")),
                Target.parse(value(lines, 3, "owner")),
                block,
                all,
                huge);
    }

    private static String value(List<String> lines, int index, String key) {
        if (index >= lines.size() || !lines.get(index).startsWith(key + " ")) {
            throw new IllegalArgumentException("line " + (index + 1) + " is not a '" + key + "' line");
        }
        return lines.get(index).substring(key.length() + 1);
    }
}
