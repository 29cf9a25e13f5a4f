package io.github.hpjvm.console.terminal;

import io.github.hpjvm.os.text.Visible;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The stream for all terminal output of hp-bench and hp-cli. It makes control characters visible ({@link Visible}) and
 * passes line ends, tabs and, if requested, the sequences that {@link Style} and {@link Progress} write. So names,
 * messages and stack traces from outside cannot move the cursor or forge lines.
 *
 * <p>A PrintStream writes texts in pieces of its buffer. A character or sequence at the end of a piece that may be
 * incomplete is kept for the next piece.
 */
final class VisibleOutput extends OutputStream {
    private final PrintStream target;
    private final List<String> codes;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

    private VisibleOutput(PrintStream target, List<String> codes) {
        this.target = target;
        this.codes = codes;
    }

    /**
     * Creates a stream that writes to another one, in its encoding.
     *
     * @param codes sequences that pass unchanged
     */
    static PrintStream to(PrintStream target, List<String> codes) {
        return new PrintStream(new VisibleOutput(target, codes), true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        pending.write(bytes, from, length);
        byte[] all = pending.toByteArray();
        pending.reset();
        int whole = wholeCharacters(all);
        String text = new String(all, 0, whole, StandardCharsets.UTF_8);
        int done = text.length() - unfinishedCode(text);
        target.print(visible(text.substring(0, done)));
        pending.writeBytes(text.substring(done).getBytes(StandardCharsets.UTF_8));
        pending.write(all, whole, all.length - whole);
    }

    /** The number of bytes before the last character if that one is incomplete, else of all bytes. */
    private static int wholeCharacters(byte[] bytes) {
        int first = bytes.length - 1;
        while (first > bytes.length - 4 && first > 0 && (bytes[first] & 0xc0) == 0x80) {
            first--;
        }
        if (first < 0) {
            return 0;
        }
        int ones = Integer.numberOfLeadingZeros(~(bytes[first] << 24));
        return ones >= 2 && ones <= 4 && first + ones > bytes.length ? first : bytes.length;
    }

    /** The number of characters at the end that may begin a code; the longest if several codes match. */
    private int unfinishedCode(String text) {
        int unfinished = 0;
        for (String code : codes) {
            for (int length = Math.min(code.length() - 1, text.length()); length > unfinished; length--) {
                if (text.endsWith(code.substring(0, length))) {
                    unfinished = length;
                }
            }
        }
        return unfinished;
    }

    private String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            int length = codeAt(text, at);
            if (length > 0) {
                visible.append(Visible.text(text.substring(from, at))).append(text, at, at + length);
                from = at + length;
                at = from - 1;
            }
        }
        return from == 0
                ? Visible.text(text)
                : visible.append(Visible.text(text.substring(from))).toString();
    }

    private int codeAt(String text, int at) {
        char c = text.charAt(at);
        if (c == '\033' || c == '\r') {
            for (String code : codes) {
                if (text.startsWith(code, at)) {
                    return code.length();
                }
            }
        }
        return 0;
    }

    /** Flushes without the kept bytes, because the PrintStream in front of this stream flushes after each piece. */
    @Override
    public synchronized void flush() throws IOException {
        target.flush();
        if (target.checkError()) {
            throw new IOException("the stream is full or closed");
        }
    }

    @Override
    public synchronized void close() throws IOException {
        target.print(Visible.text(pending.toString(StandardCharsets.UTF_8)));
        pending.reset();
        flush();
    }
}
