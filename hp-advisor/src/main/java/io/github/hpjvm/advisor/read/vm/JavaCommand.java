package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.facts.SharedMemoryRight;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.Tunables;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.MallocForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.advisor.read.file.OwnPid;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.text.ByteText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command line that would start a JVM, {@code java -Xmx4g -jar app.jar}, which is read and never run. Only the first
 * of the user's words is ever executed, and that without the others.
 */
public final class JavaCommand {
    private static final Path PROC = Path.of("/proc");

    private final VmIdentity vm;
    private final Map<String, VmFlag> flags;
    private final Optional<Boolean> sharing;
    private final Arguments arguments;
    private final Optional<String> refusal;
    private final List<String> ignored;
    private final String tunables;

    private JavaCommand(
            VmIdentity vm,
            Map<String, VmFlag> flags,
            Optional<Boolean> sharing,
            List<String> words,
            Map<String, String> environment,
            boolean filesAreHere) {
        this.vm = vm;
        this.flags = flags;
        this.sharing = sharing;
        LauncherArguments told = new LauncherArguments(
                        environment,
                        filesAreHere ? JavaCommand::file : name -> Optional.empty(),
                        vm.release().map(JavaVersion::feature))
                .add(words);
        this.arguments = told.arguments();
        this.tunables = environment.getOrDefault(Tunables.VARIABLE, "");
        this.ignored = told.ignored();
        this.refusal = told.refusal().or(() -> filesAreHere ? missingFile(told.unread()) : Optional.empty());
    }

    /**
     * Reads a command line with a JVM of this host, which is started to print its flags.
     *
     * @param words the command line, {@code java} first
     * @param environment the variables of the user who would start it: PATH, JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS,
     *     _JAVA_OPTIONS
     * @return absent if there is no such java, or if it does not start without arguments
     */
    public static Fact<JavaCommand> here(List<String> words, Map<String, String> environment) {
        return asked(words, environment)
                .map(bare -> new JavaCommand(
                        bare.identity(), bare.flags(), Optional.of(bare.sharing()), words, environment, true));
    }

    /**
     * Returns the Java home of the launcher that a command line begins with; absent if it begins with another program.
     *
     * @param path the variable PATH of the user who would start it
     */
    public static Fact<Path> home(List<String> words, String path) {
        return JavaHome.find(words.get(0), path, Path.of("")).map(JavaHome::home);
    }

    /** Returns the effective arguments of the JVM, from all their sources. */
    public Arguments arguments() {
        return arguments;
    }

    /**
     * Reads a command line for another host, with a JVM of this host. The results of its ergonomics here do not count
     * there.
     */
    public static Fact<JavaCommand> elsewhere(List<String> words, Map<String, String> environment) {
        return asked(words, environment)
                .map(bare -> new JavaCommand(
                        bare.identity(), ofAnyHost(bare.flags()), Optional.of(bare.sharing()), words, Map.of(), true));
    }

    /**
     * Reads a command line for a container, with a JVM of this host that stands for the one of the image. The files that its
     * words and variables name are in the image, and are not read.
     *
     * @param environment the variables of the caller, to find the JVM
     * @param variables the variables of the container
     */
    public static Fact<JavaCommand> inContainer(
            List<String> words, Map<String, String> environment, Map<String, String> variables) {
        return asked(words, environment)
                .map(bare -> new JavaCommand(
                        bare.identity(),
                        ofAnyHost(bare.flags()),
                        Optional.of(bare.sharing()),
                        words,
                        variables,
                        false));
    }

    /** Reads a command line with a JVM of a known release and, if not empty, a known vendor. */
    public static JavaCommand of(
            JavaVersion version, String vendor, List<String> words, Map<String, String> environment) {
        return of(VmKind.HOTSPOT, version, vendor, words, environment);
    }

    /** The same for another kind of VM. */
    public static JavaCommand of(
            VmKind kind, JavaVersion version, String vendor, List<String> words, Map<String, String> environment) {
        return new JavaCommand(named(kind, version, vendor), Map.of(), Optional.empty(), words, environment, true);
    }

    /** The same for a container: the files that its words and variables name are in its image, and are not read. */
    public static JavaCommand ofContainer(
            VmKind kind, JavaVersion version, String vendor, List<String> words, Map<String, String> variables) {
        return new JavaCommand(named(kind, version, vendor), Map.of(), Optional.empty(), words, variables, false);
    }

