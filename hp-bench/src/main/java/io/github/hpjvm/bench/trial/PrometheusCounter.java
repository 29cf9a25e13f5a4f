package io.github.hpjvm.bench.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * A counter in the text format of Prometheus: the sum of its samples over all labels
 * (prometheus.io/docs/instrumenting/exposition_formats).
 */
public final class PrometheusCounter {
    private static final Pattern EQUALS = Pattern.compile("^(\\w+)[ \\t]*=[ \\t]*");

    private final String name;
    private final List<String> labels;

    /** @param metric a name, or a name with labels in braces */
    public PrometheusCounter(String metric) {
        int brace = metric.indexOf('{');
        this.name = brace < 0 ? metric : metric.substring(0, brace);
        this.labels = brace < 0 ? List.of() : labels(metric.substring(brace + 1, metric.length() - 1));
    }

    /** Returns the sum; empty if no line is a sample of this counter, or if one of them, or the sum, is no finite number. */
    public OptionalDouble sum(String text) {
        double sum = 0;
        boolean any = false;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            if (isSample(line)) {
                double value = value(line);
                if (!Double.isFinite(value)) {
                    return OptionalDouble.empty();
                }
                sum += value;
                any = true;
            }
        }
        return any && Double.isFinite(sum) ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /** Returns the metric with a suffix of its name, and with its labels. */
    public String withSuffix(String suffix) {
        return name + suffix + (labels.isEmpty() ? "" : "{" + String.join(",", labels) + "}");
    }

    /** Returns whether a line is a sample of this counter, whatever its value. */
    public boolean isIn(String text) {
        return text.lines().anyMatch(this::isSample);
    }

    private boolean isSample(String line) {
        if (!line.startsWith(name) || line.length() == name.length()) {
            return false;
        }
        char next = line.charAt(name.length());
        if (next != '{' && next != ' ' && next != '\t') {
            return false;
        }
        String inBraces = next == '{' ? line.substring(name.length() + 1, endOfLabels(line)) : "";
        return labels.isEmpty() || labels(inBraces).containsAll(labels);
    }

    /** The labels in a list; blanks around a label and its equals sign have no meaning. */
    private static List<String> labels(String list) {
        List<String> labels = new ArrayList<>();
        int from = 0;
        boolean quoted = false;
        for (int i = 0; i <= list.length(); i++) {
            char c = i < list.length() ? list.charAt(i) : ',';
            if (c == '\\' && quoted) {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && (!quoted || i == list.length())) {
                String label = EQUALS.matcher(list.substring(from, i).strip()).replaceFirst("$1=");
                if (!label.isEmpty()) {
                    labels.add(label);
                }
                from = i + 1;
            }
        }
        return labels;
    }

    /** A value of a label may contain a brace. */
    private int endOfLabels(String line) {
        boolean quoted = false;
        for (int i = name.length() + 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && quoted) {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == '}' && !quoted) {
                return i;
            }
        }
        return line.length();
    }

    private double value(String line) {
        int from = line.charAt(name.length()) == '{' ? endOfLabels(line) + 1 : name.length();
        if (from > line.length()) {
            return Double.NaN;
        }
        String[] words = line.substring(from).strip().split("\\s+");
        try {
            return Double.parseDouble(words[0]);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
