package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.hotspot.flag.Refusal;
import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The collector that HotSpot selects: GCConfig::select_gc in {@code src/hotspot/share/gc/shared/gcConfig.cpp}, before
 * 11 Arguments::select_gc in {@code arguments.cpp}.
 *
 * @param collector the collector; empty if it cannot be known
 * @param given whether an argument selects it
 * @param refusal why HotSpot does not start; empty if it does
 */
record CollectorChoice(Optional<Collector> collector, boolean given, Optional<Refusal> refusal) {

    private static final Map<String, Collector> FLAGS = new LinkedHashMap<>();

    private static final int G1_ALWAYS_SINCE = 27;

    static final String NEVER_SERVER = "NeverActAsServerClassMachine";
    private static final String ALWAYS_SERVER = "AlwaysActAsServerClassMachine";

    /** Flags that change the default collector. */
    private static final List<String> DECISIVE = List.of(
            NEVER_SERVER,
            ALWAYS_SERVER,
            "ActiveProcessorCount",
            "UseContainerSupport",
            "PreferContainerQuotaForCPUCount",
            "UseContainerCpuShares");

    static {
        FLAGS.put("UseSerialGC", Collector.SERIAL);
        FLAGS.put(HeapErgonomics.AGGRESSIVE, Collector.PARALLEL);
        FLAGS.put("UseParallelGC", Collector.PARALLEL);
        FLAGS.put("UseParallelOldGC", Collector.PARALLEL);
        FLAGS.put("UseConcMarkSweepGC", Collector.CMS);
        FLAGS.put("UseG1GC", Collector.G1);
        FLAGS.put("UseZGC", Collector.ZGC);
        FLAGS.put("UseShenandoahGC", Collector.SHENANDOAH);
        FLAGS.put("UseEpsilonGC", Collector.EPSILON);
    }

    CollectorChoice {
        Objects.requireNonNull(collector, "collector");
        Objects.requireNonNull(refusal, "refusal");
    }

    static CollectorChoice of(int release, FlagSettings flags, Launch launch, Machine machine) {
        Optional<Collector> running = launch.vm().gc();
        if (running.isPresent()) {
            return new CollectorChoice(running, true, Optional.empty());
        }
        List<Collector> asked = new ArrayList<>();
        FLAGS.forEach((flag, collector) -> {
            if (flags.isGiven(flag) && flags.isOn(flag) && !asked.contains(collector)) {
                asked.add(collector);
            }
        });
        if (!asked.isEmpty()) {
            Collector collector = asked.get(0) == Collector.ZGC ? z(release, flags) : asked.get(0);
            return new CollectorChoice(Optional.of(collector), true, Optional.empty());
        }
        Optional<Collector> byDefault = byDefault(release, flags, launch, machine);
        boolean turnedOff = release > 8
                && FLAGS.entrySet().stream()
                        .anyMatch(entry -> Optional.of(entry.getValue()).equals(byDefault)
                                && flags.isGiven(entry.getKey())
                                && !entry.getKey().equals("UseParallelOldGC"));
        return turnedOff
                ? refused("Garbage collector not selected (default collector explicitly disabled)")
                : new CollectorChoice(byDefault, false, Optional.empty());
    }

    /** Returns the argument that selects a collector; empty if one of the arguments selects it, or if no flag does. */
    static Optional<String> flag(Collector collector, List<String> arguments) {
        List<String> flags = FLAGS.entrySet().stream()
                .filter(entry ->
                        entry.getValue() == collector && !entry.getKey().equals(HeapErgonomics.AGGRESSIVE))
                .map(entry -> "-XX:+" + entry.getKey())
                .toList();
        return flags.stream().anyMatch(arguments::contains)
                ? Optional.empty()
                : flags.stream().findFirst();
    }

    private static CollectorChoice refused(String why) {
        return new CollectorChoice(Optional.empty(), true, Optional.of(new Refusal(why, Stage.COLLECTOR)));
    }

    /**
     * Returns the generational ZGC or the other one. Generational is optional since 21 (JEP 439), the default since 23
     * (JEP 474), the only one since 24 (JEP 490).
     */
    private static Collector z(int release, FlagSettings flags) {
        boolean generational = flags.isGiven("ZGenerational") ? flags.isOn("ZGenerational") : release >= 23;
        return release >= 24 || release >= 21 && generational ? Collector.ZGC_GENERATIONAL : Collector.ZGC;
    }

    /**
     * Returns the collector of a JVM whose arguments name none. If the same build was started bare on that host and no
     * argument changes the decision, this is the collector that it printed. Otherwise os::is_server_class_machine
     * decides. 27 and newer select G1 even on one processor (JEP 523).
     */
    private static Optional<Collector> byDefault(int release, FlagSettings flags, Launch launch, Machine machine) {
        if (release >= G1_ALWAYS_SINCE) {
            return Optional.of(Collector.G1);
        }
        Optional<Collector> bare = First.of(
                        FLAGS.entrySet(),
                        entry -> launch.defaults().containsKey(entry.getKey())
                                && launch.defaults().get(entry.getKey()).isTrue())
                .map(Map.Entry::getValue);
        if (bare.isPresent() && !launch.isInLimitedGroup() && DECISIVE.stream().noneMatch(flags::isGiven)) {
            return bare;
        }
        Collector ofServer = release == 8 ? Collector.PARALLEL : Collector.G1;
        return isServer(flags, machine).map(is -> is ? ofServer : Collector.SERIAL);
    }

    /** os::is_server_class_machine of {@code src/hotspot/share/runtime/os.cpp}, which checks these flags first. */
    private static Optional<Boolean> isServer(FlagSettings flags, Machine machine) {
        if (flags.isGiven(NEVER_SERVER) && flags.isOn(NEVER_SERVER)) {
            return Optional.of(false);
        }
        return flags.isGiven(ALWAYS_SERVER) && flags.isOn(ALWAYS_SERVER) ? Optional.of(true) : machine.isServer();
    }
}
