package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.CampaignOption;
import io.github.hpjvm.bench.options.VariantOption;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.bench.run.command.HiddenArguments;
import io.github.hpjvm.bench.run.jar.NamedJars;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options of a campaign that adds rounds to an earlier one: {@code --continue DIR}. */
public final class Continuation {
    private static final String AGAINST = "against";

    private Continuation() {}

    /**
     * Adds the options of the earlier campaign. Without {@code continue} the options are returned unchanged.
     *
     * @param given text by option name
     * @throws UsageException if there is no earlier campaign, or an option contradicts it
     */
    public static Map<String, String> complete(Map<String, String> given) {
        String folder = given.getOrDefault(CampaignOption.CONTINUE.label(), "").strip();
        if (folder.isEmpty()) {
            return given;
        }
        if (!given.getOrDefault("out", folder).strip().equals(folder) && !given.containsKey("maven")) {
            throw new UsageException(
                    "out: --continue writes to the folder of the earlier campaign, " + folder + "; omit --out");
        }
        Map<String, String> earlier = read(Path.of(folder)).setting();
        String jars = NamedJars.requireSame(
                earlier.getOrDefault(BenchOptions.JARS, ""),
                given.getOrDefault(BenchOptions.JARS, ""),
                earlier.getOrDefault(CampaignOption.VARIANT.label(), ""),
                folder);
        Map<String, String> all = new HashMap<>(given);
        if (!jars.isEmpty()) {
            all.put(BenchOptions.JARS, jars);
        }
        Stream.of(CampaignOption.values())
                .filter(option -> option.isSetting() && option != CampaignOption.VARIANT)
                .map(CampaignOption::label)
                .forEach(name -> all.put(name, unchanged(name, given, earlier, folder)));
        all.put(CampaignOption.VARIANT.label(), variants(given, earlier, folder));
        List<String> others = new ArrayList<>(BenchOptions.OF_TRY);
        others.add(BenchOptions.JMH);
        if (given.containsKey(BenchOptions.JMH) && !earlier.containsKey(BenchOptions.JMH)) {
            // An earlier version did not record the options of a jar, so they cannot be compared.
            others.removeAll(List.of(BenchOptions.JMH, "override"));
        }
        for (String name : others) {
            String before = unchanged(name, given, earlier, folder);
            if (!before.isEmpty()) {
                all.put(name, before);
            }
        }
        Stream.of(CampaignOption.values())
                .filter(option -> option.isKept() && option.in(given).isEmpty())
                .forEach(option -> option.in(earlier).ifPresent(text -> all.put(option.label(), text)));
        Optional.ofNullable(earlier.get(BenchOptions.TIMEOUT))
                .ifPresent(it -> all.putIfAbsent(BenchOptions.TIMEOUT, it));
        all.put("out", folder);
        return all;
    }

    /**
     * Adds the digests of the arguments of commands to complete options. A campaign that continues another one has its digests;
     * one of a version without digests has none, so the arguments are not compared.
     *
     * @param commands words by the name of the option that gives them
     * @throws UsageException if a command has other arguments than in the earlier campaign
     */
    public static Map<String, String> withArguments(Map<String, String> complete, Map<String, List<String>> commands) {
        Map<String, String> all = new HashMap<>(complete);
        String folder =
                complete.getOrDefault(CampaignOption.CONTINUE.label(), "").strip();
        if (folder.isEmpty()) {
            all.put(BenchOptions.ARGUMENTS, HiddenArguments.digests(commands));
            return all;
        }
        Optional.ofNullable(read(Path.of(folder)).setting().get(BenchOptions.ARGUMENTS))
                .ifPresent(earlier -> {
                    HiddenArguments.requireSame(earlier, commands, folder);
                    all.put(BenchOptions.ARGUMENTS, earlier);
                });
        return all;
    }

