package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.First;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Identifies a HotSpot, as far as one source permits. */
public final class Identity {

    private static final String PROPERTY = "java.property.java.";

    private Identity() {}

    /** Identifies it by its counters. */
    public static VmIdentity of(PerfData data) {
        Optional<JavaVersion> release = data.text(PROPERTY + "version").flatMap(Identity::release);
        String vm = data.text(PROPERTY + "vm.version").orElse("");
        Optional<Collector> gc = collector(data);
        return new VmIdentity(
                VmKind.HOTSPOT,
                release,
                version(release, vm),
                data.text(PROPERTY + "vm.vendor").orElse(""),
                gc,
                maxHeap(data, gc));
    }

    /**
     * Identifies it by the output of {@code jcmd PID VM.version}: a line with the VM, and {@code JDK 8.0_504} or {@code
     * JDK 17.0.9}.
     */
    public static VmIdentity ofVersionCommand(String text) {
        Optional<String> jdk = First.line(text, "JDK ").map(l -> l.substring(4).strip());
        String vm = text.lines()
                .filter(l -> l.contains(" version "))
                .findFirst()
                .map(l -> l.substring(l.indexOf(" version ") + " version ".length())
                        .strip())
                .orElse("");
        boolean legacy = jdk.filter(v -> v.startsWith("8.")).isPresent();
        Optional<JavaVersion> release = legacy ? jdk.flatMap(v -> release("1." + v)) : release(vm);
        return new VmIdentity(
                VmKind.HOTSPOT,
                release.or(() -> jdk.flatMap(Identity::release)),
                version(release, vm),
                "",
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Identifies it by its {@code java.vm.version}: {@code 17.0.15+6-LTS}, in 8 {@code 25.504-b01}, where the second
     * number is the update.
     */
    public static VmIdentity ofVm(String vmVersion) {
        boolean eight = vmVersion.startsWith("25.") && vmVersion.contains("-b");
        Optional<JavaVersion> release = eight
                ? release("1.8.0_" + vmVersion.substring("25.".length(), vmVersion.indexOf("-b")))
                : release(vmVersion);
        return new VmIdentity(
                VmKind.HOTSPOT, release, version(release, vmVersion), "", Optional.empty(), Optional.empty());
    }

    /** Identifies it by the file {@code release} of its home. */
    public static VmIdentity ofReleaseFile(String text) {
        Map<String, String> fields = new HashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                fields.put(
                        line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip().replace("\"", ""));
            }
        });
        Optional<JavaVersion> release =
                Optional.ofNullable(fields.get("JAVA_VERSION")).flatMap(Identity::release);
        return new VmIdentity(
                VmKind.HOTSPOT,
                release,
                version(release, fields.getOrDefault("JAVA_RUNTIME_VERSION", "")),
                fields.getOrDefault("IMPLEMENTOR", ""),
                Optional.empty(),
                Optional.empty());
    }

    /** Identifies it by its flags. */
    public static VmIdentity of(Map<String, VmFlag> flags, Optional<JavaVersion> release) {
        return new VmIdentity(
                VmKind.HOTSPOT,
                Optional.empty(),
                "",
                "",
                VmFlags.collector(flags, release.map(JavaVersion::feature)),
                VmFlags.bytes(flags, "MaxHeapSize").filter(b -> !b.isZero()));
    }

    /**
     * Identifies it by its arguments: only by what they name, without results of ergonomics. A collector that the release
     * does not have is not in use: the JVM ignores its flag with {@code -XX:+IgnoreUnrecognizedVMOptions}.
     */
    public static VmIdentity of(Arguments arguments, Optional<JavaVersion> release) {
        Map<String, VmFlag> flags = new HashMap<>();
        Optional<Bytes> heap = Optional.empty();
        for (String text : arguments.texts()) {
            if (text.startsWith("-XX:+Use") && text.endsWith("GC") || text.startsWith("-XX:+ZGenerational")) {
                flags.put(text.substring(5), new VmFlag("true", "", ""));
            } else if (text.startsWith("-XX:-")) {
                flags.put(text.substring(5), new VmFlag("false", "", ""));
            } else if (text.startsWith("-Xmx")) {
                heap = size(text.substring(4));
            } else if (text.startsWith("-XX:MaxHeapSize=")) {
                heap = size(text.substring("-XX:MaxHeapSize=".length()));
            }
        }
        return new VmIdentity(
                VmKind.HOTSPOT,
                Optional.empty(),
                "",
                "",
                VmFlags.collector(flags, release.map(JavaVersion::feature))
                        .filter(gc -> release.isEmpty() || gc.isIn(release.get().feature())),
                heap);
    }

    public static Optional<JavaVersion> release(String text) {
        try {
            return Optional.of(JavaVersion.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the release with its build: {@code 21.0.9+10} of {@code 21.0.9+10-LTS}. The {@code java.vm.version} of
     * JDK 8, {@code 25.504-b01}, contributes only the build.
     */
    public static String version(Optional<JavaVersion> release, String vmVersion) {
        if (release.isEmpty() || vmVersion.isEmpty()) {
            return release.map(JavaVersion::text).orElse("");
        }
        if (release.get().feature() <= 8) {
            int build = vmVersion.indexOf("-b");
            boolean has = release.get().text().contains("-b") || build < 0;
            return has ? release.get().text() : release.get().text() + vmVersion.substring(build);
        }
        int plus = vmVersion.indexOf('+');
        int end = plus < 0 ? -1 : vmVersion.indexOf('-', plus);
        return end < 0 ? vmVersion : vmVersion.substring(0, end);
    }

    private static Optional<Bytes> size(String text) {
        try {
            return Optional.of(Bytes.parse(text)).filter(b -> !b.isZero());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the collector by {@code sun.gc.policy.name}, and for the collectors that have none by the names of {@code
     * sun.gc.collector.N}.
     */
    private static Optional<Collector> collector(PerfData data) {
        switch (data.text("sun.gc.policy.name").orElse("")) {
            case "GarbageFirst":
                return Optional.of(Collector.G1);
            case "ParScav:MSC":
                return Optional.of(Collector.PARALLEL);
            case "Copy:MSC":
                return Optional.of(Collector.SERIAL);
            case "ParNew:CMS":
                return Optional.of(Collector.CMS);
            default:
                List<String> names = List.of(
                        data.text("sun.gc.collector.0.name").orElse(""),
                        data.text("sun.gc.collector.2.name").orElse(""));
                if (names.get(0).startsWith("Shenandoah")) {
                    return Optional.of(Collector.SHENANDOAH);
                }
                if (names.get(0).startsWith("ZGC minor")) {
                    return Optional.of(Collector.ZGC_GENERATIONAL);
                }
                return names.get(1).startsWith("Z concurrent") ? Optional.of(Collector.ZGC) : Optional.empty();
        }
    }

    /**
     * Returns the maximum heap. G1 adds some bytes to the sizes of its generations (G1MonitoringSupport::pad_capacity).
     */
    private static Optional<Bytes> maxHeap(PerfData data, Optional<Collector> gc) {
        long young = data.longs().getOrDefault("sun.gc.generation.0.maxCapacity", 0L);
        long old = data.longs().getOrDefault("sun.gc.generation.1.maxCapacity", 0L);
        if (young < 0 || old < 0 || young > Long.MAX_VALUE - old || gc.isEmpty()) {
            return Optional.empty();
        }
        boolean inTwo = gc.get() == Collector.SERIAL || gc.get() == Collector.PARALLEL || gc.get() == Collector.CMS;
        long heap = inTwo ? young + old : Math.max(young, old) >> 20 << 20;
        return heap == 0 ? Optional.empty() : Optional.of(Bytes.of(heap));
    }
}
