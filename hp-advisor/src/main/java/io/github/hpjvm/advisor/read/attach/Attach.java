package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.OwnRights;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.Errno;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Sends commands to a running HotSpot through the attach mechanism that {@code jcmd} uses ({@code
 * sun.tools.attach.VirtualMachineImpl} for Linux; {@code attachListener_linux.cpp}, from 22 on {@code
 * attachListener_posix.cpp}).
 *
 * <p>It does not harm the target. If the JVM already listens, it only connects. Otherwise it has to send SIGQUIT. That
 * signal ends a process that does not handle it, and a JVM that refuses to be attached to prints all its threads. So it
 * sends the signal only if the process runs, handles it, is HotSpot and did not refuse. The JVM has to find the trigger
 * file whenever it handles the signal, so the {@link Trigger} stays until then.
 *
 * <p>Only JVMs of the same user and in the same container are contacted. Root reads the tables of all others.
 */
public final class Attach implements JvmCommands {

    private static final Bytes MOST_ANSWER = Bytes.ofMiB(4);

    private static final long POLL_MILLIS = 5;

    /** Time limit for another command to a JVM that has replied before. */
    private static final long AGAIN_MILLIS = 1000;

    /** With less time left no signal is sent. It does not limit the wait, which ends at the deadline. */
    private static final long LEAST_TO_WAKE_MILLIS = 100;

    /**
     * JVMs before this release that listen already print all threads if the signal arrives and the file is gone
     * (JDK-8225690).
     */
    private static final int SELF_HEALING = 14;

    /** The first release that by default writes a reply while it still computes it (JDK-8319055). */
    private static final int STREAMING = 25;

    private final Target target;
    private final Optional<AttachSocket> socket;
    private final Replies replies;
    private final long deadline;

    private Attach(Target target, Optional<AttachSocket> socket, Replies replies, long deadline) {
        this.target = target;
        this.socket = socket;
        this.replies = replies;
        this.deadline = deadline;
    }

    /**
     * Connects to a JVM. An absent fact says why it was left alone or does not reply.
     *
     * @param budget time limit for all of it, in milliseconds
     */
    public static Fact<Attach> to(Target target, long budget) {
        return to(target, budget, Replies.none());
    }

    /**
     * Connects to a JVM, or uses its replies to earlier commands. A JVM that has replied is contacted again only for a
     * command without a kept reply.
     */
    public static Fact<Attach> to(Target target, long budget, Replies replies) {
        Attempt attempt = new Attempt(target, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(budget), replies);
        Optional<Fact<Attach>> refusal = attempt.refusal().or(() -> replies.refusal(target));
        if (refusal.isPresent()) {
            return refusal.get();
        }
        return replies.has(target)
                ? Fact.known(new Attach(target, Optional.empty(), replies, attempt.deadline), attempt.source)
                : replies.attached(target, attempt.connect());
    }

    /** Returns the number of JVMs that got a signal and have not answered: their trigger files are still there. */
    public static int unanswered() {
        return Trigger.waiting();
    }

    /** Waits until each of these JVMs has answered or ended, and its trigger file is removed. */
    public static void awaitAnswers() throws InterruptedException {
        Trigger.awaitAll();
    }

    @Override
    public Fact<String> command(String command) {
        return ProcessStat.isStill(target.procRoot(), target.pid(), target.startTicks())
                ? replies.reply(target, command, () -> connected().flatMap(attach -> attach.ask(command)))
                : ProcessStat.vanished(target.procRoot(), target.pid());
    }

