package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.advisor.fleet.Costs;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.fleet.FleetSummary.Planned;
import io.github.hpjvm.advisor.fleet.FleetSummary.Totals;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The summary of a fleet as one HTML file, in the style of {@link HtmlReport}: it loads nothing, and is readable without
 * scripts. A field filters its tables by service.
 */
public final class FleetPage {
    private static final int MOST_ROWS = 500;
    private static final int BARS = 12;
    private static final double WIDE = 900;
    private static final double NARROW = 340;

    private FleetPage() {}

    /** Returns the page, which ends in a newline. */
    public static String write(FleetSummary summary) {
        Element body = Element.of("body").add(top(summary), answers(summary), first(summary));
        summary.groups().forEach((name, groups) -> body.add(group(name, groups)));
        body.add(meaning(), Element.of("script").verbatim(HtmlReport.resource("fleet.js")));
        return HtmlReport.page("hp-cli fleet", body);
    }

    private static Element top(FleetSummary summary) {
        String read =
                summary.damaged() == 0 ? "" : "; " + summary.damaged() + " files could not be read and are not counted";
        return Element.of("header")
                .add(
                        Element.of("h1", "Huge pages in the fleet"),
                        Element.of("p")
                                .as("caption")
                                .text(number(summary.snapshots())
                                        + (summary.snapshots() == 1 ? " snapshot, " : " snapshots, ")
                                        + number(summary.all().jvms()) + " JVMs" + read + "."),
                        Element.of("p")
                                .with("id", "filter")
                                .with("hidden", "hidden")
                                .add(Element.of("label")
                                        .text("Service ")
                                        .add(Element.of("input")
                                                .with("type", "search")
                                                .with("id", "service"))));
    }

    private static Element answers(FleetSummary summary) {
        Totals all = summary.all();
        Costs costs = all.costs();
        Element cards = Element.of("div").as("cards");
        cards.add(
                card(
                        "cores",
                        costs.cpuUnknown() == all.jvms() ? "unknown" : cores(costs.cpuCores()),
                        "The JVMs use these CPUs."),
                card(
                        "gain at most",
                        costs.gainUnknown() == all.jvms() ? "not measured" : cores(costs.gainAtMostCores()) + " cores",
                        "Fewer page walks of the measured JVMs save no more. It is a bound and no promise."),
                card(
                        "on base pages",
                        size(all.gainBytes()),
                        number(all.canGain())
                                + (all.canGain() == 1 ? " JVM has" : " JVMs have")
                                + " memory that could be on huge pages."),
                card(
                        "not granted",
                        number(all.requested() - all.granted() - all.unknown()),
                        "JVMs requested huge pages and have them for less than 90 % of the heap."),
                card(
                        "idle in pools",
                        size(summary.idlePoolBytes()),
                        "This memory is reserved and no program uses it."));
        if (costs.memoryUnknown() < all.jvms()) {
            cards.add(card(
                    "memory cost",
                    size(costs.memoryCostBytes()),
                    "Huge pages would fill this memory in blocks that are partly in use."));
        }
        if (costs.gainPriceAtMost() > 0) {
            cards.add(card("price of the gain", money(costs.gainPriceAtMost()), "The gain is worth at most that."));
        }
        if (costs.memoryPrice() > 0) {
            cards.add(
                    card("price of the memory", money(costs.memoryPrice()), "The memory cost at the price of a GiB."));
        }
        return Element.of("section").add(Element.of("h2", "Answers"), cards);
    }

    private static Element card(String name, String figure, String sentence) {
        return Element.of("div")
                .as("card")
                .add(
                        Element.of("p")
                                .as("head")
                                .add(
                                        Element.of("strong", figure),
                                        Element.of("span", name).as("badge")),
                        Element.of("p", sentence).as("sentence"));
    }

    private static Element first(FleetSummary summary) {
        List<Planned> plans = summary.plans();
        Element section = Element.of("section").add(Element.of("h2", "What to change first"));
        if (plans.isEmpty()) {
            return section.add(Element.of("p", "No plan has a change."));
        }
        HtmlTable table = new HtmlTable(
                "service", "change", "JVMs", "hosts", "cores", "gain at most", "on base pages", "memory cost");
        for (Planned plan : plans.subList(0, Math.min(MOST_ROWS, plans.size()))) {
            Costs costs = plan.costs();
            table.row(
                    name(plan.service()),
                    HtmlTable.text(plan.change()),
                    HtmlTable.number(number(plan.jvms())),
                    HtmlTable.number(number(plan.hosts())),
                    HtmlTable.number(costs.cpuUnknown() == plan.jvms() ? "?" : cores(costs.cpuCores())),
                    HtmlTable.number(costs.gainUnknown() == plan.jvms() ? "?" : cores(costs.gainAtMostCores())),
                    HtmlTable.number(plan.effectBytes() == 0 ? "-" : size(plan.effectBytes())),
                    HtmlTable.number(costs.memoryUnknown() == plan.jvms() ? "?" : size(costs.memoryCostBytes())));
        }
        List<Planned> known = plans.stream()
                .filter(plan -> plan.costs().cpuUnknown() < plan.jvms())
                .toList();
        if (!known.isEmpty()) {
            section.add(bars(known, WIDE, "plot wide"), bars(known, NARROW, "plot narrow"));
        }
        section.add(table.draw());
        if (plans.size() > MOST_ROWS) {
            section.add(Element.of("p", (plans.size() - MOST_ROWS) + " more rows: --format json has all")
                    .as("caption"));
        }
        return section;
    }

