package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LineCountTest {
    /** A text of empty lines; for each line that is read, it gets a part of a line. */
    private static final class Log implements LineCount.Text {
        private final double growth;
        private double size;

        Log(long size, double growth) {
            this.size = size;
            this.growth = growth;
        }

        @Override
        public long size() {
            return (long) size;
        }

        @Override
        public int read(ByteBuffer buffer, long at) {
            int read = (int) Math.min(buffer.remaining(), size() - at);
            for (int i = 0; i < read; i++) {
                buffer.put((byte) '\n');
            }
            size += read * growth;
            return read;
        }
    }

    /** The lines of a whole page change wait at the begin of a turn, and the text grows by a tenth of them meanwhile. */
    @Test
    void whatGrowsDuringALongReadingIsCounted() throws IOException {
        Log log = new Log(100 << 20, 0.1);
        LineCount count = new LineCount();
        count.catchUp(log);
        assertEquals(count.at(), count.lines());
        assertTrue(log.size() - count.lines() <= 1 << 16, log.size() + " of which were read " + count.lines());
    }

    @Test
    void aTextThatGrowsAsFastAsItIsReadIsLeft() throws IOException {
        Log log = new Log(1 << 20, 1);
        LineCount count = new LineCount();
        count.catchUp(log);
        assertEquals(8 << 20, count.lines());
    }

    @Test
    void linesBeforeTheBeginDoNotCount() throws IOException {
        LineCount count = new LineCount();
        count.begin(10);
        count.catchUp(new Log(15, 0));
        assertEquals(5, count.lines());
    }
}
