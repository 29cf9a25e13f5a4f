package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.WorkSource;
import io.github.hpjvm.os.file.BoundedFile;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalDouble;

/** Counts the lines that a growing file has got since the first reading. */
final class LineMeter implements WorkMeter {
    private static final int BEFORE = 64;

    private final String name;
    private final Path file;
    private final LineCount count = new LineCount();
    private String key = "";

    /** The text before the position: a log that was truncated and has grown past the position has another one there. */
    private byte[] before = {};

    LineMeter(WorkSource.Lines source) {
        this.name = source.toString();
        this.file = BytePath.of(source.path());
    }

    private record Channel(FileChannel channel) implements LineCount.Text {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer buffer, long at) throws IOException {
            return channel.read(buffer, at);
        }
    }

    /** The lines of a change of all pages may be gigabytes, and to read them takes longer than a reading may. */
    @Override
    public void skip() throws UnreadableWorkException {
        try {
            BoundedFile.Regular seen = BoundedFile.check(file);
            key = String.valueOf(seen.attributes().fileKey());
            try (FileChannel channel = seen.open()) {
                begin(channel);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void begin(FileChannel channel) throws IOException {
        count.begin(channel.size());
        before = before(channel);
    }

    private byte[] before(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BEFORE, count.at()));
        long start = count.at() - buffer.capacity();
        while (buffer.hasRemaining() && channel.read(buffer, start + buffer.position()) > 0) {}
        return buffer.array();
    }

    private UnreadableWorkException unreadable(IOException e) {
        return new UnreadableWorkException(name + " cannot be read: " + Unreadable.why(e));
    }

    @Override
    public OptionalDouble read() throws UnreadableWorkException {
        try {
            BoundedFile.Regular seen = BoundedFile.check(file);
            String now = String.valueOf(seen.attributes().fileKey());
            try (FileChannel channel = seen.open()) {
                if (key.isEmpty()) {
                    key = now;
                    begin(channel);
                }
                if (!key.equals(now) || channel.size() < count.at() || !Arrays.equals(before, before(channel))) {
                    key = now;
                    begin(channel);
                    throw new UnreadableWorkException(name + " was replaced or truncated");
                }
                count.catchUp(new Channel(channel));
                before = before(channel);
                return OptionalDouble.of(count.lines());
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }
}
