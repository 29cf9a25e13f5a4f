package io.github.hpjvm.bench.host;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import io.github.hpjvm.os.proc.ProcStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages of a process before another process changed them.
 *
 * @param bootId the boot in which they were changed
 * @param namespace the PID namespace in which the numbers of the processes are valid, as {@code /proc/self/ns/pid} has it
 * @param process the changed process
 * @param owner the process that changes it
 * @param blockSize size of a huge page
 * @param all the ranges that are changed
 * @param huge the parts of them that huge pages backed
 */
public record ProcessPages(
        String bootId,
        String namespace,
        Target process,
        Target owner,
        long blockSize,
        List<AddressRange> all,
        List<AddressRange> huge) {
    private static final String TITLE = "hp-jvm pages 1";
    private static final int ESRCH = 3;
    private static final Pattern PROCESS = Pattern.compile("(\\S+) (\\d{1,20} \\d{1,20} \\d{1,20})");
    private static final Pattern RANGE = Pattern.compile("(all|huge) ([0-9a-f]{1,16})-([0-9a-f]{1,16})");

    public ProcessPages {
        all = List.copyOf(all);
        huge = List.copyOf(huge);
    }

    /** Pages whose processes have numbers of this PID namespace. */
    public ProcessPages(
            String bootId,
            Target process,
            Target owner,
            long blockSize,
            List<AddressRange> all,
            List<AddressRange> huge) {
        this(bootId, ownNamespace(), process, owner, blockSize, all, huge);
    }

    private static String ownNamespace() {
        try {
            return Files.readSymbolicLink(Roots.host().proc().resolve("self/ns/pid"))
                    .toString();
        } catch (IOException e) {
            // A kernel without namespaces.
            return "none";
        }
    }

    /** Whether a process still runs with its memory. */
    public enum Life {
        RUNS,
        ENDED,
        /** The reader may not see that, or not yet. */
        UNKNOWN
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

        /** Returns whether it is known to run with this memory. */
        public boolean isAlive() {
            return life() == Life.RUNS;
        }

        /** Returns whether it runs with this memory: a zombie does not, which a parent that never waits keeps for ever. */
        public Life life() {
            Fact<Life> life = TextFile.read(
                    Roots.host().proc().resolve(Long.toString(pid)).resolve("stat"), text -> life(text));
            return life instanceof Fact.Absent<Life> absent
                    ? absent(absent.reason())
                    : life.known().orElseThrow();
        }

        /** A mount option (hidepid) hides processes of other users, or denies them. */
        private Life absent(Reason reason) {
            boolean ended = reason == Reason.NOT_PRESENT || reason == Reason.VANISHED;
            return ended && !exists() ? Life.ENDED : Life.UNKNOWN;
        }

        private boolean exists() {
            try {
                CFunction.call("kill", Math.toIntExact(pid), 0);
                return true;
            } catch (RefusedCallException e) {
                return e.errno() != ESRCH;
            } catch (LinkageError e) {
                return true;
            }
        }

        /** Returns the same by a text of its {@code stat}, which a reader without the right to trace it sees without addresses. */
        Life life(String text) {
            ProcStat stat = ProcStat.parse(text);
            if (stat.startTicks() != startTicks) {
                return Life.ENDED;
            }
            if (!stat.runs()) {
                // Other threads keep the memory of a process whose first thread has ended.
                return stat.isChanging() ? Life.UNKNOWN : Life.ENDED;
            }
            if (stat.program().equals(program)) {
                return Life.RUNS;
            }
            return stat.hasMemory() ? Life.ENDED : Life.UNKNOWN;
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

    /** Returns whether the numbers of its processes mean other processes here: they may run, and nothing is known about them. */
    public boolean isForeign() {
        return isOfThisBoot() && !namespace.equals(ownNamespace());
    }

    private boolean isOfThisBoot() {
        return bootId.equals(BootId.ofThisHost());
    }

    /** Returns whether its process may still run: not after a reboot. */
    public boolean isPending() {
        return mayRun(process);
    }

    /** Returns whether the process that changes it may still run. */
    public boolean isOwned() {
        return mayRun(owner);
    }

    private boolean mayRun(Target one) {
        return isForeign() || isOfThisBoot() && one.life() != Life.ENDED;
    }

    byte[] text() {
        StringBuilder body = new StringBuilder(TITLE).append('\n');
        body.append("boot ").append(bootId).append('\n');
        body.append("namespace ").append(namespace).append('\n');
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
        long block = Long.parseLong(value(lines, 5, "block"));
        if (block <= 0 || Long.bitCount(block) != 1) {
            throw new IllegalArgumentException("its block size is no power of two");
        }
        List<AddressRange> all = new ArrayList<>();
        List<AddressRange> huge = new ArrayList<>();
        for (String line : lines.subList(6, lines.size())) {
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
                value(lines, 2, "namespace"),
                Target.parse(value(lines, 3, "process")),
                Target.parse(value(lines, 4, "owner")),
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