    /** The cores of the first rows: the measured gain in them is filled. */
    private static Element bars(List<Planned> plans, double width, String css) {
        List<Planned> shown = plans.subList(0, Math.min(BARS, plans.size()));
        double most = shown.stream()
                .mapToDouble(plan -> plan.costs().cpuCores())
                .max()
                .orElse(0);
        double row = 30;
        double left = 6;
        Element svg = Element.of("svg")
                .as(css)
                .with("viewBox", "0 0 " + Element.coordinate(width) + " " + Element.coordinate(shown.size() * row + 4))
                .with("role", "img")
                .with("aria-label", "Cores by service and change");
        for (int i = 0; i < shown.size(); i++) {
            Planned plan = shown.get(i);
            double top = i * row;
            double full = most == 0 ? 0 : plan.costs().cpuCores() / most * (width - 2 * left);
            double gain = most == 0 ? 0 : plan.costs().gainAtMostCores() / most * (width - 2 * left);
            svg.add(
                    bar(left, top + 16, full, "floor"),
                    bar(left, top + 16, gain, "mark v1"),
                    Element.of(
                                    "text",
                                    shortened(plan.service(), width < WIDE ? 26 : 90) + " "
                                            + cores(plan.costs().cpuCores()) + " cores")
                            .at("x", left)
                            .at("y", top + 12));
        }
        return svg;
    }

    /** The header cell of a row, whose long name may break on a telephone. */
    private static Element name(String service) {
        return HtmlTable.name(service).with("style", "overflow-wrap: anywhere; min-width: 8em");
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : "..." + text.substring(text.length() - most + 3);
    }

    private static Element bar(double x, double y, double width, String css) {
        return Element.of("rect")
                .as(css)
                .at("x", x)
                .at("y", y)
                .at("width", width)
                .at("height", 9);
    }

    private static Element group(String name, Map<String, Totals> groups) {
        HtmlTable table = new HtmlTable(name, "JVMs", "cores", "requested", "got them", "could gain", "on base pages");
        groups.entrySet().stream().limit(MOST_ROWS).forEach(entry -> {
            Totals totals = entry.getValue();
            List<Element> cells = new ArrayList<>(List.of(
                    name(entry.getKey()),
                    HtmlTable.number(number(totals.jvms())),
                    HtmlTable.number(
                            totals.costs().cpuUnknown() == totals.jvms()
                                    ? "?"
                                    : cores(totals.costs().cpuCores())),
                    HtmlTable.number(number(totals.requested())),
                    HtmlTable.number(number(totals.granted())),
                    HtmlTable.number(number(totals.canGain())),
                    HtmlTable.number(size(totals.gainBytes()))));
            table.row(cells);
        });
        return Element.of("section")
                .with("class", name.equals("service") ? "services" : "groups")
                .add(Element.of("h2", "By " + name), table.draw());
    }

    private static Element meaning() {
        return Element.of("section")
                .add(
                        Element.of("h2", "Meaning"),
                        Element.of("dl")
                                .add(
                                        Element.of("dt", "cores"),
                                        Element.of(
                                                "dd",
                                                "CPUs that the JVMs have used since their start, or since the snapshot of --since."),
                                        Element.of("dt", "gain at most"),
                                        Element.of(
                                                "dd",
                                                "The cycles with a page walk, of JVMs that hp-cli tlb has measured. Hits in the second"
                                                        + " level of the TLB and page faults are not in it."),
                                        Element.of("dt", "on base pages"),
                                        Element.of("dd", "Resident bytes of regions that could be on huge pages."),
                                        Element.of("dt", "memory cost"),
                                        Element.of(
                                                "dd",
                                                "Memory that would be filled if each block of the size of a huge page in use became one.")));
    }

    private static String cores(double cores) {
        return String.format(Locale.ROOT, "%.2f", cores);
    }

    private static String money(double amount) {
        return Figures.grouped(String.format(Locale.ROOT, "%.0f", amount));
    }

    private static String number(long number) {
        return Figures.grouped(Long.toString(number));
    }

    private static String size(long bytes) {
        return Bytes.of(bytes).rounded();
    }
}