    private static VmIdentity named(VmKind kind, JavaVersion version, String vendor) {
        return new VmIdentity(kind, Optional.of(version), version.text(), vendor, Optional.empty(), Optional.empty());
    }

    private static Fact<BareJvm> asked(List<String> words, Map<String, String> environment) {
        return JavaHome.find(words.get(0), environment.getOrDefault("PATH", ""), Path.of(""))
                .flatMap(BareJvm::ask);
    }

    /** Returns the existing flags, and the values that do not result from its ergonomics. */
    private static Map<String, VmFlag> ofAnyHost(Map<String, VmFlag> flags) {
        Map<String, VmFlag> kept = new HashMap<>();
        flags.forEach((name, flag) -> {
            boolean fixed = flag.origin().equals("default") && !name.endsWith("GCThreads");
            kept.put(name, fixed ? flag : new VmFlag("", flag.kind(), flag.origin()));
        });
        return kept;
    }

    /** Returns a file that does not exist; the launcher and the VM refuse to start without it. */
    private static Optional<String> missingFile(List<String> unread) {
        for (String word : unread) {
            String name = word.substring(word.indexOf(word.startsWith("@") ? '@' : '=') + 1);
            if (isMissing(name)) {
                return Optional.of(
                        word.startsWith("@")
                                ? "Error: could not open `" + name + "'"
                                : word.startsWith("-XX:Flags=")
                                        ? "Could not open settings file " + name
                                        : "Could not open options file '" + name + "'");
            }
        }
        return Optional.empty();
    }

    /** Returns whether the file is missing. No file has a name with NUL. */
    private static boolean isMissing(String name) {
        return name.indexOf('\0') >= 0 || Files.notExists(BytePath.of(name));
    }

    private static Optional<String> file(String name) {
        return name.indexOf('\0') >= 0
                ? Optional.empty()
                : NamedFile.read(BytePath.of(name), TextFile.LIMIT).known().map(ByteText::of);
    }

    /** Returns the JVM's identity. */
    public VmIdentity vm() {
        return vm;
    }

    /** Returns the launcher's message if it starts no JVM; empty if it does. */
    public Optional<String> refusal() {
        return refusal;
    }

    /** Returns a prediction for it with what the variables of its environment add: options that do not count, and malloc. */
    public Prediction withVariables(Prediction prediction, Host host) {
        List<Risk> risks = ignored.stream()
                .map(why -> new Risk(RiskCode.OPTIONS_IGNORED, why))
                .toList();
        return MallocForecast.add(prediction.with(prediction.regions(), risks), tunables, host);
    }

    /** Returns the JVM as we would start it on this host: in our control groups, with our rights, on our processors. */
    public Launch launchHere(Host host) {
        Optional<ProcStatus> self = StatusFile.read(PROC, OwnPid.in(PROC)).known();
        return launch(
                host,
                ownThpExclusion(self.flatMap(ProcStatus::thpEnabled), host.thp().known()),
                self.flatMap(it -> mayUseShm(it, host)),
                self.flatMap(ProcStatus::allowedProcessors),
                self.flatMap(ProcStatus::allowedNodes));
    }

    /**
     * Returns our exclusion, which a JVM that we start inherits. In modes other than always it is the same whether
     * smaps shows one.
     */
    private static Optional<ThpExclusion> ownThpExclusion(Optional<Boolean> enabled, Optional<ThpPolicy> policy) {
        List<Vma> vmas = ThpExclusion.appliesToAll(policy)
                ? Smaps.read(PROC, OwnPid.in(PROC)).known().orElse(List.of())
                : List.of();
        return ThpExclusion.of(enabled, vmas, policy);
    }

    private static Optional<Boolean> mayUseShm(ProcStatus self, Host host) {
        return SharedMemoryRight.of(
                self,
                host.vm().known().flatMap(SharedMemoryRight::group),
                host.kernel().known());
    }

    /** Returns the JVM on a host whose facts come from a snapshot. */
    public Launch launchOn(Host host) {
        return launch(host, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private Launch launch(
            Host host,
            Optional<ThpExclusion> thpExclusion,
            Optional<Boolean> mayUseShm,
            Optional<Integer> affinity,
            Optional<RangeList> nodes) {
        return new Launch(
                vm,
                arguments,
                flags,
                Map.of(),
                host.cgroup(),
                thpExclusion,
                Optional.empty(),
                mayUseShm,
                affinity,
                nodes,
                Map.of(),
                Map.of(),
                sharing);
    }
}