    /** Returns this connection, or a new one if there is none. */
    private Fact<Attach> connected() {
        if (socket.isPresent()) {
            return Fact.known(this, Source.of("jcmd " + target.pid()));
        }
        long now = System.nanoTime();
        long limit = Math.min(deadline - now, TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS));
        Attempt attempt = new Attempt(target, now + limit, replies);
        return attempt.connect();
    }

    private Fact<String> ask(String command) {
        Source where = Source.of("jcmd " + target.pid() + " " + command);
        try {
            String answer = answer(command);
            int end = answer.indexOf('\n');
            String code = end < 0 ? answer : answer.substring(0, end);
            String text = end < 0 ? "" : answer.substring(end + 1);
            return code.strip().equals("0")
                    ? Fact.known(text, where)
                    : Fact.absent(Reason.NOT_SUPPORTED, Source.of(where.path(), text.strip()));
        } catch (AttachSocket.TimeoutException e) {
            return Fact.absent(Reason.TIMED_OUT, Source.of(where.path(), "no answer in time"));
        } catch (IOException e) {
            return isBusy(e)
                    ? Fact.absent(Reason.TIMED_OUT, Source.of(where.path(), "the JVM works on other requests"))
                    : Fact.absent(Reason.MALFORMED, Source.of(where.path(), String.valueOf(e.getMessage())));
        }
    }

    /**
     * Returns the reply to a command. A JVM that streams blocks on a client that does not read, and all of its threads
     * block at their next safepoint. The user may stop this process with Ctrl-Z. So the request asks the JVM to finish
     * its reply first (RequestReader::parse_options in {@code attachListener.cpp}). A JVM that does not know the option
     * does not stream either: both came together.
     */
    private String answer(String command) throws IOException {
        if (target.feature().orElse(STREAMING) < STREAMING) {
            return socket.orElseThrow().ask("jcmd", command);
        }
        String answer = socket.orElseThrow().ask("jcmd streaming=0", command);
        return answer.contains("jcmd streaming=0 not recognized")
                ? socket.orElseThrow().ask("jcmd", command)
                : answer;
    }

    /**
     * Returns whether a JVM listens, and has no place for one more connection: it accepts none while it works on a command, and
     * its queue has five places (listen in {@code attachListener_posix.cpp}).
     */
    private static boolean isBusy(IOException e) {
        return Errno.of(e).equals(Optional.of(Errno.EAGAIN));
    }

    /** One attempt to connect. */
    private static final class Attempt {

        private final Target target;
        private final TargetFiles files;
        private final List<String> socketPath;
        private final Source source;
        private final Optional<UserPrincipal> user;
        private final long deadline;
        private final long ownUid;
        private final Replies replies;

        Attempt(Target target, long deadline, Replies replies) {
            this.target = target;
            this.replies = replies;
            this.deadline = deadline;
            this.ownUid = ownUid(target.procRoot());
            this.files = new TargetFiles(target.folder().resolve("root"));
            this.socketPath = new ArrayList<>(target.temp());
            socketPath.add(".java_pid" + target.nsPid());
            this.source = Source.of(files.path(socketPath));
            this.user = files.user(target.uid());
        }

        /** Connects if the JVM listens, and otherwise makes it listen. */
        Fact<Attach> connect() {
            AttachSocket socket = new AttachSocket(files.path(socketPath), user, deadline, MOST_ANSWER);
            return listens(socket)
                    ? Fact.known(new Attach(target, Optional.of(socket), replies, deadline), source)
                    : unwilling().orElseGet(() -> wake(socket));
        }

        /** Returns why neither a signal nor a connection is permitted. */
        Optional<Fact<Attach>> refusal() {
            if (target.vm() != VmKind.HOTSPOT) {
                return absent(Reason.NOT_SUPPORTED, "no HotSpot", "");
            }
            if (!target.runs()) {
                return stopped(target);
            }
            if (target.isFrozen()) {
                return frozen();
            }
            if (target.attachable().equals(Optional.of(false))) {
                return absent(
                        Reason.NOT_SUPPORTED,
                        "the JVM runs with -XX:+DisableAttachMechanism",
                        "start the JVM without -XX:+DisableAttachMechanism");
            }
            if (ownUid != target.uid()) {
                return absent(Reason.DENIED, "the JVM belongs to user " + target.uid(), grant());
            }
            if (target.hidesNamespaces()) {
                return absent(
                        Reason.DENIED,
                        "the kernel does not show the namespaces of the JVM",
                        OwnRights.here().toReadProcess("the user of that process"));
            }
            return target.isInOtherNamespace("user") || target.isInOtherNamespace("mnt")
                    ? absent(Reason.NOT_SUPPORTED, "the JVM is in another container", "run in that container")
                    : Optional.empty();
        }

        /** Returns why no signal is sent to the JVM, which does not listen yet. */
        private Optional<Fact<Attach>> unwilling() {
            if (!target.catchesQuit()) {
                return deaf();
            }
            Optional<UserPrincipal> other = files.attributes(socketPath)
                    .known()
                    .map(PosixFileAttributes::owner)
                    .filter(owner -> !user.equals(Optional.of(owner)));
            if (other.isPresent()) {
                return absent(
                        Reason.NOT_SUPPORTED,
                        source.path() + " belongs to user " + other.get().getName()
                                + ", so the JVM cannot listen there",
                        "remove " + source.path());
            }
            if (target.feature().orElse(8) < SELF_HEALING
                    && UnixSockets.isBound(target, ".java_pid" + target.nsPid())) {
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
                        "look again in a few seconds, as the JVM's user or as root");
            }
            return deadline - System.nanoTime() < TimeUnit.MILLISECONDS.toNanos(LEAST_TO_WAKE_MILLIS)
                    ? absent(Reason.SKIPPED, "too little time is left to wake it", "")
                    : Optional.empty();
        }

        private Optional<Fact<Attach>> stopped(Target now) {
            return absent(
                    Reason.SKIPPED,
                    "the process does not run: State "
                            + now.status().field("State").orElse("?"),
                    "it is stopped, or held by a debugger; look again when it runs");
        }

        private Optional<Fact<Attach>> frozen() {
            return absent(
                    Reason.SKIPPED,
                    "its control group is frozen, as that of a paused container",
                    "look again when the container runs");
        }

        private Optional<Fact<Attach>> deaf() {
            return absent(
                    Reason.NOT_SUPPORTED,
                    "the process does not handle SIGQUIT, as with -Xrs",
                    "start the JVM without -Xrs");
        }

        /**
         * Returns why no signal is sent after all: since the first check the process may have been stopped, or may run
         * another program.
         */
        private Optional<Fact<Attach>> changed() {
            Fact<ProcStatus> status = StatusFile.read(target.procRoot(), target.pid());
            if (!ProcessStat.isStill(target.procRoot(), target.pid(), target.startTicks())) {
                return Optional.of(ProcessStat.vanished(target.procRoot(), target.pid()));
            }
            if (status instanceof Fact.Absent<ProcStatus> why) {
                return Optional.of(Fact.absent(why.reason(), why.source(), why.grant()));
            }
            Target now = target.as(status.known().orElseThrow());
            if (!now.runs()) {
                return stopped(now);
            }
            if (now.isFrozen()) {
                return frozen();
            }
            return now.catchesQuit() ? Optional.empty() : deaf();
        }

        private boolean listens(AttachSocket socket) {
            Optional<PosixFileAttributes> attributes =
                    files.attributes(socketPath).known();
            boolean isSocket = attributes.filter(PosixFileAttributes::isOther).isPresent();
            if (!isSocket || !attributes.map(PosixFileAttributes::owner).equals(user)) {
                return false;
            }
            try {
                return socket.accepts();
            } catch (IOException e) {
                return isBusy(e);
            }
        }

        /** Makes the JVM listen: creates the trigger file, sends SIGQUIT, and waits until the deadline. */
        private Fact<Attach> wake(AttachSocket socket) {
            String name = ".attach_pid" + target.nsPid();
            try (Trigger trigger = Trigger.create(target, name)) {
                Optional<Fact<Attach>> changed = changed();
                if (changed.isPresent()) {
                    return changed.get();
                }
                QuitSignal.send(target.pid());
                trigger.leave(() -> isThere(socketPath));
                while (System.nanoTime() < deadline) {
                    if (listens(socket)) {
                        return Fact.known(new Attach(target, Optional.of(socket), replies, deadline), source);
                    }
                    Thread.sleep(POLL_MILLIS);
                }
                return Fact.absent(
                        Reason.TIMED_OUT,
                        Source.of(source.path(), "the JVM did not answer " + trigger),
                        "give it more time with --timeout");
            } catch (IOException e) {
                return Fact.absent(
                        Reason.DENIED,
                        Source.of(source.path(), "cannot attach to the JVM: " + e.getMessage()),
                        grant());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Fact.absent(Reason.TIMED_OUT, Source.of(source.path(), "interrupted"));
            }
        }

        /** Returns whether the socket has its final name: the JVM has handled the signal, and listens. */
        private boolean isThere(List<String> socket) {
            return files.attributes(socket)
                    .known()
                    .filter(PosixFileAttributes::isOther)
                    .isPresent();
        }

        private static long ownUid(Path procRoot) {
            return TextFile.read(procRoot.resolve("self/status"), StatusFile::parse)
                    .known()
                    .map(status -> status.uid().orElse(-1))
                    .orElse(-1L);
        }

        private String grant() {
            return ownUid == 0 ? "run as user " + target.uid() : "run as root, or as user " + target.uid();
        }

        private Optional<Fact<Attach>> absent(Reason reason, String why, String grant) {
            return Optional.of(Fact.absent(reason, Source.of(source.path(), "not attached: " + why), grant));
        }
    }
}
