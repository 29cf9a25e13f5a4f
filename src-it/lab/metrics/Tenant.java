import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/** A JVM that does almost nothing: {@code java Tenant FILE MAPPINGS} maps that many pages of a file, says it, and waits. */
public class Tenant {
    private static final int PAGE = 4096;

    private static final List<ByteBuffer> KEPT = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(arguments[0], "r")) {
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                // Between two pages is one that is not mapped: the kernel merges neighbours.
                KEPT.add(file.getChannel().map(FileChannel.MapMode.READ_ONLY, 2L * PAGE * i, PAGE));
            }
        }
        System.out.println("ready");
        while (true) {
            KEPT.add(0, ByteBuffer.allocate(PAGE));
            Thread.sleep(1000);
            KEPT.remove(0);
        }
    }
}
