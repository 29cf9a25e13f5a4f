package io.github.hpjvm.advisor.fleet;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of the rows in their order, for every format. */
// The annotation is for tools only: a caller needs no module for it.
@SuppressWarnings("exports")
public enum FleetColumn {
    SOURCE("source", Type.TEXT, FleetRow::source),
    HOST("host", Type.TEXT, FleetRow::host),
    TAKEN_AT("takenAt", Type.TEXT, FleetRow::takenAt),
    PID("pid", Type.LONG, FleetRow::pid),
    MAIN("main", Type.TEXT, FleetRow::main),
    RELEASE("release", Type.INT, FleetRow::release),
    VERSION("version", Type.TEXT, FleetRow::version),
    VENDOR("vendor", Type.TEXT, FleetRow::vendor),
    GC("gc", Type.TEXT, FleetRow::gc),
    MAX_HEAP_BYTES("maxHeapBytes", Type.LONG, FleetRow::maxHeapBytes),
    REQUESTED("requested", Type.TEXT, FleetRow::requested),
    HEAP_KIND("heapKind", Type.TEXT, FleetRow::heapKind),
    HEAP_COVERAGE("heapCoverage", Type.DOUBLE, FleetRow::heapCoverage),
    HEAP_RESIDENT_BYTES("heapResidentBytes", Type.LONG, FleetRow::heapResidentBytes),
    RULE("rule", Type.TEXT, FleetRow::rule),
    SEVERITY("severity", Type.TEXT, FleetRow::severity),
    SUBJECT("subject", Type.TEXT, FleetRow::subject),
    SUMMARY("summary", Type.TEXT, FleetRow::summary),
    EFFECT_BYTES("effectBytes", Type.LONG, FleetRow::effectBytes),
    LABELS("labels", Type.LABELS, FleetRow::labels),
    CPU_CORES("cpuCores", Type.DOUBLE, FleetRow::cpuCores),
    GAIN_AT_MOST_CORES("gainAtMostCores", Type.DOUBLE, FleetRow::gainAtMostCores),
    MEMORY_COST_BYTES("memoryCostBytes", Type.LONG, FleetRow::memoryCostBytes),
    SERVICE("service", Type.TEXT, FleetRow::service),
    CHANGE("change", Type.TEXT, FleetRow::change),

    /** The version of the rows: a column of its own, because lines of NDJSON and rows of Parquet are read one by one. */
    SCHEMA_VERSION("schemaVersion", Type.INT, row -> FleetRow.SCHEMA_VERSION);

    /** The types of values. */
    public enum Type {
        TEXT,
        INT,
        LONG,
        DOUBLE,
        /** A map from text to text. */
        LABELS
    }

    private interface Cell extends Function<FleetRow, @Nullable Object> {}

    private final String column;
    private final Type type;
    private final Cell cell;

    FleetColumn(String column, Type type, Cell cell) {
        this.column = column;
        this.type = type;
        this.cell = cell;
    }

    /** Its name in a table and in JSON. */
    public String column() {
        return column;
    }

    public Type type() {
        return type;
    }

    /** The value of a row; null if it is unknown. */
    public @Nullable Object of(FleetRow row) {
        return cell.apply(row);
    }

    /** The value of a row as text: labels as {@code name=value} separated by semicolons; empty if it is unknown. */
    public String text(FleetRow row) {
        Object value = of(row);
        if (value instanceof Map<?, ?> labels) {
            StringBuilder text = new StringBuilder();
            labels.forEach((name, label) -> text.append(text.isEmpty() ? "" : ";")
                    .append(name)
                    .append('=')
                    .append(label));
            return text.toString();
        }
        return value == null ? "" : value.toString();
    }
}
