package io.github.hpjvm.bench.workload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;

/** Defines many classes from one source, and compiles each. */
final class CompiledBlocks {
    /** More calls than the first compiler needs to compile a method (Tier3InvocationThreshold, 200). */
    private static final int CALLS = 400;

    /** Minimum code of one compiled class: half of the size in JDK 17 and 25 on x86-64 (4.8 and 4.4 KB). */
    private static final long LEAST_BYTES = 2200;

    private static final long POLL_MILLIS = 100;

    private CompiledBlocks() {}

    /**
     * Returns after all of them are compiled.
     *
     * @throws IllegalStateException if the compiler skipped some: the interpreter would be measured
     */
    static IntUnaryOperator[] make(int count) {
        long before = codeBytes();
        byte[] source = bytesOf(CodeBlock.class);
        IntUnaryOperator[] blocks = new IntUnaryOperator[count];
        for (int i = 0; i < count; i++) {
            blocks[i] = new Loader(source).define();
        }
        for (IntUnaryOperator block : blocks) {
            int value = 0;
            for (int call = 0; call < CALLS; call++) {
                value = block.applyAsInt(value);
            }
        }
        awaitCompiler();
        long grown = codeBytes() - before;
        if (grown < count * LEAST_BYTES) {
            throw new IllegalStateException(count + " methods and " + grown + " bytes of code: not all are compiled");
        }
        return blocks;
    }

    /** Bytes of compiled code, stubs included. */
    static long codeBytes() {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().startsWith("Code")) {
                bytes += pool.getUsage().getUsed();
            }
        }
        return bytes;
    }

    private static void awaitCompiler() {
        long before = -1;
        long now = codeBytes();
        try {
            while (now != before) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                before = now;
                now = codeBytes();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] bytesOf(Class<?> type) {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 14];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes.write(buffer, 0, n);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the class file of " + type, e);
        }
    }

    /** Defines a class again, as a separate one. */
    private static final class Loader extends ClassLoader {
        private final byte[] source;

        Loader(byte[] source) {
            super(CompiledBlocks.class.getClassLoader());
            this.source = source;
        }

        IntUnaryOperator define() {
            try {
                return (IntUnaryOperator) defineClass(CodeBlock.class.getName(), source, 0, source.length)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot make a block", e);
            }
        }
    }
}
