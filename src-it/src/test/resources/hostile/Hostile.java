import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A JVM that gives false data to programs that examine it: with its attach socket, or with its counters. */
public class Hostile {
    private static final String ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u202e\u2028\n4999999 root 17.0.1 forged\n";

    public static void main(String[] arguments) throws Exception {
        long pid = ProcessHandle.current().pid();
        Path socket = Path.of("/tmp/.java_pid" + (arguments.length > 1 && !arguments[0].equals("link") ? arguments[1] : pid));
        switch (arguments[0]) {
            case "plain" -> {}
            case "endless", "huge", "slow", "silent" -> serve(socket, arguments[0]);
            case "link" -> Files.createSymbolicLink(socket, Path.of(arguments[1]));
            case "folder" -> Files.createDirectory(socket);
            case "fifo" -> new ProcessBuilder("mkfifo", socket.toString()).start().waitFor();
            case "counters" -> forge(Path.of("/tmp/hsperfdata_nobody/" + pid), false);
            case "long" -> forge(Path.of("/tmp/hsperfdata_nobody/" + pid), true);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("ready");
        System.in.read();
        Files.deleteIfExists(socket);
    }

    private static void serve(Path path, String how) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path));
        daemon(() -> {
            while (true) {
                SocketChannel client = server.accept();
                System.out.println("connected");
                daemon(() -> answer(client, how));
            }
        });
    }

    private static void answer(SocketChannel client, String how) throws IOException {
        try (client) {
            client.read(ByteBuffer.allocate(1000));
            write(client, how.equals("silent") ? "" : "0\n");
            String part = how.equals("slow") ? "x" : ESCAPES.repeat(1000);
            for (int i = 0; how.equals("huge") ? i < 50 : true; i++) {
                if (how.equals("slow") || how.equals("silent")) {
                    LockSupport.parkNanos(50_000_000);
                }
                write(client, how.equals("silent") ? "" : part);
            }
        }
    }

    private static void write(SocketChannel client, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                return; // The client has gone.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Replaces the vendor and the version among the counters: with the same lengths, or by entries of 3000 bytes. */
    private static void forge(Path counters, boolean longer) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(counters.toFile(), "rw")) {
            byte[] bytes = new byte[(int) file.length()];
            file.readFully(bytes);
            ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
            for (String name : new String[] {"java.property.java.vm.vendor", "java.property.java.vm.version"}) {
                int entry = entry(data, name);
                if (longer) {
                    data.put(entry + data.getInt(entry + 4), (byte) 'X');
                    append(data, name, "v".repeat(3000));
                } else {
                    int at = entry + data.getInt(entry + 16);
                    byte[] evil = ("\n4999999 root\u001b[2J" + ESCAPES).getBytes(StandardCharsets.UTF_8);
                    data.put(at, evil, 0, Math.min(evil.length, data.getInt(entry + 8) - 1));
                }
            }
            file.seek(0);
            file.write(bytes);
        }
    }

    /** Returns the offset of an entry in the format of {@code perfMemory.hpp}. */
    private static int entry(ByteBuffer data, String name) {
        int at = data.getInt(24);
        for (int i = 0; i < data.getInt(28); i++) {
            int start = at + data.getInt(at + 4);
            byte[] bytes = new byte[name.length() + 1];
            data.get(start, bytes);
            if (new String(bytes, StandardCharsets.ISO_8859_1).equals(name + "\0")) {
                return at;
            }
            at += data.getInt(at);
        }
        throw new IllegalStateException(name);
    }

    private static void append(ByteBuffer data, String name, String value) {
        int at = data.getInt(8);
        int valueOffset = (20 + name.length() + 8) & ~7;
        int length = (valueOffset + value.length() + 8) & ~7;
        data.putInt(at, length).putInt(at + 4, 20).putInt(at + 8, value.length() + 1);
        data.put(at + 12, (byte) 'B').put(at + 13, (byte) 0).put(at + 14, (byte) 5).put(at + 15, (byte) 1);
        data.putInt(at + 16, valueOffset);
        data.put(at + 20, (name + "\0").getBytes(StandardCharsets.ISO_8859_1));
        data.put(at + valueOffset, (value + "\0").getBytes(StandardCharsets.ISO_8859_1));
        data.putInt(8, at + length);
        data.putInt(28, data.getInt(28) + 1);
    }
}
