package io.github.hpjvm.bench.fork;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A program that says that it runs, and ends when its input ends. The JVM around it is examined meanwhile. */
public final class Waits {
    private Waits() {}

    public static void main(String[] arguments) throws IOException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        out.write("ready\n".getBytes(StandardCharsets.US_ASCII));
        while (System.in.read() >= 0) {
            // Wait: a parent that dies closes the input, too.
        }
    }
}
