package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.term.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/** Sends one request per connection. One deadline limits all requests. */
public final class AttachSocket {

    /** The deadline has passed. */
    static final class TimeoutException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private static final String PROTOCOL = "1";
    private static final int ARGUMENTS = 3;

    private final Path path;
    private final Optional<UserPrincipal> owner;
    private final long deadline;
    private final Bytes mostAnswer;

    /**
     * Creates the socket's client.
     *
     * @param path of the socket
     * @param owner the required owner of the process at the other end; empty if that cannot be known
     * @param deadline of all requests together, as {@link System#nanoTime}
     */
    AttachSocket(Path path, Optional<UserPrincipal> owner, long deadline, Bytes mostAnswer) {
        this.path = path;
        this.owner = owner;
        this.deadline = deadline;
        this.mostAnswer = mostAnswer;
    }

    /** Returns whether a process listens. The socket of a JVM that was killed refuses. */
    boolean accepts() throws IOException {
        try (SocketChannel channel = connect()) {
            return channel.isConnected();
        }
    }

    /** Returns the reply to one command: a line with a code, and a text. */
    String ask(String command, String argument) throws IOException {
        StringBuilder request = new StringBuilder(PROTOCOL).append('\0').append(command);
        request.append('\0').append(argument).append("\0".repeat(ARGUMENTS));
        try (SocketChannel channel = connect();
                Selector selector = Selector.open()) {
            ByteBuffer out = ByteBuffer.wrap(request.toString().getBytes(StandardCharsets.UTF_8));
            millisLeft();
            channel.write(out);
            SelectionKey key = channel.register(selector, out.hasRemaining() ? SelectionKey.OP_WRITE : 0);
            while (out.hasRemaining()) {
                await(selector);
                channel.write(out);
            }
            key.interestOps(SelectionKey.OP_READ);
            return answer(channel, selector);
        }
    }

    private String answer(SocketChannel channel, Selector selector) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteBuffer in = ByteBuffer.allocate(64 * 1024);
        while (true) {
            await(selector);
            int count = channel.read(in);
            if (count < 0) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
            bytes.write(in.array(), 0, count);
            in.clear();
            if (bytes.size() > mostAnswer.value()) {
                throw new IOException("an answer longer than " + mostAnswer);
            }
        }
    }

    private SocketChannel connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(path));
            if (!channel.isConnected()) {
                try (Selector selector = Selector.open()) {
                    channel.register(selector, SelectionKey.OP_CONNECT);
                    await(selector);
                    channel.finishConnect();
                }
            }
            if (owner.isPresent() && !peer(channel).map(owner.get()::equals).orElse(true)) {
                throw new IOException("another user listens at " + path);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e instanceof IOException io ? io : new IOException(e);
        }
    }

    /** Returns the owner of the process that listens; empty in a runtime without the module jdk.net. */
    private static Optional<UserPrincipal> peer(SocketChannel channel) throws IOException {
        try {
            return Optional.of(
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user());
        } catch (LinkageError | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    private void await(Selector selector) throws IOException {
        if (selector.select(millisLeft()) == 0) {
            throw new TimeoutException();
        }
        selector.selectedKeys().clear();
    }

    /** Returns the remaining time. No further request is sent to a JVM that missed the deadline. */
    private long millisLeft() throws TimeoutException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            throw new TimeoutException();
        }
        return left;
    }
}
