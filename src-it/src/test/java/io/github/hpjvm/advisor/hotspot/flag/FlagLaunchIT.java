package io.github.hpjvm.advisor.hotspot.flag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Command lines drawn from common usage and from the table, each given to a real JVM and to our parser: {@code
 * -Dhp.flags.launches=N} sets how many, {@code -Dhp.flags.seed=N} which. No harmful flag is drawn: a flag that the JVM
 * accepts is one of those below.
 */
@Tag("jdks")
@Tag("beside")
class FlagLaunchIT {
    private static final Pattern VERSION = Pattern.compile("version \"([^\"]+)\"");

    private static final List<String> SWITCHES = List.of(
            "UseLargePages",
            "UseTransparentHugePages",
            "UseHugeTLBFS",
            "UseSHM",
            "UseLargePagesInMetaspace",
            "AlwaysPreTouch",
            "AlwaysPreTouchStacks",
            "UseNUMA",
            "THPStackMitigation",
            "DisableTHPStackMitigation",
            "UseMadvPopulateWrite",
            "SegmentedCodeCache",
            "TieredCompilation",
            "UseCompactObjectHeaders",
            "UseCompressedClassPointers",
            "UseCompressedOops",
            "UseContainerSupport",
            "UseStringDeduplication",
            "UseBiasedLocking",
            "AggressiveOpts",
            "UseSharedSpaces",
            "UseAppCDS",
            "TraceClassUnloading",
            "ZGenerational",
            "ZUncommit",
            "ShenandoahUncommit",
            "UseSerialGC",
            "UseParallelGC",
            "UseParallelOldGC",
            "UseG1GC",
            "UseConcMarkSweepGC",
            "UseParNewGC",
            "UseZGC",
            "UseShenandoahGC",
            "UseEpsilonGC",
            "UnlockExperimentalVMOptions",
            "UnlockDiagnosticVMOptions",
            "IgnoreUnrecognizedVMOptions");

    private static final List<String> WORDS = List.of(
            "-Xmx96m",
            "-Xmx1x",
            "-Xmx",
            "-Xms32m",
            "-Xms0",
            "-Xms1g",
            "-Xmn16m",
            "-Xmn0",
            "-Xss512k",
            "-Xss1k",
            "-Xss2t",
            "-Xint",
            "-Xbatch",
            "-Xrs",
            "-Xnoclassgc",
            "-Xfuture",
            "-Xverify:none",
            "-Xverify:some",
            "-Xcheck:some",
            "-Xconcgc",
            "-Xincgc",
            "-Xnoagent",
            "-Xprof",
            "-Xsome",
            "-some",
            "--some",
            "-server",
            "-client",
            "-d64",
            "-Xmaxjitcodesize64m",
            "-verbosegc",
            "-mx96m",
            "-t",
            "--add-modules=java.base",
            "--illegal-access=permit",
            "-Dsome=thing",
            "-ea",
            "-ea:some",
            "-eaSome",
            "-Xlog:disable",
            "-Xbootclasspath/p:some",
            "-XX:LargePageSizeInBytes=2m",
            "-XX:LargePageSizeInBytes=0",
            "-XX:LargePageSizeInBytes=3m",
            "-XX:LargePageSizeInBytes=-1",
            "-XX:LargePageSizeInBytes=1x",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:ReservedCodeCacheSize=1k",
            "-XX:ReservedCodeCacheSize=3g",
            "-XX:InitialCodeCacheSize=64m",
            "-XX:NonNMethodCodeHeapSize=8m",
            "-XX:ObjectAlignmentInBytes=16",
            "-XX:ObjectAlignmentInBytes=24",
            "-XX:ObjectAlignmentInBytes=3",
            "-XX:ObjectAlignmentInBytes=512",
            "-XX:MaxRAMPercentage=50",
            "-XX:MaxRAMPercentage=50.5",
            "-XX:MaxRAMPercentage=150",
            "-XX:MaxRAMFraction=2",
            "-XX:MaxRAM=4g",
            "-XX:DefaultMaxRAMFraction=2",
            "-XX:InitialRAMPercentage=1.5",
            "-XX:MaxPermSize=64m",
            "-XX:MaxHeapSize=96m",
            "-XX:MaxHeapSize=0x6000000",
            "-XX:MaxHeapSize:=96m",
            "-XX:UseLargePages",
            "-XX:UseLargePages=true",
            "-XX:+UseLargePages=1",
            "-XX:+MaxHeapSize",
            "-XX:NativeMemoryTracking=off",
            "-XX:NativeMemoryTracking=some",
            "-XX:ZUncommitDelay=300",
            "-XX:TrimNativeHeapInterval=0",
            "-XX:PreTouchParallelChunkSize=4m",
            "-XX:SoftMaxHeapSize=32m",
            "-XX:SoftMaxHeapSize=1g",
            "-XX:NewRatio=2",
            "-XX:NewRatio=-1",
            "-XX:MetaspaceReclaimPolicy=balanced",
            "-XX:ShenandoahGCMode=iu",
            "-XX:#+Some",
            "-XX:",
            "-XX:+");

    /** Messages of a JVM that refuses a single argument. */
    private static final Pattern REFUSAL = Pattern.compile("Unrecognized |Improperly specified|must be enabled via"
            + "|outside the allowed range|Missing \\+/-|Unexpected \\+/-|is available only in debug|Multiple garbage"
            + "|Conflicting collector|Invalid (?:maximum|initial|thread|Reserved)|Syntax error, expecting|too small.{0,2} Specify|no longer a supported option|must be power of 2|must not be greater"
            + "|must be less than or equal|larger value than the maximum");

