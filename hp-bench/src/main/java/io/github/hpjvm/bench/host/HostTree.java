package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kernel files below a root folder. A path whose last element is a link is not followed. */
record HostTree(Path root) implements HostFiles {
    /** sysfs and sysctl values are at most a page. */
    private static final int LONGEST_VALUE = 4096;

    private static final Pattern CHOSEN = Pattern.compile("(?:^|\\s)\\[(\\S+)](?:\\s|$)");

    @Override
    public String value(Path file) throws IOException {
        String text = text(file);
        Matcher choice = CHOSEN.matcher(text);
        return choice.find() ? choice.group(1) : text.strip();
    }

    @Override
    public Set<String> choices(Path file) throws IOException {
        String text = text(file);
        return CHOSEN.matcher(text).find()
                ? new LinkedHashSet<>(
                        List.of(text.strip().replaceAll("[\\[\\]]", "").split("\\s+")))
                : Set.of();
    }

    private String text(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(at(file), LinkOption.NOFOLLOW_LINKS)) {
            bytes = in.readNBytes(LONGEST_VALUE + 1);
        }
        if (bytes.length > LONGEST_VALUE) {
            throw new IOException(file + " holds more than " + LONGEST_VALUE + " bytes, so it is not a kernel value");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void write(HostChange change) throws IOException {
        ByteBuffer line = ByteBuffer.wrap((change.value() + "\n").getBytes(StandardCharsets.UTF_8));
        try (SeekableByteChannel out = Files.newByteChannel(
                at(change.file()),
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
            out.write(line);
            if (line.hasRemaining()) {
                throw new IOException("the kernel accepted only a part of the value");
            }
        }
    }

    private Path at(Path file) {
        return root.resolve(Path.of("/").relativize(file));
    }
}
