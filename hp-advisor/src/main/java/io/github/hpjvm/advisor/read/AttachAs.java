package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a JVM that answers only its own user, as 8 does ({@code attachListener_linux.cpp} compares the peer's user and
 * group) and as a JVM in another user namespace has to: root starts a child of that user by {@code setpriv} of
 * util-linux, which does the asking. The child gets no more than a list of commands, and what comes back is read as
 * what it is: something that another user wrote.
 */
final class AttachAs {

    /** What it may take until the child runs. */
    private static final long START_MILLIS = 500;

    private static final Bytes MOST = Bytes.ofMiB(16);
    private static final Set<String> INHERITED = Set.of("PATH", "LANG", "LC_ALL", "LC_CTYPE");

    private AttachAs() {}

    /**
     * The answers by command; all of them absent for the same reason if the child could not ask.
     *
     * @param millis how long all of it may take
     */
    static Fact<Map<String, Fact<String>>> ask(Target target, List<String> commands, long millis) {
        Source source = Source.of("setpriv --reuid=" + target.uid() + " jcmd " + target.pid());
        Optional<String> classes = classes();
        if (classes.isEmpty() || target.uid() < 0 || target.gid() < 0) {
            return Fact.absent(Reason.NOT_SUPPORTED, source);
        }
        List<String> command = new ArrayList<>(List.of(
                "setpriv",
                "--reuid=" + target.uid(),
                "--regid=" + target.gid(),
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-cp",
                classes.get(),
                AttachAs.class.getName(),
                target.procRoot().toString(),
                Long.toString(target.pid()),
                Long.toString(target.startTicks()),
                target.feature().map(String::valueOf).orElse("0"),
                String.valueOf(target.attachable().orElse(false)),
                String.join("/", target.temp()),
                Long.toString(millis - Math.min(START_MILLIS, millis / 2))));
        command.addAll(commands);
        try {
            return answers(command, millis, source);
        } catch (IOException e) {
            return Fact.absent(Reason.NOT_SUPPORTED, Source.of(source.path(), String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fact.absent(Reason.TIMED_OUT, source);
        }
    }

    private static Fact<Map<String, Fact<String>>> answers(List<String> command, long millis, Source source)
            throws IOException, InterruptedException {
        Process child = child(command).start();
        child.getOutputStream().close();
        try {
            CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> all(child));
            byte[] bytes = output.get(millis, TimeUnit.MILLISECONDS);
            return read(bytes, source);
        } catch (TimeoutException e) {
            return Fact.absent(Reason.TIMED_OUT, source);
        } catch (ExecutionException e) {
            return Fact.absent(Reason.MALFORMED, Source.of(source.path(), String.valueOf(e.getMessage())));
        } finally {
            child.destroy();
        }
    }

    /**
     * The child has to find setpriv and to understand names as we do. The rest of our environment is not its user's
     * business, who can read {@code /proc/PID/environ} of it; and options meant for us would show up in its output.
     */
    static ProcessBuilder child(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().retainAll(INHERITED);
        return builder;
    }

    private static byte[] all(Process child) {
        try {
            return child.getInputStream().readNBytes((int) MOST.value());
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** What the child said; it may be anything. */
    static Fact<Map<String, Fact<String>>> read(byte[] bytes, Source source) {
        Map<String, Fact<String>> answers = new LinkedHashMap<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            while (true) {
                String command = in.readUTF();
                String absent = in.readUTF();
                String path = in.readUTF();
                byte[] text = new byte[Math.max(0, Math.min(in.readInt(), bytes.length))];
                in.readFully(text);
                String said = new String(text, StandardCharsets.UTF_8);
                answers.put(
                        command,
                        absent.isEmpty()
                                ? Fact.known(said, Source.of(path))
                                : Fact.absent(reason(absent), Source.of(path, said)));
            }
        } catch (EOFException e) {
            return answers.isEmpty()
                    ? Fact.absent(
                            Reason.NOT_SUPPORTED,
                            Source.of(source.path(), "the child said nothing: may that user read our jar?"))
                    : Fact.known(answers, source);
        } catch (IOException e) {
            return Fact.absent(Reason.MALFORMED, Source.of(source.path(), String.valueOf(e.getMessage())));
        }
    }

    private static Reason reason(String name) {
        for (Reason reason : Reason.values()) {
            if (reason.name().equals(name)) {
                return reason;
            }
        }
        return Reason.MALFORMED;
    }

    private static Optional<String> classes() {
        CodeSource source = AttachAs.class.getProtectionDomain().getCodeSource();
        return Optional.ofNullable(source)
                .map(s -> Path.of(URI.create(s.getLocation().toString())).toString());
    }

    /** The child: it writes the answers to its standard output, for its parent and for nobody else. */
    public static void main(String[] arguments) throws IOException {
        Path procRoot = Path.of(arguments[0]);
        long pid = Long.parseLong(arguments[1]);
        int feature = Integer.parseInt(arguments[3]);
        Fact<Attach> attach = StatusFile.read(procRoot, pid)
                .flatMap(status -> Attach.to(
                        new Target(
                                procRoot,
                                pid,
                                Long.parseLong(arguments[2]),
                                status,
                                VmKind.HOTSPOT,
                                feature == 0 ? Optional.empty() : Optional.of(feature),
                                List.of(arguments[5].split("/")),
                                Boolean.parseBoolean(arguments[4]) ? Optional.of(true) : Optional.empty()),
                        Long.parseLong(arguments[6])));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (int i = 7; i < arguments.length; i++) {
                String command = arguments[i];
                write(out, command, attach.flatMap(a -> a.command(command)));
            }
        }
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            bytes.writeTo(out);
        }
    }

    private static void write(DataOutputStream out, String command, Fact<String> answer) throws IOException {
        String reason =
                answer instanceof Fact.Absent<String> absent ? absent.reason().name() : "";
        byte[] text = answer.known().orElse(answer.source().excerpt()).getBytes(StandardCharsets.UTF_8);
        out.writeUTF(command);
        out.writeUTF(reason);
        out.writeUTF(answer.source().path());
        out.writeInt(text.length);
        out.write(text);
    }
}
