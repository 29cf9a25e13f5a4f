package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.time.Patience;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of a JVM that is started with {@code -XX:+PrintFlagsFinal -version} and nothing else: no argument, no
 * variable and no file of a user reaches it.
 *
 * @param identity which one it is
 * @param flags its flags, with the values that it chose on this host
 */
record BareJvm(VmIdentity identity, Map<String, VmFlag> flags, boolean sharing) {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration LEFT_BEHIND = Duration.ofSeconds(1);
    private static final long POLL_MILLIS = 200;
    private static final int LONGEST = 1 << 20;
    private static final Path FOLDER = Path.of("/");
    private static final Map<String, String> VENDORS = Map.of(
            "Zulu", "Azul Systems, Inc.",
            "Temurin", "Eclipse Adoptium",
            "AdoptOpenJDK", "AdoptOpenJDK",
            "Corretto", "Amazon.com Inc.",
            "Microsoft", "Microsoft",
            "SapMachine", "SAP SE");
    /** The version in the line of the VM. Debug builds have their level before it: {@code (fastdebug build 21-internal, ...}. */
    private static final Pattern BUILD = Pattern.compile("\\((?:[a-z]+ )?build ([^,]*)(,?)");

    private static final List<String> VARIABLES = List.of(
            "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS", "_JAVA_LAUNCHER_DEBUG");

    /** Starts it and reads its output. After 10 s, or when it has ended, all processes that it started are ended. */
    static Fact<BareJvm> ask(JavaHome java) {
        return ask(java, Patience.with(LIMIT));
    }

    static Fact<BareJvm> ask(JavaHome java, Duration limit) {
        String source = java.java() + " -XX:+PrintFlagsFinal -version";
        ProcessBuilder builder = new ProcessBuilder(java.java().toString(), "-XX:+PrintFlagsFinal", "-version")
                .directory(FOLDER.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true);
        builder.environment().keySet().removeAll(VARIABLES);
        ChildProcesses children = new ChildProcesses(builder.environment());
        try {
            Process process = builder.start();
            FutureTask<String> said = reading(process.getInputStream());
            try {
                return answer(process, said, children, limit)
                        .map(text -> text.length() >= LONGEST
                                ? Fact.<BareJvm>absent(
                                        Reason.MALFORMED,
                                        Source.of(source, "it prints more than 1 MiB"),
                                        "see the output of java -version")
                                : of(process.exitValue(), text, java, source))
                        .orElseGet(() -> Fact.absent(
                                Reason.TIMED_OUT,
                                Source.of(source, "no answer within " + limit.toSeconds() + " s"),
                                "see the output of java -version"));
            } finally {
                process.destroyForcibly();
                children.end();
            }
        } catch (IOException | ExecutionException e) {
            return Fact.absent(Reason.DENIED, Source.of(source, String.valueOf(e.getMessage())), "make it executable");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fact.absent(Reason.TIMED_OUT, Source.of(source), "");
        }
    }

    /** Returns its output; empty if it has not ended in time, or if a process keeps its output open. */
    private static Optional<String> answer(
            Process process, FutureTask<String> said, ChildProcesses children, Duration limit)
            throws InterruptedException, ExecutionException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (said.isDone() && said.get().length() >= LONGEST) {
                return Optional.of(said.get());
            }
            if (System.nanoTime() > deadline) {
                return Optional.empty();
            }
        }
        // A process that it left behind may keep the output open. That process is ended here, which closes the output.
        Optional<String> all = get(said);
        if (all.isEmpty()) {
            children.end();
            all = get(said);
        }
        return all;
    }

    private static Optional<String> get(FutureTask<String> said) throws InterruptedException, ExecutionException {
        try {
            return Optional.of(said.get(LEFT_BEHIND.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        }
    }

    private static FutureTask<String> reading(InputStream out) {
        FutureTask<String> task = new FutureTask<>(() -> new String(out.readNBytes(LONGEST), StandardCharsets.UTF_8));
        Thread thread = new Thread(task, "hp-bare-jvm");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static Fact<BareJvm> of(int exitCode, String said, JavaHome java, String source) {
        Map<String, VmFlag> flags = VmFlags.parse(said);
        if (exitCode != 0 || !said.contains("version \"")) {
            return Fact.absent(
                    Reason.MALFORMED,
                    Source.of(
                            source,
                            "exit code " + exitCode,
                            said.lines().findFirst().orElse("")),
                    "this java does not start: see the output of java -version");
        }
        return Fact.known(new BareJvm(identity(said, java), flags, isSharing(said)), Source.of(source));
    }

    /** Returns whether the VM's line ends with "sharing": the VM has mapped an archive of class data. */
    private static boolean isSharing(String said) {
        return said.lines().anyMatch(line -> line.contains(" VM ") && line.endsWith(", sharing)"));
    }

    /** Parses {@code openjdk version "21.0.9" 2025-10-21 LTS}, and the VM in the third line. */
    static VmIdentity identity(String said, JavaHome java) {
        VmIdentity file = java.release();
        int from = said.indexOf("version \"") + "version \"".length();
        Optional<JavaVersion> release = Identity.release(said.substring(from, said.indexOf('"', from)));
        Optional<String> vm = said.lines()
                .filter(line -> line.contains(" VM ") && BUILD.matcher(line).find())
                .findFirst();
        VmKind kind = vm.map(VmKind::ofName).orElse(VmKind.OTHER);
        String build = vm.map(BUILD::matcher)
                .filter(Matcher::find)
                .filter(found -> !found.group(2).isEmpty())
                .map(found -> found.group(1))
                .orElse("");
        Optional<JavaVersion> known = release.or(file::release);
        String version = Identity.version(known, build);
        String vendor = file.vendor().isEmpty() ? vendor(said) : file.vendor();
        return new VmIdentity(kind, known, version, vendor, Optional.empty(), Optional.empty());
    }

    /**
     * Returns the vendor by the name of the runtime, as in {@code OpenJDK Runtime Environment Zulu11.35+15-CA (build ...)}.
     * The release file of a runtime that jlink made does not name it.
     */
    private static String vendor(String said) {
        return VENDORS.entrySet().stream()
                .filter(entry -> said.contains(" Environment " + entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
