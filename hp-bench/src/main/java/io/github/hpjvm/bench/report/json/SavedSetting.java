package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.RecordCodec;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.console.terminal.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Settings that a {@code results.json} contains, as text. */
public final class SavedSetting {
    /** Prefix of the name of a list of arguments; the variant follows. */
    public static final String ARGUMENTS = "arguments of ";

    /** Options that decide what is measured, beside those that have a line of their own. */
    private static final List<String> OPTIONS = Stream.concat(
                    Stream.of("clock", "interleave", BenchOptions.JMH),
                    BenchOptions.OF_TRY.stream().filter(name -> !name.equals(BenchOptions.FULL_COMMAND_LINE)))
            .toList();

    private final Map<String, String> setting = new LinkedHashMap<>();

    private SavedSetting() {}

    /** The settings in the order of display, tools first. */
    static Map<String, String> of(CampaignDocument campaign) {
        SavedSetting all = new SavedSetting();
        all.add(campaign);
        return all.setting;
    }

    private void add(CampaignDocument campaign) {
        HostDocument host = campaign.host();
        put("hp-bench", campaign.tool().hpBench());
        put("jmh", campaign.tool().jmh());
        put("kernel", host.kernel());
        put("cpu", host.cpu());
        put("cpus", host.cpus());
        put("memory", host.memoryBytes());
        Map<String, Object> thp = host.thp().map(RecordCodec::encodeRecord).orElse(Map.of());
        for (String file : List.of("enabled", "pmdEnabled", "effective", "defrag", "shmemEnabled")) {
            put("thp " + file, thp.get(file));
        }
        put("hugetlb pool", host.hugetlb().map(HostDocument.Pool::total));
        put("jdk", campaign.jvm().version());
        put("vendor", campaign.jvm().vendor());
        put("java", campaign.jvm().java());
        campaign.variants().forEach(it -> put("variant " + SavedFile.clean(it.name()), it.description()));
        arguments(campaign.runs()).forEach((variant, words) -> put(ARGUMENTS + variant, String.join(" ", words)));
        campaign.workloads().forEach(it -> {
            put("benchmark of " + SavedFile.clean(it.name()), it.benchmark());
            put("clock of " + SavedFile.clean(it.name()), it.clock().label());
        });
        ofCases(campaign).forEach((workload, words) -> put(ARGUMENTS + workload, String.join(" ", words)));
        Map<String, String> options = campaign.options().orElse(Map.of());
        OPTIONS.forEach(name -> put("option " + name, options.get(name)));
        put("profile", campaign.profile());
        put("seed", campaign.seed());
        put("disturbed rounds", campaign.rules().disturbed());
        put("fragment", campaign.rules().fragment());
        put(
                "memory before forks",
                campaign.runs().stream()
                        .flatMap(run -> run.memory().stream())
                        .map(Enum::name)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", ")));
        load(campaign).ifPresent(load -> put("load average", String.format(Locale.ROOT, "%.0f", load)));
        put("precision", campaign.rules().precision());
        put("partial", campaign.partial());
    }

    /** The median load average of the runs; a campaign under another load has another size of the effect. */
    static OptionalDouble load(CampaignDocument campaign) {
        List<Double> loads = campaign.runs().stream()
                .flatMap(run ->
                        run.disturbance().seen().record().load1().stream().boxed())
                .toList();
        return loads.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Figures.median(loads));
    }

    /** The arguments of all runs by variant, without paths that differ in each campaign. */
    private static Map<String, TreeSet<String>> arguments(List<RunDocument> runs) {
        Map<String, TreeSet<String>> all = new TreeMap<>();
        runs.forEach(run -> run.jvmArgs().stream()
                .filter(argument -> !argument.startsWith("-XX:ErrorFile="))
                .forEach(all.computeIfAbsent(SavedFile.clean(run.variant()), variant -> new TreeSet<>())::add));
        return all;
    }

    /** The JVM arguments of the cases by workload; those of hp-bench's workloads are among those of the runs. */
    private static Map<String, TreeSet<String>> ofCases(CampaignDocument campaign) {
        Map<String, TreeSet<String>> all = new TreeMap<>();
        if (campaign.profile().equals(Profile.OWN.label())) {
            campaign.cases()
                    .orElse(List.of())
                    .forEach(it -> all.computeIfAbsent(
                                    SavedFile.clean(it.subject().record().workload()), workload -> new TreeSet<>())
                            .addAll(it.jvmArgs()));
        }
        return all;
    }

    /** Adds a value, unless the file does not have it. */
    private void put(String name, @Nullable Object value) {
        Object plain = RecordCodec.encode(value);
        if (plain != null && !plain.equals("")) {
            setting.put(name, SavedFile.clean(plain.toString()));
        }
    }
}
