package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmKind;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Asks a running HotSpot for what it knows, through the attach mechanism that {@code jcmd} uses
 * ({@code sun.tools.attach.VirtualMachineImpl} for Linux; {@code attachListener_linux.cpp}, from 22 on
 * {@code attachListener_posix.cpp}).
 *
 * <p>It harms nobody. A JVM that already listens is only connected to. Otherwise it has to be woken by SIGQUIT, which
 * ends a process that does not handle it, and makes a JVM that does not let itself be attached to print all its
 * threads: so the signal is sent only if the process runs, handles it, is HotSpot and did not refuse. The trigger file
 * is removed in every case.
 */
public final class Attach {

    private static final Bytes MOST_ANSWER = Bytes.ofMiB(4);
    private static final long POLL_MILLIS = 5;
    private static final long KILL_MILLIS = 500;

    /** Older JVMs that listen already print all threads when the signal comes and the file is gone (JDK-8225690). */
    private static final int SELF_HEALING = 14;

    private final Target target;
    private final AttachSocket socket;
    private final Source source;

    private Attach(Target target, AttachSocket socket, Source source) {
        this.target = target;
        this.socket = socket;
        this.source = source;
    }

    /**
     * A JVM that listens; or, as an absent fact, why it was left alone or does not answer.
     *
     * @param budget how long all of it may take, in milliseconds
     */
    static Fact<Attach> to(Target target, long budget) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(budget);
        TargetFiles files = new TargetFiles(target.folder().resolve("root"));
        String name = ".java_pid" + target.nsPid();
        List<String> names = new ArrayList<>(target.temp());
        names.add(name);
        Source source = Source.of(files.path(names));
        AttachSocket socket = new AttachSocket(files.path(names), files.user(target.uid()), deadline, MOST_ANSWER);
        Attach attach = new Attach(target, socket, source);
        Optional<Fact<Attach>> refusal = attach.refusal();
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (attach.listens(files, names)) {
            return Fact.known(attach, source);
        }
        return attach.unwilling().orElseGet(() -> attach.wake(files, names, deadline));
    }

    /** What {@code jcmd PID command} prints; an unknown command is NOT_SUPPORTED. */
    public Fact<String> command(String command) {
        Source where = Source.of("jcmd " + target.pid() + " " + command);
        if (!ProcessStat.isStill(target.procRoot(), target.pid(), target.startTicks())) {
            return ProcessStat.vanished(target.procRoot(), target.pid());
        }
        try {
            String answer = socket.ask("jcmd", command);
            int end = answer.indexOf('\n');
            String code = end < 0 ? answer : answer.substring(0, end);
            String text = end < 0 ? "" : answer.substring(end + 1);
            return code.strip().equals("0")
                    ? Fact.known(text, where)
                    : Fact.absent(Reason.NOT_SUPPORTED, Source.of(where.path(), text.strip()));
        } catch (AttachSocket.TimeoutException e) {
            return Fact.absent(Reason.TIMED_OUT, Source.of(where.path(), "no answer in time"));
        } catch (IOException e) {
            return Fact.absent(Reason.MALFORMED, Source.of(where.path(), String.valueOf(e.getMessage())));
        }
    }

    /** Why neither a signal nor a connection is in order. */
    private Optional<Fact<Attach>> refusal() {
        if (target.vm() != VmKind.HOTSPOT) {
            return absent(Reason.NOT_SUPPORTED, "no HotSpot", "");
        }
        if (!target.runs()) {
            String state = target.status().field("State").orElse("?");
            return absent(Reason.SKIPPED, "the process does not run: State " + state, "");
        }
        if (target.attachable().equals(Optional.of(false))) {
            return absent(Reason.NOT_SUPPORTED, "the JVM runs with -XX:+DisableAttachMechanism", "");
        }
        long own = ownUid();
        if (own != target.uid() && own != 0) {
            return absent(Reason.DENIED, "the JVM belongs to user " + target.uid(), grant());
        }
        boolean needsItsUser = own != target.uid() && (target.feature().orElse(8) < 11 || otherUserNamespace());
        if (needsItsUser) {
            return absent(Reason.DENIED, "this JVM answers only its own user " + target.uid(), grant());
        }
        return Optional.empty();
    }

    /** Why the JVM, which does not listen yet, is not woken. */
    private Optional<Fact<Attach>> unwilling() {
        if (!target.catchesQuit()) {
            return absent(Reason.NOT_SUPPORTED, "the process does not handle SIGQUIT, as with -Xrs", "");
        }
        if (target.feature().orElse(8) < SELF_HEALING && UnixSockets.isBound(target, ".java_pid" + target.nsPid())) {
            return absent(
                    Reason.NOT_SUPPORTED,
                    "the JVM listens already, but its file " + source.path() + " has been removed",
                    "restart the JVM, and keep cleaners of temporary files away from .java_pid*");
        }
        if (target.attachable().isEmpty()) {
            return absent(
                    Reason.SKIPPED,
                    "it started a moment ago, or not all of its arguments are known and one may be"
                            + " -XX:+DisableAttachMechanism",
                    "");
        }
        return Optional.empty();
    }

    private boolean listens(TargetFiles files, List<String> names) {
        Optional<PosixFileAttributes> attributes = files.attributes(names).known();
        boolean isSocket = attributes.filter(PosixFileAttributes::isOther).isPresent();
        if (!isSocket || !attributes.map(PosixFileAttributes::owner).equals(files.user(target.uid()))) {
            return false;
        }
        try {
            return socket.accepts();
        } catch (IOException e) {
            return false;
        }
    }

    private Fact<Attach> wake(TargetFiles files, List<String> names, long deadline) {
        String name = ".attach_pid" + target.nsPid();
        try (Trigger trigger = Trigger.create(target.folder(), target.temp(), name)) {
            if (!ProcessStat.isStill(target.procRoot(), target.pid(), target.startTicks())) {
                return ProcessStat.vanished(target.procRoot(), target.pid());
            }
            signal();
            while (System.nanoTime() < deadline) {
                if (listens(files, names)) {
                    return Fact.known(this, source);
                }
                Thread.sleep(POLL_MILLIS);
            }
            return Fact.absent(Reason.TIMED_OUT, Source.of(source.path(), "the JVM did not answer " + trigger));
        } catch (IOException e) {
            return Fact.absent(
                    Reason.DENIED, Source.of(source.path(), "cannot ask the JVM: " + e.getMessage()), grant());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fact.absent(Reason.TIMED_OUT, Source.of(source.path(), "interrupted"));
        }
    }

    /** Java has no call that sends SIGQUIT to another process. */
    private void signal() throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(List.of("kill", "-QUIT", Long.toString(target.pid())))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!kill.waitFor(KILL_MILLIS, TimeUnit.MILLISECONDS)) {
            kill.destroyForcibly();
            throw new IOException("kill does not end");
        }
        if (kill.exitValue() != 0) {
            throw new IOException("kill -QUIT " + target.pid() + " failed");
        }
    }

    private long ownUid() {
        return StatusFile.read(target.procRoot(), ProcessHandle.current().pid())
                .known()
                .flatMap(s -> s.uid().isPresent() ? Optional.of(s.uid().getAsLong()) : Optional.<Long>empty())
                .orElse(-1L);
    }

    /** There our uid is another one, and the JVM compares it with its own. */
    private boolean otherUserNamespace() {
        Path own =
                target.procRoot().resolve(Long.toString(ProcessHandle.current().pid()));
        Optional<String> ours = ProcessLink.read(own.resolve("ns/user"));
        return ours.isPresent() && !ours.equals(ProcessLink.read(target.folder().resolve("ns/user")));
    }

    private String grant() {
        return "run as that user: setpriv --reuid=" + target.uid() + " --regid=" + target.gid()
                + " --clear-groups hp-cli ... --pid " + target.pid();
    }

    private Optional<Fact<Attach>> absent(Reason reason, String why, String grant) {
        return Optional.of(Fact.absent(reason, Source.of(source.path(), "not attached: " + why), grant));
    }
}
