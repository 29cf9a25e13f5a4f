package io.github.hpjvm.cli.fleet;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.cli.text.FleetText;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.os.text.Visible;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the labels of hosts from a CSV file (RFC 4180). */
final class LabelsFile {
    private static final int LONGEST = 200;

    private LabelsFile() {}

    /**
     * The labels of a file. An empty field is no label.
     *
     * @throws UsageException if the file cannot be read, or its first column is not host or source
     */
    static HostLabels read(Path file) {
        return parse(file, NamedInput.text(file));
    }

    static HostLabels parse(Path file, String text) {
        Map<String, Map<String, String>> listed = new HashMap<>();
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(text)) {
            for (NamedCsvRecord line : reader) {
                List<String> header = line.getHeader();
                if (!HostLabels.isKey(header.get(0)) || header.size() < 2) {
                    throw noKey(file);
                }
                Map<String, String> labels = new LinkedHashMap<>();
                for (int i = 1; i < Math.min(header.size(), line.getFieldCount()); i++) {
                    if (!line.getField(i).isEmpty()) {
                        labels.put(Visible.name(header.get(i), LONGEST), Visible.name(line.getField(i), LONGEST));
                    }
                }
                listed.put(line.getField(0), labels);
            }
        } catch (CsvParseException | IllegalArgumentException e) {
            throw new UsageException(file + " is not CSV: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (listed.isEmpty()) {
            throw noKey(file);
        }
        return HostLabels.of(listed);
    }

    private static UsageException noKey(Path file) {
        return new UsageException(FleetText.noLabels(file.toString()));
    }
}
