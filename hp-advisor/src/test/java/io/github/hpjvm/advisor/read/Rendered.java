package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** Facts as a stable text, one value a line, to be compared with what is checked in. */
final class Rendered {

    private final StringBuilder out = new StringBuilder();
    private final String root;

    private Rendered(Path root) {
        this.root = root.toString();
    }

    /** The text; paths below {@code root} are shown without it. */
    static String text(Object record, Path root) {
        Rendered rendered = new Rendered(root);
        rendered.record((Record) record, "");
        return rendered.out.toString().replace(rendered.root, "");
    }

    private void record(Record record, String indent) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                value(component.getName(), component.getAccessor().invoke(record), indent);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private void value(String name, Object value, String indent) {
        if (value instanceof Fact.Known<?> known) {
            line(indent, name, flat(known.value()), "  <- " + shown(known.source()));
            below(name, known.value(), indent);
        } else if (value instanceof Fact.Absent<?> absent) {
            String grant = absent.grant().isEmpty() ? "" : ", " + absent.grant();
            line(indent, name, "(absent: " + absent.reason() + grant + ")", "  <- " + shown(absent.source()));
        } else {
            line(indent, name, flat(value), "");
            below(name, value, indent);
        }
    }

    private void below(String name, Object value, String indent) {
        String deeper = indent + "  ";
        if (value instanceof Optional<?> optional) {
            optional.ifPresent(v -> below(name, v, indent));
        } else if (value instanceof List<?> list) {
            list.stream().filter(Record.class::isInstance).forEach(element -> {
                line(deeper, "-", flat(element), "");
                below(name, element, deeper);
            });
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, v) -> value(String.valueOf(key), v, deeper));
        } else if (value instanceof Record record && flat(value).isEmpty()) {
            record(record, deeper);
        }
    }

    private void line(String indent, String name, String value, String source) {
        out.append((indent + name + (name.equals("-") || value.isEmpty() ? "" : ":") + " " + value).stripTrailing())
                .append(source)
                .append('\n');
    }

    /** A value that fits on the line of its name; empty for one that does not. */
    private static String flat(Object value) {
        if (value instanceof Bytes bytes) {
            return bytes.toString();
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(Rendered::flat).orElse("(none)");
        }
        if (value instanceof List<?> list) {
            boolean scalars = list.stream().noneMatch(Record.class::isInstance);
            return scalars ? list.isEmpty() ? "(none)" : list.toString() : "";
        }
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty() ? "(none)" : "";
        }
        if (value instanceof Record record) {
            return small(record);
        }
        return String.valueOf(value);
    }

    /** Records of plain values are shown on one line. */
    private static String small(Record record) {
        StringJoiner joined = new StringJoiner(" ");
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Class<?> type = component.getType();
            boolean plain = type.isPrimitive() || type == String.class || type == Bytes.class || type == Optional.class;
            if (!plain) {
                return "";
            }
            try {
                component.getAccessor().setAccessible(true);
                joined.add(
                        component.getName() + "=" + flat(component.getAccessor().invoke(record)));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        return joined.toString();
    }

    private static String shown(Source source) {
        return source.toString();
    }
}
