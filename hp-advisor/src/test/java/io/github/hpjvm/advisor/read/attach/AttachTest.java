package io.github.hpjvm.advisor.read.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Conditions of an attach, on a tree with the layout of {@code /proc}. No process gets a signal. */
@Timeout(60)
class AttachTest {

    /** No process has such a number: pid_max is at most 2^22. */
    private static final long PID = 5_000_001;

    @TempDir
    Path proc;

    private long uid;
    private Path temp;
    private final Map<String, String> status = new LinkedHashMap<>();
    private ServerSocketChannel server;
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void process() throws IOException {
        uid = ((Number) Files.getAttribute(proc, "unix:uid")).longValue();
        Path process = Files.createDirectories(proc.resolve(Long.toString(PID)));
        temp = Files.createDirectories(process.resolve("root/tmp"));
        Files.createDirectories(process.resolve("cwd"));
        Files.writeString(process.resolve("stat"), PID + " (java) S" + " 0".repeat(18) + " 77 0 0");
        Path own = Files.createDirectories(proc.resolve("self"));
        String ids = uid + "\t" + uid + "\t" + uid + "\t" + uid;
        Files.writeString(own.resolve("status"), "Name:\tjava\nUid:\t" + ids + "\n");
        status.put("State", "S (sleeping)");
        status.put("Uid", ids);
        status.put("Gid", ids);
        status.put("NSpid", PID + "\t1");
        status.put("SigCgt", "2000000181005ccf");
    }

    @AfterEach
    void noFileRemains() throws IOException {
        if (server != null) {
            server.close();
        }
        Path process = proc.resolve(Long.toString(PID));
        assertFalse(Files.exists(temp.resolve(".attach_pid1")));
        assertFalse(Files.exists(process.resolve("cwd/.attach_pid1")));
    }

    private Roots roots() {
        return new Roots(proc, proc.resolve("sys"), proc);
    }

    private Target target(VmKind vm, Optional<Boolean> attachable) {
        return target(vm, Optional.of(17), attachable);
    }

    private Target target(VmKind vm, Optional<Integer> feature, Optional<Boolean> attachable) {
        return new Target(roots(), PID, 77, new ProcStatus(status), vm, feature, List.of("tmp"), attachable);
    }

    private void assertLeftAlone(Reason reason, String why, Target target) {
        Fact<Attach> fact = Attach.to(target, 300);
        assertTrue(fact instanceof Fact.Absent<Attach> absent && absent.reason() == reason, fact::toString);
        assertTrue(fact.source().excerpt().contains(why), fact::toString);
    }

    @Test
    void refusesStoppedTracedAndDeadProcesses() {
        for (String state : List.of("T (stopped)", "t (tracing stop)", "Z (zombie)", "X (dead)", "")) {
            status.put("State", state);
            assertLeftAlone(Reason.SKIPPED, "does not run", target(VmKind.HOTSPOT, Optional.of(true)));
        }
    }

    @Test
    void refusesProcessesThatDoNotHandleTheSignal() {
        status.put("SigCgt", "2000000181005ccb");
        assertLeftAlone(Reason.NOT_SUPPORTED, "SIGQUIT", target(VmKind.HOTSPOT, Optional.of(true)));
        status.remove("SigCgt");
        assertLeftAlone(Reason.NOT_SUPPORTED, "SIGQUIT", target(VmKind.HOTSPOT, Optional.of(true)));
    }

    @Test
    void refusesOtherVms() {
        for (VmKind vm : List.of(VmKind.OPENJ9, VmKind.NATIVE_IMAGE, VmKind.OTHER, VmKind.NOT_JAVA)) {
            assertLeftAlone(Reason.NOT_SUPPORTED, "no HotSpot", target(vm, Optional.of(true)));
        }
    }

    @Test
    void refusesJvmsThatDisableAttach() {
        assertLeftAlone(Reason.NOT_SUPPORTED, "DisableAttachMechanism", target(VmKind.HOTSPOT, Optional.of(false)));
        assertLeftAlone(Reason.SKIPPED, "not all of its arguments", target(VmKind.HOTSPOT, Optional.empty()));
    }

