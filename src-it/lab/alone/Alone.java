import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Measures a loop on base pages and on THP in JVMs that run alone and in JVMs that share a CPU, without JMH and without hp-bench.
 * It is the reference for hp-bench's answers: run {@code java Alone.java KIND SIZE ROUNDS [HEAP]} with KIND bytes, chase, map
 * (entries), or scan (MiB).
 *
 * <p>Each round starts two JVMs on one CPU. Each of them runs alone for 1.2 s, six times in random order; the first 0.3 s of each time are
 * left out. Then both run at the same time, for the same time of each. The cost is the CPU time of the thread over its operations.
 * Prints a line for each quantity: its estimate with the interval, and the values of the rounds.
 */
public class Alone {
    private static final long LONE_NANOS = 1_200_000_000L;
    private static final long DROPPED_NANOS = 300_000_000L;
    private static final int TURNS = 6;
    private static final int STEPS = 1024;
    private static final int WARM_UPS = 20;

    /** The values outside of the 95 % interval at each end, of all means of pairs, by the number of rounds (Wilcoxon). */
    private static final int[] OUTSIDE = {0, 0, 0, 0, 0, 0, 1, 3, 4, 6, 9, 11, 14, 18, 22, 26};

    private static volatile long sink;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("child")) {
            child(loop(args[1], Integer.parseInt(args[2])));
        } else {
            parent(args[0], args[1], Integer.parseInt(args[2]), args.length > 3 ? args[3] : "1g");
        }
    }

    // ---- the measured JVM

    private static final class Node {
        Node next;
        long key;
        long value;
        long more;
    }

    /** Returns a loop that makes STEPS operations, or one for a scan, which reads 1 MiB. */
    private static Runnable loop(String kind, int size) {
        switch (kind) {
            case "bytes": {
                byte[] memory = new byte[size];
                return () -> {
                    for (int i = 0; i < STEPS; i++) {
                        sink = memory[ThreadLocalRandom.current().nextInt(size)];
                    }
                };
            }
            case "chase": {
                Node[] all = new Node[size];
                Arrays.setAll(all, i -> new Node());
                System.gc();
                int[] order = shuffled(size);
                for (int i = 0; i < size; i++) {
                    all[order[i]].next = all[order[(i + 1) % size]];
                }
                Node[] at = {all[0]};
                return () -> {
                    Node node = at[0];
                    for (int i = 0; i < STEPS; i++) {
                        node = node.next;
                    }
                    at[0] = node;
                };
            }
            case "map": {
                Map<Integer, Integer> map = new HashMap<>();
                for (int key : shuffled(size)) {
                    map.put(key, key ^ 1);
                }
                System.gc();
                return () -> {
                    for (int i = 0; i < STEPS; i++) {
                        sink = map.get(ThreadLocalRandom.current().nextInt(size));
                    }
                };
            }
            case "scan": {
                long[] memory = new long[size << 17];
                Arrays.setAll(memory, i -> i);
                int[] at = {0};
                return () -> {
                    long sum = 0;
                    int end = at[0] + (1 << 17);
                    for (int i = at[0]; i < end; i++) {
                        sum += memory[i];
                    }
                    at[0] = end == memory.length ? 0 : end;
                    sink = sum;
                };
            }
            default:
                throw new IllegalArgumentException(kind + " is not bytes, chase, map or scan");
        }
    }

    private static int[] shuffled(int size) {
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        Random random = new Random(1);
        for (int i = size - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swap = order[i];
            order[i] = order[other];
            order[other] = swap;
        }
        return order;
    }

    private static void child(Runnable loop) throws IOException {
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (int i = 0; i < WARM_UPS; i++) {
            measure(loop, 50_000_000, 0);
        }
        out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            out.println(measure(loop, Long.parseLong(words[0]), Long.parseLong(words[1])));
        }
    }

    /** Returns CPU nanoseconds of a call of the loop, without the calls of the first part of the time. */
    private static double measure(Runnable loop, long nanos, long dropped) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < dropped) {
            loop.run();
        }
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long calls = 0;
        do {
            loop.run();
            calls++;
        } while (System.nanoTime() - begin < nanos);
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / (double) calls;
    }

    // ---- the program that starts it

    private record Jvm(Process process, BufferedReader out) {
        void ask(long nanos, long dropped) throws IOException {
            process.getOutputStream().write((nanos + " " + dropped + "\n").getBytes());
            process.getOutputStream().flush();
        }

        double answer() throws IOException {
            return Double.parseDouble(out.readLine());
        }
    }

    private static Jvm start(String kind, String size, String heap, String pages, int cpu) throws IOException {
        Process process = new ProcessBuilder(
                        "taskset", "-c", String.valueOf(cpu), System.getProperty("java.home") + "/bin/java", "-Xms" + heap,
                        "-Xmx" + heap, "-XX:+UseG1GC", "-XX:+AlwaysPreTouch", "-Xbatch", pages, "-cp",
                        System.getProperty("java.class.path"), "Alone", "child", kind, size)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
        if (!"ready".equals(out.readLine())) {
            throw new IOException("a JVM did not start");
        }
        return new Jvm(process, out);
    }

    private static void parent(String kind, String size, int rounds, String heap) throws Exception {
        Random random = new Random();
        Map<String, List<Double>> results = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            int cpu = random.nextInt(Runtime.getRuntime().availableProcessors());
            List<Jvm> jvms = new ArrayList<>();
            try {
                jvms.add(start(kind, size, heap, "-XX:-UseTransparentHugePages", cpu));
                jvms.add(start(kind, size, heap, "-XX:+UseTransparentHugePages", cpu));
                double[][] alone = new double[2][TURNS];
                double[][] shared = new double[2][TURNS];
                for (int turn = 0; turn < TURNS; turn++) {
                    List<Integer> order = new ArrayList<>(List.of(0, 1));
                    Collections.shuffle(order, random);
                    for (int which : order) {
                        jvms.get(which).ask(LONE_NANOS, DROPPED_NANOS);
                        alone[which][turn] = jvms.get(which).answer();
                    }
                    for (int which : order) {
                        jvms.get(which).ask(LONE_NANOS, DROPPED_NANOS);
                    }
                    for (int which : order) {
                        shared[which][turn] = jvms.get(which).answer();
                    }
                }
                double perCall = kind.equals("scan") ? 1 : STEPS;
                add(results, "base alone, ns", median(alone[0]) / perCall);
                add(results, "THP alone", median(over(alone[1], alone[0])));
                add(results, "THP shared", median(over(shared[1], shared[0])));
                add(results, "shared / alone", median(over(shared[1], shared[0])) / median(over(alone[1], alone[0])));
                add(results, "base cost, shared / alone", median(over(shared[0], alone[0])));
            } finally {
                jvms.forEach(jvm -> jvm.process().destroyForcibly());
            }
        }
        results.forEach((name, values) ->
                System.out.printf("%-6s %-11s %-26s %s  rounds %s%n", kind, size, name, interval(values), values));
    }

    private static void add(Map<String, List<Double>> results, String name, double value) {
        results.computeIfAbsent(name, it -> new ArrayList<>()).add(value);
    }

    private static double[] over(double[] above, double[] below) {
        double[] ratios = new double[above.length];
        Arrays.setAll(ratios, i -> above[i] / below[i]);
        return ratios;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** The Hodges-Lehmann estimate of the logarithms and the interval of the signed-rank statistic. */
    private static String interval(List<Double> values) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            for (int j = i; j < values.size(); j++) {
                means.add((Math.log(values.get(i)) + Math.log(values.get(j))) / 2);
            }
        }
        Collections.sort(means);
        double estimate = Math.exp(median(means.stream().mapToDouble(Double::doubleValue).toArray()));
        int k = values.size() < OUTSIDE.length ? OUTSIDE[values.size()] : 0;
        return k == 0
                ? String.format("%.3f", estimate)
                : String.format("%.3f [%.3f, %.3f]", estimate, Math.exp(means.get(k - 1)), Math.exp(means.get(means.size() - k)));
    }
}
