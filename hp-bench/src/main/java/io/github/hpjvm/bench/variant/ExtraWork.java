package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Baseline with a known amount of extra work, for the workload {@code KnownCost}, which tests the method:
 * {@code extra5} is 5 per cent more, {@code extra0} has none. A letter at the end makes a further variant of the same
 * amount, such as {@code extra0b}. Not listed, as it does not concern pages.
 */
record ExtraWork(String name, int percent) implements Variant {
    private static final Pattern NAME = Pattern.compile("extra(\\d{1,2})[a-z]?");

    static Optional<Variant> named(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new ExtraWork(name, Integer.parseInt(matcher.group(1))))
                : Optional.empty();
    }

    @Override
    public PageKind asks() {
        return PageKind.BASE;
    }

    @Override
    public String describes() {
        return "base pages and " + percent + " % more work";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        List<String> arguments = new ArrayList<>(Baseline.BASELINE.arguments(jvm));
        arguments.add("-Dhp.extra.percent=" + percent);
        return List.copyOf(arguments);
    }
}
