package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The regions of a JVM as a table, then what the table cannot show. */
final class RegionTable {
    private static final int BAR = 10;

    /** Columns of the table with its bars, and with the reserved sizes. */
    private static final int WITH_BAR = 70;

    /** Cost in memory from which it is in the short text. */
    private static final Bytes MATTERS = Bytes.ofMiB(64);

    private static final String INDENT = "  ";

    private final Advice advice;
    private final boolean brief;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private RegionTable(Advice advice, boolean brief, boolean colour) {
        this.advice = advice;
        this.brief = brief;
        this.colour = colour;
    }

    /**
     * The lines.
     *
     * @param brief whether regions on base pages that request no others are named only
     */
    static List<String> lines(Advice advice, boolean brief, boolean colour) {
        RegionTable table = new RegionTable(advice, brief, colour);
        table.table();
        return table.lines;
    }

    private boolean matters(Region region) {
        boolean asks = advice.requested(region.name()) != Requested.NONE;
        boolean base = region.backing()
                .known()
                .filter(backing -> backing.kind().equals(Optional.of(PageKind.BASE))
                        || backing.residentMax().isZero())
                .isPresent();
        boolean found = advice.findings().stream()
                .anyMatch(finding -> finding.subject().equals(region.name().toString()));
        return region.name() == RegionName.HEAP || asks || !base || found;
    }

    private void table() {
        boolean wide = Paragraph.width() >= WITH_BAR;
        List<Column> columns = new ArrayList<>(List.of(Column.left("region"), Column.right("reserved")));
        if (!wide) {
            columns.remove(1);
        }
        columns.addAll(List.of(
                Column.right("resident"),
                Column.left("requested"),
                Column.left("actual"),
                Column.left("on huge pages")));
        Table table = new Table(columns);
        List<String> left = new ArrayList<>();
        for (Region region : advice.jvm().located()) {
            // Most programs map no file shared.
            if (region.name() == RegionName.FILES && region.reserved().isZero()) {
                continue;
            }
            if (brief && !matters(region)) {
                left.add(region.name().toString());
                continue;
            }
            Optional<Backing> backing = region.backing().known();
            List<Cell> cells = new ArrayList<>(List.of(
                    Cell.of(region.name().toString()),
                    Cell.of(Figures.mebibytes(region.reserved().value())),
                    Cell.of(backing.map(RegionTable::resident).orElse(PageWords.UNKNOWN)),
                    Cell.of(PageWords.of(advice.requested(region.name()))),
                    Cell.of(backing.map(PageWords::of).orElse(PageWords.UNKNOWN)),
                    Cell.of(backing.map(RegionTable::bar).orElse(""))));
            if (!wide) {
                cells.remove(1);
            }
            table.row(cells);
        }
        lines.addAll(table.lines(INDENT, colour));
        if (!left.isEmpty()) {
            wrap(String.join(", ", left) + ": base pages, no others requested", INDENT, INDENT + INDENT);
        }
        advice.jvm().located().forEach(this::bySize);
        advice.jvm().located().stream()
                .filter(region -> !brief || matters(region))
                .forEach(this::cost);
        if (!brief) {
            notCounted();
        }
        advice.jvm().located().forEach(this::difference);
    }

    /** The memory that huge pages would fill and the zeros that they hold, if that is enough to matter. */
    private void cost(Region region) {
        Bytes least = brief ? MATTERS : Bytes.ofMiB(1);
        region.fill()
                .filter(bytes -> bytes.compareTo(least) >= 0)
                .ifPresent(bytes -> wrap(
                        region.name() + ": huge pages would fill " + Figures.mebibytes(bytes.value())
                                + " more in blocks that are in use",
                        INDENT,
                        INDENT + INDENT));
        region.zeroFilled()
                .flatMap(Fact::known)
                .filter(zeros -> zeros.max().compareTo(least) >= 0)
                .ifPresent(zeros -> wrap(region.name() + ": " + zeros(zeros), INDENT, INDENT + INDENT));
    }

