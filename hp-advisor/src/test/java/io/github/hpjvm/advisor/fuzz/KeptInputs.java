package io.github.hpjvm.advisor.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Inputs that the fuzzer found and the repository keeps: {@code src/test/resources/fuzz/TITLE.zip}. */
final class KeptInputs {
    private static final Path FOLDER = Path.of("src/test/resources/fuzz");
    private static final int LONGEST = 4 << 10;
    /** So many bytes are kept for each target, the shortest inputs first. */
    private static final int MOST = 16 << 10;

    private KeptInputs() {}

    static List<byte[]> of(FuzzTarget target) {
        Path file = file(target);
        return Files.exists(file) ? read(file) : List.of();
    }

    private static Path file(FuzzTarget target) {
        return FOLDER.resolve(target.title() + ".zip");
    }

    private static List<byte[]> read(Path file) {
        List<byte[]> inputs = new ArrayList<>();
        try (InputStream bytes = Files.newInputStream(file);
                ZipInputStream zip = new ZipInputStream(bytes)) {
            while (zip.getNextEntry() != null) {
                inputs.add(zip.readAllBytes());
            }
            return inputs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces what is kept by the shortest files of a folder and what was kept before. */
    static void keep(FuzzTarget target, Path folder) throws IOException {
        TreeSet<byte[]> all = new TreeSet<>(
                Comparator.<byte[]>comparingInt(input -> input.length).thenComparing(Arrays::compare));
        all.addAll(of(target));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (Files.size(file) <= LONGEST) {
                    all.add(Files.readAllBytes(file));
                }
            }
        }
        Files.createDirectories(FOLDER);
        try (OutputStream bytes = Files.newOutputStream(file(target));
                ZipOutputStream zip = new ZipOutputStream(bytes)) {
            int number = 0;
            int size = 0;
            for (byte[] input : all) {
                size += input.length;
                if (size > MOST) {
                    break;
                }
                ZipEntry entry = new ZipEntry(Integer.toString(number++));
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(input);
            }
        }
    }
}