    /**
     * A refusal that depends on the host, so {@link FlagSettings} does not predict it. The refusals that it does predict
     * come before it if their stage is {@link Stage#COLLECTOR} or earlier, else after it.
     */
    private static final String NO_COLLECTOR = "Garbage collector not selected";

    private static final Pattern FLAG_WARNING = Pattern.compile(
            "(?m)^.*(?:[Ii]gnoring (?:obsolete )?option|deprecated|Temporarily processing|support was removed).*$");

    private final long seed = Long.getLong("hp.flags.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<String> names = FlagTable.standard().names().stream()
            .filter(name -> !name.startsWith("-"))
            .toList();

    @Test
    void realJvmBehavesAsPredicted() {
        int launches = Integer.getInteger("hp.flags.launches", 120);
        List<Jdk> jdks = Jdks.among(8, 11, 17, 21, 25, 26, 27, 28);
        assertTrue(!jdks.isEmpty(), "there is always the JDK that runs the tests, if it is one of these");
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < launches; i++) {
            Jdk jdk = jdks.get(i % jdks.size());
            List<String> drawn = Stream.generate(() -> word(jdk))
                    .limit(1 + random.nextInt(3))
                    .toList();
            difference(jdk, drawn)
                    .ifPresent(text -> wrong.add(jdk.java() + " " + String.join(" ", drawn) + "  # " + text));
        }
        assertEquals("", String.join("\n", wrong), () -> "seed " + seed);
    }

    private String word(Jdk jdk) {
        int choice = random.nextInt(10);
        if (choice < 5) {
            return "-XX:" + (random.nextBoolean() ? "+" : "-") + SWITCHES.get(random.nextInt(SWITCHES.size()));
        }
        if (choice < 9) {
            return WORDS.get(random.nextInt(WORDS.size()));
        }
        String name = names.get(random.nextInt(names.size()));
        boolean refused = FlagTable.standard()
                .find(name, Optional.of(JavaVersion.parse(Integer.toString(jdk.feature()))), "")
                .kind()
                .equals(FlagKind.NONE);
        return refused ? "-XX:-" + name : "-Xmx96m";
    }

    /** The JVM selects its collector before it checks the sizes of the heap. */
    @Test
    void missingCollectorIsRefusedBeforeTheSizesOfTheHeap() {
        for (Jdk jdk : Jdks.among(11, 17, 21, 25, 26)) {
            assertEquals(
                    Optional.empty(),
                    difference(jdk, List.of("-XX:+AlwaysActAsServerClassMachine", "-XX:-UseG1GC", "-Xms1g")),
                    jdk::toString);
        }
    }

    private static Optional<String> difference(Jdk jdk, List<String> drawn) {
        Program.Ended ended = Program.of(jdk.java().toString(), "-Xmx64m")
                .with(drawn.toArray())
                .with("-version")
                .unset("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                .run();
        String said = ended.out() + ended.err();
        FlagSettings ours = read(jdk, drawn);
        if (!ours.unknowns().isEmpty()) {
            return Optional.empty();
        }
        if (said.contains(NO_COLLECTOR)) {
            return ours.refusal()
                    .filter(refusal -> refusal.stage().compareTo(Stage.COLLECTOR) <= 0)
                    .map(refusal -> "we: " + refusal.text() + ", it: " + said.replace('\n', '|'));
        }
        Matcher refusal = REFUSAL.matcher(said);
        boolean refuses = ended.exitCode() != 0 && refusal.find();
        if (ours.refusal().isEmpty() == refuses) {
            return Optional.of("we: " + ours.refusal().map(Refusal::text).orElse("it starts") + ", it: "
                    + said.replace('\n', '|'));
        }
        String whole = ours.refusal().map(Refusal::text).orElse("");
        String text = whole.endsWith(" ...") ? whole.substring(0, whole.length() - 4) : whole;
        if (!said.contains(text)) {
            return Optional.of("we: " + text + ", it: " + said.replace('\n', '|'));
        }
        boolean ourWarning = ours.warnings().stream().anyMatch(FlagLaunchIT::isAboutAFlag);
        boolean itsWarning = FLAG_WARNING.matcher(said).find();
        return ended.exitCode() != 0 || ourWarning == itsWarning
                ? Optional.empty()
                : Optional.of("we: " + ours.warnings() + ", it: " + said.replace('\n', '|'));
    }

    private static boolean isAboutAFlag(FlagRemark warning) {
        return warning.kind() != FlagRemark.Kind.CONFLICT;
    }

    private static final Map<Jdk, String> VERSIONS = new HashMap<>();

    private static FlagSettings read(Jdk jdk, List<String> drawn) {
        String version = VERSIONS.computeIfAbsent(jdk, FlagLaunchIT::version);
        List<Argument> list = Stream.concat(Stream.of("-Xmx64m"), drawn.stream())
                .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                .toList();
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                Optional.of(JavaVersion.parse(version)),
                version,
                "",
                Optional.empty(),
                Optional.empty());
        return FlagSettings.of(
                vm, Optional.of(System.getProperty("os.arch")), new Arguments(list, List.of(), ""), Map.of(), false);
    }

    private static String version(Jdk jdk) {
        Matcher version = VERSION.matcher(
                Program.of(jdk.java().toString(), "-version").run().err());
        assertTrue(version.find(), jdk::toString);
        return version.group(1);
    }
}
