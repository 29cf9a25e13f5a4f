package io.github.hpjvm.bench.options;

import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a campaign. Each is the property {@code hp.NAME} of Maven and the option {@code --NAME} of hp-cli; its value
 * is a text, which {@link BenchOptions#parse} reads. The order is that of the help.
 */
public enum CampaignOption {
    PROFILE(Use.WORKLOADS, Again.SAME, "NAME", "smoke, quick or full. Default: quick."),
    WORKLOADS(
            Use.WORKLOADS,
            Again.SAME,
            "REGEX",
            "Workloads to measure. Default: ByteArrayTouch; profile full: nearly all."),
    PARAMS(Use.WORKLOADS, Again.SAME, "NAME=V,V", "Parameter values of the workloads; for example size=1000,1000000."),
    JVM(
            Use.WORKLOADS,
            Again.SAME,
            "HOME",
            "Java home of the JVM to measure, 8 or newer. Default: the JVM of hp-cli, or with the distribution the one of JAVA_HOME or PATH."),
    FRAGMENT(
            Use.WORKLOADS,
            Again.SAME,
            "P",
            "With --provision: fragment free memory before each fork: P of 100 free huge-page blocks keep one base page"
                    + " in use."),
    PROFILERS(
            Use.WORKLOADS,
            Again.SAME,
            "LIST",
            String.join(
                            ", ",
                            Profiler.ofWorkloads().stream().map(Profiler::label).toList())
                    + "; each in an additional round."),
    VARIANTS(
            Use.ALL,
            Again.SAME,
            "LIST",
            "Variants to compare: "
                    + String.join(
                            ", ", Variants.all().stream().map(Variant::name).toList()) + ".",
            "Default: the first three. Baseline is always included."),
    VARIANT(
            Use.ALL,
            Again.SAME,
            "NAME=CHANGE",
            "Compare the program with this change: JVM flags, jvm:HOME, env:K=V, or classpath:PATH. May be repeated."
                    + " Without --variants, the other side is the program as it is. Pages are verified if the flags"
                    + " request them."),
    ROUNDS(
            Use.ALL,
            Again.NEW,
            "N",
            "Number of rounds. Each measures every variant once; a verdict needs 6. With --budget or --precision, more"
                    + " rounds follow. Default: the number of the profile, or 6."),
    SEED(Use.ALL, Again.SAME, "N", "Seed of the order within a round. Default: random."),
    PROVISION(
            Use.ALL,
            Again.NEW,
            "true|false",
            "Set the pool and the THP mode for the campaign, and restore both afterwards. Needs root."),
    PRECISION(
            Use.ALL,
            Again.NEW,
            "P%",
            "Add rounds until each interval is this narrow, within the budget. Default with --budget: 1%."),
    BUDGET(
            Use.ALL,
            Again.NEW,
            "TIME",
            "Start no round that would end after this time: 90s, 20m, 1h30m. Default with --precision: 20m."),
    DISTURBED(
            Use.ALL, Again.SAME, "keep|drop", "Rounds during which the machine was busy. Default: keep them, marked."),
    CLOCK(
            Use.ALL,
            Again.SAME,
            "cpu|wall",
            "Clock of the verdicts. Default: CPU time for a benchmark of one thread that does not wait, else wall time."),
    INTERLEAVE(
            Use.ALL,
            Again.SAME,
            "slices|forks",
            "slices: the forks of a case are alive at the same time and run in short turns; servers of try take turns of"
                    + " one load. forks: one fork after the other.",
            "Default: slices if memory, the benchmark and the ports of servers allow it."),
    CHECK_ALONE(
            Use.WORKLOADS,
            Again.KEPT,
            "true|false",
            "Also let each fork run alone for 1.2 s, three times a round, and report how far its cost in turns differs."),
    GATE(
            Use.ALL,
            Again.KEPT,
            "CASES:VARIANT<=RATIO",
            "Exit with 3 unless the whole interval is at or below the ratio, in each case that matches the regular"
                    + " expression. Separate several gates by semicolons."),
    WAIT(Use.ALL, Again.NEW, "true|false", "Wait until the running campaign on this host ends. Default: exit code 1."),
    EXPORT_MARKDOWN(Use.ALL, Again.KEPT, "FILE", "Write the result as Markdown, for a ticket."),
    EXPORT_JUNIT(Use.ALL, Again.KEPT, "FILE", "Write the gates as JUnit XML, for CI. Without gates: the verdicts."),
    EXPORT_CSV(Use.ALL, Again.KEPT, "FILE", "Write all rounds as CSV, a line for each run."),
    CONTINUE(
            Use.ALL,
            Again.NEW,
            "DIR",
            "Add rounds to the campaign whose results are in this folder: as many as --rounds says, or as fit into"
                    + " --budget. Its workloads, variants, settings, gates and exports apply again."),
    OUT(
            Use.ALL,
            Again.NEW,
            "DIR",
            "Folder of results.json, report.txt, report.html, jmh.json and the output of each fork. Default:"
                    + " hp-bench-results.");

    /** Which campaigns have an option. */
    private enum Use {
        /** Those of hp-bench's workloads. */
        WORKLOADS,
        /** Those of commands and jars, too. */
        ALL
    }

    /** The use of an option by a campaign that continues the campaign with this option. */
    private enum Again {
        /** It applies again, and may not change: else the rounds are not comparable. */
        SAME,
        /** It applies again, unless it is given anew. */
        KEPT,
        /** It does not apply again: it says how many rounds to add, where, and whether the host may be changed. */
        NEW
    }

    private final Use use;
    private final Again again;
    private final String value;
    private final List<String> help;

    CampaignOption(Use use, Again again, String value, String... help) {
        this.use = use;
        this.again = again;
        this.value = value;
        this.help = List.of(help);
    }

    /** Returns the name without dashes: {@code export-markdown}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what stands for the value in the help: {@code P%}. */
    public String value() {
        return value;
    }

    /** Returns the help, a paragraph for each element. */
    public List<String> help() {
        return help;
    }

    /** Returns whether the option alone means true. */
    public boolean isFlag() {
        return value.equals("true|false");
    }

    /** Returns whether it may be given several times. Its text then has a line for each. */
    public boolean isRepeatable() {
        return this == VARIANT;
    }

    /** Returns whether campaigns of commands have the option, not only those of workloads. */
    public boolean appliesToCommands() {
        return use == Use.ALL;
    }

    /** Returns whether it must be equal for the rounds of two campaigns to be comparable. results.json contains it. */
    public boolean isSetting() {
        return again == Again.SAME;
    }

    /** Returns whether it applies again in a campaign that continues this one, unless that one is given another. */
    public boolean isKept() {
        return again == Again.KEPT;
    }

    /** Returns its text; empty if it is not given, or blank. */
    public Optional<String> in(Map<String, String> given) {
        return Optional.ofNullable(given.get(label())).map(String::strip).filter(text -> !text.isEmpty());
    }
}
