package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.text.Visible;
import io.github.hpjvm.bench.terminal.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The sizes of pools for a person at a shell: what to type first, then how the number comes about. */
public final class SizeText {
    private static final int WIDTH = 100;
    private static final String INDENT = "  ";

    private final PoolSizes sizes;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private SizeText(PoolSizes sizes, boolean colour) {
        this.sizes = sizes;
        this.colour = colour;
    }

    public static String write(PoolSizes sizes, boolean colour) {
        return new SizeText(sizes, colour).text();
    }

    private String text() {
        sizes.pools().forEach(this::pool);
        sizes.tenants().forEach(this::tenant);
        if (sizes.pools().isEmpty()) {
            lines.add(0, "No pool can be sized.");
        }
        return String.join("\n", lines) + "\n";
    }

    private void pool(PoolSize size) {
        HugePool pool = size.pool();
        String page = pool.pageSize() + " pages";
        if (size.isRefused()) {
            say(
                    Style.BAD,
                    "Refused: " + size.more() + " more " + page + " ("
                            + pool.pageSize().times(size.more()) + ") would leave this host without memory; "
                            + size.available().rounded() + " are available. Make the heap smaller, or use"
                            + " transparent huge pages, which take what there is.");
        } else if (size.more() == 0) {
            say(Style.GOOD, "The pool of " + page + " has enough: leave it at " + pool.total() + ".");
        } else {
            String unsure = sizes.isComplete() ? "" : ", for those that are known";
            say(Style.BOLD, "The pool of " + page + " must have " + size.toWrite() + unsure + ":");
            lines.add(INDENT + command(size));
            how(size);
        }
        arithmetic(size);
        lines.add("");
    }

    private static String command(PoolSize size) {
        if (size.found() == Found.AT_BOOT) {
            return "boot the kernel with " + size.setting().bootArgument(String.valueOf(size.toWrite()));
        }
        return size.setting()
                .write(size.toWrite(), size.pool().persistent(), "")
                .command();
    }

    private void how(PoolSize size) {
        String found = switch (size.found()) {
            case THERE -> "";
            case NOW -> "There are free blocks of that size for all " + size.more() + ".";
            case AFTER_COMPACTION ->
                "Memory must be compacted for it. Read the number again when it is written:"
                        + " if the kernel found fewer, set it at boot.";
            case AT_BOOT -> "That many can be counted on only at boot, before memory is in use.";
            case NOT_AT_ALL -> "";
            case NOT_KNOWN -> "Whether the host has the memory is not known.";
        };
        if (!found.isEmpty()) {
            wrap(found, INDENT);
        }
        if (size.stopFirst()) {
            wrap("Stop them first: what they have in other pages is needed for it.", INDENT);
        }
    }

    private void arithmetic(PoolSize size) {
        HugePool pool = size.pool();
        wrap(
                size.need() + " needed"
                        + (size.headroom() > 0 ? ", " + size.headroom() + " for headroom" : "")
                        + "; the pool has " + pool.total() + ", of which " + pool.usable()
                        + " are free and not promised, "
                        + (size.held() > 0 ? size.held() + " come back when they stop, and " : "and ")
                        + size.ofOthers() + " stay with others"
                        + (sizes.rolling() ? " or with the old ones, which still run" : "") + ".",
                INDENT);
    }

    private void tenant(Tenant tenant) {
        lines.add(Style.BOLD.of(tenant.name(), colour));
        if (!tenant.isKnown()) {
            wrap("not known: " + tenant.unknown() + ".", INDENT);
            return;
        }
        new TreeMap<>(tenant.need())
                .forEach((page, pages) -> lines.add(INDENT + pages + " pages of " + page + " ("
                        + Sizes.of(page.times(pages)) + ")"
                        + (tenant.held().getOrDefault(page, 0L) > 0
                                ? ", has " + tenant.held().get(page) + " now"
                                : "")));
        if (!tenant.asIf().isEmpty()) {
            wrap("reckoned as if it had " + tenant.asIf() + ", which it has not.", INDENT);
        }
        for (GroupLimit limit : tenant.limits()) {
            wrap("not enough without more in " + limit.file() + ", which says " + limit.limit() + ".", INDENT);
        }
    }

    private void say(Style style, String text) {
        int first = lines.size();
        wrap(text, "");
        lines.subList(first, lines.size()).replaceAll(line -> style.of(line, colour));
    }

    private void wrap(String text, String indent) {
        StringBuilder line = new StringBuilder(indent);
        boolean empty = true;
        for (String word : Visible.line(text).split(" ")) {
            if (!empty && line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(indent);
            }
            line.append(word).append(' ');
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
    }
}
