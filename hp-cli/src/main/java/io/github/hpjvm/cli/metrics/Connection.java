package io.github.hpjvm.cli.metrics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** One connection of a client: a request arrives, and its answer leaves, as fast as the client permits. For one thread. */
final class Connection {
    private static final int LONGEST_REQUEST = 8192;
    private static final String END = "\n\n";

    private final SocketChannel channel;
    private final SelectionKey key;
    private final long opened;
    private final ByteBuffer request = ByteBuffer.allocate(LONGEST_REQUEST);
    /** Null until the request has arrived. */
    private Request complete;

    private long requested;
    private boolean started;
    private ByteBuffer[] answer;

    /**
     * A request without its body.
     *
     * @param accept the header {@code Accept}; empty if there is none
     */
    record Request(String method, String path, String accept) {}

    Connection(SocketChannel channel, SelectionKey key, long now) {
        this.channel = channel;
        this.key = key;
        this.opened = now;
    }

    /** Returns the time at which it was opened, in nanoseconds. */
    long opened() {
        return opened;
    }

    /** Returns the time at which the request was complete. */
    long requested() {
        return requested;
    }

    /** Returns true for the first call. */
    boolean starts() {
        boolean first = !started;
        started = true;
        return first;
    }

    /** Returns the request if it is complete and has no answer yet. */
    Optional<Request> waiting() {
        return answer == null ? Optional.ofNullable(complete) : Optional.empty();
    }

    /** Reads what has arrived. Returns whether the connection goes on. */
    boolean read(long now) throws IOException {
        if (complete != null) {
            // What follows a request is of no interest, but closing before it is read would discard the answer.
            request.clear();
            return channel.read(request) >= 0;
        }
        if (channel.read(request) < 0) {
            return false;
        }
        // A line may end in LF alone (RFC 9112, section 2.2).
        String text =
                new String(request.array(), 0, request.position(), StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
        int end = text.indexOf(END);
        if (end >= 0 || !request.hasRemaining()) {
            complete = end >= 0 ? parsed(text.substring(0, end)) : new Request("", "", "");
            requested = now;
            key.interestOps(0);
        }
        return true;
    }

    /** Parses request line and headers; a request that is not HTTP has an empty method. */
    static Request parsed(String head) {
        String[] lines = head.split("\n", -1);
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            return new Request("", "", "");
        }
        // A server must accept the absolute form (RFC 9112, section 3.2.2).
        String path = words[1].replaceFirst("^(?i:http)://[^/?]*", "");
        int query = path.indexOf('?');
        String accept = "";
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0
                    && lines[i].substring(0, colon).toLowerCase(Locale.ROOT).equals("accept")) {
                accept = lines[i].substring(colon + 1).strip();
            }
        }
        return new Request(words[0], query < 0 ? path : path.substring(0, query), accept);
    }

    /** Answers with this status, headers and body. */
    void answer(int status, String reason, String type, byte[] body, String more) throws IOException {
        boolean head = complete != null && complete.method().equals("HEAD");
        String text = "HTTP/1.1 " + status + " " + reason + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.length + "\r\nConnection: close\r\n" + more + "\r\n";
        answer = new ByteBuffer[] {
            ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), ByteBuffer.wrap(head ? new byte[0] : body)
        };
        write();
    }

    /** Writes as much as the client takes. After the last byte the client closes the connection. */
    void write() throws IOException {
        if (answer == null) {
            return;
        }
        channel.write(answer);
        if (answer[0].hasRemaining() || answer[1].hasRemaining()) {
            key.interestOps(SelectionKey.OP_WRITE);
        } else {
            channel.shutdownOutput();
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            // The client is gone.
        }
    }
}