    /**
     * Checks that the earlier campaign measured the same kind of program, before an option of it is compared.
     *
     * @param given text by option name; without {@code continue} nothing is checked
     * @throws UsageException that says what to type
     */
    public static void requireSubject(SavedCampaign.Subject subject, Map<String, String> given) {
        String folder = given.getOrDefault(CampaignOption.CONTINUE.label(), "").strip();
        if (folder.isEmpty()) {
            return;
        }
        SavedCampaign earlier = read(Path.of(folder));
        if (earlier.subject() == subject) {
            requireJars(earlier.setting(), given, folder);
            return;
        }
        List<String> jars = NamedJars.names(earlier.setting().getOrDefault(BenchOptions.JARS, ""));
        String before = "continue: the campaign in " + folder + " measured ";
        throw new UsageException(before
                + switch (earlier.subject()) {
                    case WORKLOADS ->
                        "hp-bench's own workloads; type hp-cli bench run --continue " + folder
                                + " without a jar or a command";
                    case JAR ->
                        "a JMH jar; give --jar, and if there was one --against, to hp-cli bench run again"
                                + (jars.isEmpty() ? "" : "; its jars: " + String.join(", ", jars));
                    case COMMAND -> "a command; give it to hp-cli try --continue " + folder + " again";
                });
    }

    /**
     * Rejects another number of jars than in the earlier campaign, or exchanged ones: runs would be those of an unknown
     * or another variant.
     */
    private static void requireJars(Map<String, String> earlier, Map<String, String> given, String folder) {
        boolean two = !earlier.getOrDefault(AGAINST, "").isEmpty();
        // An earlier version recorded no name of a jar.
        if (earlier.containsKey("jar") && two == given.getOrDefault(AGAINST, "").isBlank()) {
            throw new UsageException("continue: the campaign in " + folder + " measured "
                    + (two ? "two jars; add --against " + earlier.get(AGAINST) : "one jar; leave out --against"));
        }
        for (String role : List.of("jar", AGAINST)) {
            String before = earlier.getOrDefault(role, "");
            String now = given.getOrDefault(role, "").strip();
            if (NamedJars.exchanged(earlier.getOrDefault(BenchOptions.JARS, ""), before, now)) {
                throw new UsageException("continue: the campaign in " + folder + " measured " + now
                        + " in another role; give --" + role + " " + before + " or a copy of it");
            }
        }
    }

    /**
     * Adds the option of the earlier campaign that decides how commands are shown. Its load is compared as it was shown then.
     *
     * @param given text by option name; returned unchanged without {@code continue}
     */
    public static Map<String, String> asShown(Map<String, String> given) {
        String folder = given.getOrDefault(CampaignOption.CONTINUE.label(), "").strip();
        Map<String, String> all = new HashMap<>(given);
        if (!folder.isEmpty()) {
            Optional.ofNullable(read(Path.of(folder)).setting().get(BenchOptions.FULL_COMMAND_LINE))
                    .ifPresent(it -> all.put(BenchOptions.FULL_COMMAND_LINE, it));
        }
        return all;
    }

    /**
     * Returns the variants that the user defined: as given, else those of the earlier campaign. They are compared as a
     * results.json has them. One of an earlier version has credentials.
     */
    private static String variants(Map<String, String> given, Map<String, String> earlier, String folder) {
        String name = CampaignOption.VARIANT.label();
        String now = given.getOrDefault(name, "").strip();
        String before = earlier.getOrDefault(name, "");
        if (now.isEmpty() && VariantOption.isMasked(before)) {
            throw new UsageException("variant: type the variants of the campaign again: " + onOneLine(before));
        }
        String shown = VariantOption.shown(now);
        if (VariantOption.isMasked(before) && !shown.equals(before)) {
            throw new UsageException("variant: the campaign in " + folder + " had '" + onOneLine(before) + "', not '"
                    + onOneLine(shown) + "'; type the variants as they were");
        }
        unchanged(name, Map.of(name, shown), Map.of(name, VariantOption.shown(before)), folder);
        return now.isEmpty() ? before : now;
    }

    /** Returns an option of the earlier campaign; empty if it had none. */
    private static String unchanged(
            String name, Map<String, String> given, Map<String, String> earlier, String folder) {
        String before = earlier.getOrDefault(name, "");
        String now = given.getOrDefault(name, "").strip();
        if (!now.isEmpty() && !now.equals(before)) {
            throw new UsageException(name + ": the campaign in " + folder + " had "
                    + (before.isEmpty() ? "none" : "'" + onOneLine(before) + "'") + ", not '" + onOneLine(now)
                    + "'; leave it out");
        }
        return before;
    }

    /** An option that was given several times has a line for each. */
    private static String onOneLine(String text) {
        return text.lines().collect(Collectors.joining(", "));
    }

    /** Reads the campaign in a folder. */
    static SavedCampaign read(Path folder) {
        return ResultFiles.readCampaign(folder.resolve("results.json"));
    }
}