    /** No process has this number: a signal would end in another reason. */
    @Test
    void doesNotWakeAJvmWithoutTimeForIt() {
        Fact<Attach> fact = Attach.to(target(VmKind.HOTSPOT, Optional.of(true)), 50);
        assertTrue(fact instanceof Fact.Absent<Attach> absent && absent.reason() == Reason.SKIPPED, fact::toString);
        assertTrue(fact.source().excerpt().contains("too little time"), fact::toString);
    }

    @Test
    void refusesProcessesOfOtherUsers() {
        status.put("Uid", "0\t" + (uid + 1) + "\t0\t0");
        Target other = target(VmKind.HOTSPOT, Optional.of(true));
        assertLeftAlone(Reason.DENIED, "belongs to user", other);
    }

    /** A JVM that works on a command accepts no connection. Its queue is full then, and a signal would print its threads. */
    @Test
    void aJvmWithAFullQueueGetsNoSignal() throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(temp.resolve(".java_pid1"));
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address, 1);
        try (SocketChannel first = SocketChannel.open(address);
                SocketChannel second = SocketChannel.open(address)) {
            assertTrue(first.isConnected() && second.isConnected());
            Fact<Attach> fact = Attach.to(target(VmKind.HOTSPOT, Optional.of(true)), 300);
            assertTrue(fact.known().isPresent(), fact::toString);
            Fact<String> reply = fact.known().orElseThrow().command("VM.version");
            assertTrue(
                    reply instanceof Fact.Absent<String> absent && absent.reason() == Reason.TIMED_OUT,
                    reply::toString);
        }
    }

    /** Another process attaches now. */
    @Test
    void aSecondTriggerIsNotMade() throws IOException {
        Path first = Files.createFile(temp.resolve(".attach_pid1"));
        assertLeftAlone(Reason.DENIED, "another process attaches", target(VmKind.HOTSPOT, Optional.of(true)));
        Files.delete(first);
    }

    @Test
    void noSignalBefore14IfTheSocketFileIsGone() throws IOException {
        Path net = Files.createDirectories(proc.resolve(PID + "/net"));
        Files.writeString(net.resolve("unix"), "0000: 00000002 0 00010000 1 01 99 /tmp/.java_pid1.tmp\n");
        Target eleven = new Target(
                roots(),
                PID,
                77,
                new ProcStatus(status),
                VmKind.HOTSPOT,
                Optional.of(11),
                List.of("tmp"),
                Optional.of(true));
        assertLeftAlone(Reason.NOT_SUPPORTED, "has been removed", eleven);
    }

    @Test
    void refusesALaterProcessWithTheSameNumber() throws IOException {
        Files.writeString(proc.resolve(PID + "/stat"), PID + " (java) S" + " 0".repeat(18) + " 78 0 0");
        assertLeftAlone(Reason.VANISHED, "", target(VmKind.HOTSPOT, Optional.of(true)));
    }

    /** A change after the first check: a stopped process gets the signal later, and {@code exec} keeps the number. */
    @Test
    void noSignalIfTheProcessChangedMeanwhile() throws IOException {
        Target willing = target(VmKind.HOTSPOT, Optional.of(true));
        writeStatus("State:\tT (stopped)\nSigCgt:\t2000000181005ccf\n");
        assertLeftAlone(Reason.SKIPPED, "does not run", willing);
        writeStatus("State:\tS (sleeping)\nSigCgt:\t0000000000000000\n");
        assertLeftAlone(Reason.NOT_SUPPORTED, "SIGQUIT", willing);
        writeStatus("");
        assertLeftAlone(Reason.MALFORMED, "", willing);
    }

    private void writeStatus(String text) throws IOException {
        Files.writeString(proc.resolve(PID + "/status"), text);
    }

    @Test
    void aStaleSocketIsNone() throws IOException {
        // No thread may be in accept: the kernel keeps a socket open while a thread waits on it.
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(temp.resolve(".java_pid1")))
                .close();
        assertLeftAlone(Reason.SKIPPED, "", target(VmKind.HOTSPOT, Optional.empty()));
    }

    @Test
    void aListenerGetsNoSignal() throws IOException {
        serve("0\nhello\n");
        Attach attach = Attach.to(target(VmKind.HOTSPOT, Optional.empty()), 2000)
                .known()
                .orElseThrow();
        assertEquals(Optional.of("hello\n"), attach.command("VM.version").known());
    }

    /** A JVM that streams its reply waits for a stopped client, in the middle of its work: JDK-8319055. */
    @Test
    void disablesStreaming() throws IOException {
        serve("0\nhello\n");
        assertEquals(Optional.of("hello\n"), asked(Optional.of(25)).known());
        assertEquals(List.of("1\0jcmd streaming=0\0VM.info\0\0\0"), requests);
        requests.clear();
        assertEquals(Optional.of("hello\n"), asked(Optional.of(24)).known());
        assertEquals(List.of("1\0jcmd\0VM.info\0\0\0"), requests);
    }

    @Test
    void aJvmOfUnknownReleaseGetsTheCommandTwiceIfItCannotStream() throws IOException {
        serve("101\nOperation jcmd streaming=0 not recognized!");
        asked(Optional.empty());
        assertEquals(List.of("1\0jcmd streaming=0\0VM.info\0\0\0", "1\0jcmd\0VM.info\0\0\0"), requests);
    }

    private Fact<String> asked(Optional<Integer> feature) {
        Attach attach = Attach.to(target(VmKind.HOTSPOT, feature, Optional.empty()), 2000)
                .known()
                .orElseThrow();
        return attach.command("VM.info");
    }

    @Test
    void anErrorIsNotAReply() throws IOException {
        serve("1\njava.lang.IllegalArgumentException: Unknown diagnostic command\n");
        Attach attach = Attach.to(target(VmKind.HOTSPOT, Optional.empty()), 2000)
                .known()
                .orElseThrow();
        Fact<String> answer = attach.command("Compiler.codecache");
        assertTrue(answer instanceof Fact.Absent<String> a && a.reason() == Reason.NOT_SUPPORTED, answer::toString);
    }

    @Test
    void aListenerWithoutAReplyTakesTheBudget() throws IOException {
        serve(null);
        long start = System.nanoTime();
        Attach attach =
                Attach.to(target(VmKind.HOTSPOT, Optional.empty()), 400).known().orElseThrow();
        Fact<String> answer = attach.command("VM.version");
        assertTrue(answer instanceof Fact.Absent<String> a && a.reason() == Reason.TIMED_OUT, answer::toString);
        assertTrue(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) < 3000);
    }

    @Test
    void theLengthOfAReplyIsLimited() throws IOException {
        serve("0\n" + "x".repeat(5 << 20));
        Attach attach = Attach.to(target(VmKind.HOTSPOT, Optional.empty()), 5000)
                .known()
                .orElseThrow();
        assertEquals(Optional.empty(), attach.command("VM.info").known());
    }

    @Test
    void aLinkInPlaceOfTheSocketIsNotFollowed() throws IOException {
        serve("0\nhello\n");
        Files.move(temp.resolve(".java_pid1"), proc.resolve("socket"));
        Files.createSymbolicLink(temp.resolve(".java_pid1"), proc.resolve("socket"));
        assertLeftAlone(Reason.SKIPPED, "", target(VmKind.HOTSPOT, Optional.empty()));
    }

    /** A listener that gives the same answer to everybody; null for one that gives none. */
    private void serve(String answer) throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(temp.resolve(".java_pid1")));
        ServerSocketChannel listening = server;
        Thread thread = new Thread(() -> {
            while (true) {
                try {
                    SocketChannel client = listening.accept();
                    if (answer != null) {
                        ByteBuffer in = ByteBuffer.allocate(1000);
                        if (client.read(in) > 0) {
                            requests.add(new String(in.array(), 0, in.position(), StandardCharsets.UTF_8));
                        }
                        ByteBuffer out = ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8));
                        while (out.hasRemaining()) {
                            client.write(out);
                        }
                        client.close();
                    }
                } catch (IOException e) {
                    if (!listening.isOpen()) {
                        return;
                    }
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
