package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.matrix.Touches;

/**
 * The program of a JVM whose memory is beside its heap: the requested number of direct buffers of 16 MiB, touched in one of so
 * many base pages.
 */
final class Buffers {
    static final String NAME = "Buffers";

    static final String SOURCE = """
            public class Buffers {
                public static void main(String[] arguments) throws Exception {
                    System.out.println("%s");
                    System.in.read();
                    java.nio.ByteBuffer[] kept = new java.nio.ByteBuffer[Integer.parseInt(arguments[0])];
                    int step = 4096 * (arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1);
                    long sum = 0;
                    for (int i = 0; i < kept.length; i++) {
                        kept[i] = java.nio.ByteBuffer.allocateDirect(16 << 20);
                        for (int at = 0; at < kept[i].capacity(); at += step) {
                            kept[i].put(at, (byte) 1);
                        }
                        sum += kept[i].get(0);
                    }
                    System.out.println("%s");
                    while (System.in.read() >= 0) {
                        sum += kept[0].get(0);
                    }
                    System.out.println(sum);
                }
            }
            """.formatted(Touches.BEGUN, Touches.FILLED);

    private Buffers() {}
}
