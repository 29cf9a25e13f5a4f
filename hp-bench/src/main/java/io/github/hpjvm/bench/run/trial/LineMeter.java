package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.WorkSource;
import io.github.hpjvm.os.file.BoundedFile;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.OptionalDouble;

/** Counts the lines that a growing file has got since the first reading. */
final class LineMeter implements WorkMeter {
    private final String name;
    private final Path file;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private Object key = "";
    private long at = -1;
    private long lines;

    LineMeter(WorkSource.Lines source) {
        this.name = source.toString();
        this.file = BytePath.of(source.path());
    }

    @Override
    public OptionalDouble read() throws UnreadableWorkException {
        try {
            Object now = String.valueOf(BoundedFile.regular(file).fileKey());
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                if (at < 0) {
                    key = now;
                    at = channel.size();
                }
                if (!Objects.equals(key, now) || channel.size() < at) {
                    key = now;
                    at = channel.size();
                    throw new UnreadableWorkException(name + " was replaced or truncated");
                }
                count(channel, channel.size());
                return OptionalDouble.of(lines);
            }
        } catch (IOException e) {
            throw new UnreadableWorkException(name + " cannot be read: " + Unreadable.why(e));
        }
    }

    private void count(FileChannel channel, long size) throws IOException {
        while (at < size) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), size - at));
            int read = channel.read(buffer, at);
            if (read <= 0) {
                return;
            }
            for (int i = 0; i < read; i++) {
                lines += buffer.get(i) == '\n' ? 1 : 0;
            }
            at += read;
        }
    }
}
