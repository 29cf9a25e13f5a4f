package io.github.hpjvm.bench.fork;

import java.io.IOException;

/** A program that says that it runs, and ends when its input ends. The JVM around it is examined meanwhile. */
public final class Waits {
    private Waits() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("ready");
        System.out.flush();
        while (System.in.read() >= 0) {
            // Wait: a parent that dies closes the input, too.
        }
    }
}
