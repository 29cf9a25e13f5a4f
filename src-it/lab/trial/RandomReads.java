import java.io.FileWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads an array of so many MiB at random, in batches of 100 000 reads with a pause of 2 ms between them. It writes a line to a
 * file for each batch. With a number of batches it prints the CPU time of the process for each of the second half, in
 * microseconds, and ends: the first half has the compilation of the loop. A thread writes to the array every 0.2 ms, and
 * takes time stamps: for each line on stdin the program prints its longest gap since the last one, in microseconds. Without
 * a number of batches it ends with its stdin.
 *
 * <p>With the last argument {@code --touch-all} this thread writes to each MiB of the array every 0.2 ms, so that it meets the
 * block that a trial changes. The line then also has the longest part of a gap in which the thread did not wait for a CPU
 * (run_delay of /proc/thread-self/schedstat). Else it writes to one MiB at a time, and nearly never meets that block. These
 * writes cost CPU time too: a comparison of costs is made without them.
 */
public class RandomReads {
    private static final int READS = 100_000;
    private static final long PAUSE_NANOS = 200_000;

    private static final AtomicLong LONGEST = new AtomicLong();
    private static final AtomicLong LONGEST_WITHOUT_WAIT = new AtomicLong();

    public static void main(String[] arguments) throws IOException, InterruptedException {
        byte[][] data = new byte[Integer.parseInt(arguments[0])][];
        for (int i = 0; i < data.length; i++) {
            data[i] = new byte[1 << 20];
            Arrays.fill(data[i], (byte) (i + 1));
        }
        boolean all = Arrays.asList(arguments).indexOf("--touch-all") >= 2;
        daemon(() -> stamp(data, all));
        long batches = Long.MAX_VALUE;
        if (arguments.length > (all ? 3 : 2)) {
            batches = Long.parseLong(arguments[2]);
        } else {
            daemon(RandomReads::answer);
        }
        long random = 1;
        long sum = 0;
        long cpuAtStart = 0;
        System.out.println("ready");
        try (FileWriter work = new FileWriter(arguments[1])) {
            for (long batch = 0; batch < batches; batch++) {
                if (batch == batches / 2) {
                    cpuAtStart = cpu();
                }
                for (int i = 0; i < READS; i++) {
                    random = random * 6364136223846793005L + 1442695040888963407L;
                    long bits = random >>> 20;
                    sum += data[(int) ((bits >>> 20) % data.length)][(int) (bits & 0xfffff)];
                }
                work.write("batch\n");
                work.flush();
                Thread.sleep(2);
            }
        }
        System.out.printf("cost %.3f sum %d%n", (cpu() - cpuAtStart) / 1e3 / (batches - batches / 2), sum);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private static void stamp(byte[][] data, boolean all) {
        if (!all) {
            stamp(data, false, null);
        }
        try (RandomAccessFile schedstat = new RandomAccessFile("/proc/thread-self/schedstat", "r")) {
            stamp(data, true, schedstat);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void stamp(byte[][] data, boolean all, RandomAccessFile schedstat) {
        byte[] buffer = new byte[100];
        long last = System.nanoTime();
        long waited = 0;
        for (int i = 0; ; i++) {
            int first = all ? 0 : i % data.length;
            int end = all ? data.length : first + 1;
            long longest = 0;
            for (int j = first; j < end; j++) {
                data[j][i & 0xfffff]++;
                long now = System.nanoTime();
                longest = Math.max(longest, now - last);
                last = now;
            }
            long before = waited;
            waited = all ? waitedForCpu(schedstat, buffer) : 0;
            LONGEST.accumulateAndGet(longest, Math::max);
            LONGEST_WITHOUT_WAIT.accumulateAndGet(longest - (waited - before), Math::max);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns the nanoseconds for which the thread could run and had no CPU, without garbage: a collection stops the thread. */
    private static long waitedForCpu(RandomAccessFile schedstat, byte[] buffer) {
        try {
            schedstat.seek(0);
            int length = schedstat.read(buffer);
            int at = 0;
            while (buffer[at] != ' ') {
                at++;
            }
            long nanos = 0;
            for (at++; at < length && buffer[at] != ' '; at++) {
                nanos = 10 * nanos + buffer[at] - '0';
            }
            return nanos;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer() {
        try {
            while (System.in.read() >= 0) {
                System.out.println(
                        "longest " + LONGEST.getAndSet(0) / 1000 + " " + LONGEST_WITHOUT_WAIT.getAndSet(0) / 1000);
            }
            System.exit(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** CPU time of the process in nanoseconds. */
    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
