package io.github.hpjvm.os.libc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Calls by {@code java.lang.foreign} of 22 and newer (JEP 454), which needs no jar. The code is compiled for 17, so it
 * is set up by reflection. The calls themselves are method handles of primitive types, and of an {@code Object} that
 * takes errno. If the calls of two threads fail at the same time, one may get the errno of the other.
 */
final class ForeignCalls implements NativeCalls {

    private static final String PACKAGE = "java.lang.foreign.";

    private final Method ofBuffer;
    private final Method address;
    private final ByteBuffer errno = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
    private final Object errnoSegment;
    private final MethodHandle openat;
    private final MethodHandle syscall;
    private final MethodHandle ioctl;
    private final MethodHandle close;

    /**
     * Creates the calls.
     *
     * @throws ReflectiveOperationException if this runtime has no such package, or does not allow it
     */
    ForeignCalls() throws ReflectiveOperationException {
        Class<?> segment = Class.forName(PACKAGE + "MemorySegment");
        ofBuffer = segment.getMethod("ofBuffer", java.nio.Buffer.class);
        address = segment.getMethod("address");
        errnoSegment = ofBuffer.invoke(null, errno);
        Class<?> values = Class.forName(PACKAGE + "ValueLayout");
        Object ofInt = values.getField("JAVA_INT").get(null);
        Object ofLong = values.getField("JAVA_LONG").get(null);
        openat = handle("openat", List.of(ofInt, ofInt, ofLong, ofInt), 3)
                .asType(MethodType.methodType(int.class, Object.class, int.class, long.class, int.class));
        syscall = handle("syscall", List.of(ofLong, ofLong, ofLong, ofLong, ofLong), 1)
                .asType(MethodType.methodType(
                        long.class, Object.class, long.class, long.class, long.class, long.class));
        ioctl = handle("ioctl", List.of(ofInt, ofInt, ofLong, ofLong), 2)
                .asType(MethodType.methodType(int.class, Object.class, int.class, long.class, long.class));
        close = handle("close", List.of(ofInt, ofInt), 0)
                .asType(MethodType.methodType(int.class, Object.class, int.class));
    }

    /**
     * Returns a function of the C library. Addresses are passed as {@code long}, which has the same representation.
     *
     * @param layouts the layout of the result, then the layouts of the arguments
     * @param variadic the index of the first argument that stands for {@code ...}; 0 if none does
     */
    private static MethodHandle handle(String name, List<Object> layouts, int variadic)
            throws ReflectiveOperationException {
        Class<?> linkers = Class.forName(PACKAGE + "Linker");
        Class<?> layoutType = Class.forName(PACKAGE + "MemoryLayout");
        Class<?> options = Class.forName(PACKAGE + "Linker$Option");
        Class<?> segment = Class.forName(PACKAGE + "MemorySegment");
        Class<?> descriptors = Class.forName(PACKAGE + "FunctionDescriptor");
        Object linker = linkers.getMethod("nativeLinker").invoke(null);
        Object lookup = linkers.getMethod("defaultLookup").invoke(linker);
        Optional<?> symbol = (Optional<?>) Class.forName(PACKAGE + "SymbolLookup")
                .getMethod("find", String.class)
                .invoke(lookup, name);
        Object arguments = Array.newInstance(layoutType, layouts.size() - 1);
        for (int i = 1; i < layouts.size(); i++) {
            Array.set(arguments, i - 1, layouts.get(i));
        }
        Object descriptor =
                descriptors.getMethod("of", layoutType, arguments.getClass()).invoke(null, layouts.get(0), arguments);
        Object chosen = Array.newInstance(options, variadic > 0 ? 2 : 1);
        Array.set(
                chosen, 0, options.getMethod("captureCallState", String[].class).invoke(null, (Object)
                        new String[] {"errno"}));
        if (variadic > 0) {
            Array.set(
                    chosen, 1, options.getMethod("firstVariadicArg", int.class).invoke(null, variadic));
        }
        return (MethodHandle) linkers.getMethod("downcallHandle", segment, descriptors, chosen.getClass())
                .invoke(linker, symbol.orElseThrow(() -> new NoSuchMethodException(name)), descriptor, chosen);
    }

    @Override
    public int openat(int folder, String name, int flags) throws RefusedCallException {
        byte[] bytes = (name + "\0").getBytes(StandardCharsets.UTF_8);
        ByteBuffer text = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        try {
            return checked((int) openat.invokeExact(errnoSegment, folder, address(text), flags));
        } catch (Throwable e) {
            throw thrown(e);
        } finally {
            Reference.reachabilityFence(text);
        }
    }

    @Override
    public long syscall(long number, long first, long second, long third) throws RefusedCallException {
        try {
            long result = (long) syscall.invokeExact(errnoSegment, number, first, second, third);
            checked(result < 0 ? -1 : 0);
            return result;
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public int ioctl(int descriptor, long request, long argument) throws RefusedCallException {
        try {
            return checked((int) ioctl.invokeExact(errnoSegment, descriptor, request, argument));
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    private int checked(int result) throws RefusedCallException {
        if (result < 0) {
            throw new RefusedCallException(errno.getInt(0));
        }
        return result;
    }

    @Override
    public void close(int descriptor) {
        try {
            int ignored = (int) close.invokeExact(errnoSegment, descriptor);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long address(ByteBuffer direct) {
        try {
            return (long)
                    address.invoke(ofBuffer.invoke(null, direct.duplicate().clear()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RefusedCallException thrown(Throwable e) {
        if (e instanceof RefusedCallException refused) {
            return refused;
        }
        if (e instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(e);
    }
}