    /** The base pages of zeros in huge pages, and what the kernel would free of them. */
    private static String zeros(ZeroFilled zeros) {
        return Figures.mebibytes(zeros.bytes().value())
                + (zeros.exact()
                        ? ""
                        : " (" + Figures.mebibytes(zeros.min().value()) + " to "
                                + Figures.mebibytes(zeros.max().value()) + ", sampled)")
                + " of " + Figures.mebibytes(zeros.huge().value()) + " on huge pages are zeros"
                + (zeros.underused().isZero()
                        ? ""
                        : "; the kernel frees "
                                + Figures.mebibytes(zeros.underused().value()) + " of them when memory is short");
    }

    /** Why zeros were not counted, once for all regions. */
    private void notCounted() {
        advice.jvm().located().stream()
                .flatMap(region -> region.zeroFilledUnknown().stream())
                .findFirst()
                .ifPresent(missing -> wrap("zeros in huge pages: unknown: " + missing.why(), INDENT, INDENT + INDENT));
    }

    /** The page sizes of a region that has other sizes than base page and PMD size, or may have. */
    private void bySize(Region region) {
        region.backing().known().filter(Backing::hasSmallThp).ifPresent(backing -> {
            StringBuilder text = new StringBuilder(region.name() + " by page size: ");
            String separator = "";
            for (Pages pages : backing.pages()) {
                if (!pages.max().isZero()) {
                    text.append(separator)
                            .append(pages.kind() == PageKind.BASE ? "base" : PageWords.of(pages.kind()))
                            .append(' ')
                            .append(pages.pageSize())
                            .append(
                                    pages.exact()
                                            ? " "
                                            : " "
                                                    + Figures.mebibytes(
                                                            pages.min().value()) + " to ")
                            .append(Figures.mebibytes(pages.max().value()));
                    separator = ", ";
                }
            }
            wrap(
                    text + (backing.hidesSmallThp() ? "; only root with CAP_SYS_ADMIN can read them." : "."),
                    INDENT,
                    INDENT + INDENT);
        });
    }

    /** The reason if the pages of a region differ from the pages that the region would get now. */
    private void difference(Region region) {
        advice.expected(region.name())
                .filter(expected -> !expected.difference().isEmpty())
                .ifPresent(expected -> wrap(
                        region.name() + ": predicted "
                                + PageWords.of(expected.forecast().kind().orElseThrow()) + "; "
                                + expected.difference() + ".",
                        INDENT,
                        INDENT + INDENT));
    }

    private static String resident(Backing backing) {
        Backing likely = backing.likely();
        return likely.residentMin().equals(likely.residentMax())
                ? Figures.mebibytes(likely.residentMin().value())
                : Figures.mebibytes(backing.residentMin().value()) + " to "
                        + Figures.mebibytes(backing.residentMax().value());
    }

    private static String bar(Backing backing) {
        if (backing.coverageMin().isEmpty()) {
            return "";
        }
        double least = backing.coverageMin().getAsDouble();
        if (backing.coverage().isEmpty()) {
            return Figures.percent(least) + " to "
                    + Figures.percent(backing.coverageMax().getAsDouble());
        }
        if (backing.sampled().isPresent()) {
            return Figures.percent(backing.coverage().getAsDouble()) + " (" + Figures.percent(least) + " to "
                    + Figures.percent(backing.coverageMax().getAsDouble()) + ", sampled)";
        }
        if (Paragraph.width() < WITH_BAR) {
            return Figures.percent(least);
        }
        int full = (int) Math.round(least * BAR);
        return "#".repeat(full) + ".".repeat(BAR - full) + " " + Figures.percent(least);
    }

    private void wrap(String text, String first, String others) {
        lines.addAll(Paragraph.wrap(text, first, others));
    }
}
