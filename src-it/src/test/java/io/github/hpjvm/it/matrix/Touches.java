package io.github.hpjvm.it.matrix;

/** The program that each JVM runs: it prints that it has begun, fills the heap on a command, and waits. */
public final class Touches {
    public static final String NAME = "Touches";

    /** Printed before it allocates memory. */
    public static final String BEGUN = "hp: begun";

    /** Printed with three fifths of the heap in use, but 400 MiB at most. */
    public static final String FILLED = "hp: filled";

    /** Printed with as much of it as it could get. */
    public static final String SHORT = "hp: out of memory";

    public static final String SOURCE = """
            public class Touches {
                private static long spin(byte[][] kept) {
                    long sum = 0;
                    for (int round = 0; round < 20; round++) {
                        for (byte[] chunk : kept) {
                            if (chunk != null) {
                                sum += chunk[round] + chunk.length;
                            }
                        }
                    }
                    return sum;
                }
                public static void main(String[] arguments) throws Exception {
                    System.out.println("hp: begun");
                    System.in.read();
                    long goal = Math.min(Runtime.getRuntime().maxMemory() / 10 * 6, 400L << 20);
                    byte[][] kept = new byte[(int) (goal >> 16) + 1][];
                    String end = "hp: filled";
                    int next = 0;
                    try {
                        for (; next < kept.length; next++) {
                            kept[next] = new byte[(1 << 16) - 64];
                        }
                    } catch (OutOfMemoryError e) {
                        for (int i = next - next / 4; i < next; i++) {
                            kept[i] = null;
                        }
                        end = "hp: out of memory";
                    }
                    long sum = spin(kept);
                    System.out.println(end);
                    while (System.in.read() >= 0) {
                        sum++;
                    }
                    System.out.println(sum);
                }
            }
            """;

    private Touches() {}
}
