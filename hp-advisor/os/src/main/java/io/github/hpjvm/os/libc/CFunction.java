package io.github.hpjvm.os.libc;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A function of the C library, which is called by JNA. Without its jar, and where its native part cannot be loaded, each
 * method throws a {@link LinkageError}, which the caller catches. JDK 24 and newer print a warning at the first call
 * unless they run with {@code --enable-native-access}.
 *
 * <p>Arguments are {@code Integer} for int, {@code Long} for addresses and {@code unsigned long}, which has the same size
 * on the platforms that Linux and HotSpot have in common, {@code String}, and {@code byte[]} for memory that the function
 * reads or writes.
 *
 * <p>This class keeps no class loader of an application reachable. Methods that are registered with JNA would (global JNI
 * references), and so would a library that is open (the thread "JNA Cleaner"). The C library stays loaded without our
 * handle.
 */
public final class CFunction {
    private static final Map<String, CFunction> FOUND = new ConcurrentHashMap<>();

    private final Function function;

    private CFunction(Function function) {
        this.function = function;
    }

    /** Returns the function of that name. */
    static CFunction of(String name) {
        CFunction found = FOUND.get(name);
        if (found != null) {
            return found;
        }
        find(name);
        return Objects.requireNonNull(FOUND.get(name), name);
    }

    /** Looks up functions, and opens the library once for all of them. */
    static void find(String... names) {
        // JNA shares a library among all callers that open it with the same options: these options are ours alone.
        NativeLibrary process = NativeLibrary.getInstance(null, Map.of("owner", CFunction.class.getName()));
        try {
            for (String name : names) {
                long address = Pointer.nativeValue(process.getFunction(name));
                FOUND.put(name, new CFunction(Function.getFunction(new Pointer(address), Function.THROW_LAST_ERROR)));
            }
        } finally {
            close(process);
        }
    }

    /** Closes a library by the method's old name, which JNA before 5.13 has too. */
    @SuppressWarnings("deprecation")
    private static void close(NativeLibrary library) {
        library.dispose();
    }

    /**
     * Calls a function that returns an int.
     *
     * @throws RefusedCallException if the function sets errno
     */
    public static int call(String name, Object... arguments) throws RefusedCallException {
        return of(name).toInt(arguments);
    }

    /**
     * Calls a function that returns a long or an address.
     *
     * @throws RefusedCallException if the function sets errno
     */
    public static long callForLong(String name, Object... arguments) throws RefusedCallException {
        return of(name).toLong(arguments);
    }

    /** Calls a function that returns a text; empty if it returns none, or sets errno. */
    static Optional<String> callForText(String name, Object... arguments) {
        try {
            return Optional.ofNullable(of(name).function.invokeString(arguments, false));
        } catch (LastErrorException e) {
            return Optional.empty();
        }
    }

    /** Writes one byte in each {@code step} bytes of memory that a function has returned. */
    public static void touch(long address, long bytes, long step) {
        Pointer memory = new Pointer(address);
        for (long at = 0; at < bytes; at += step) {
            memory.setByte(at, (byte) 1);
        }
    }

    int toInt(Object... arguments) throws RefusedCallException {
        try {
            return function.invokeInt(arguments);
        } catch (LastErrorException e) {
            throw new RefusedCallException(e.getErrorCode());
        }
    }

    long toLong(Object... arguments) throws RefusedCallException {
        try {
            return function.invokeLong(arguments);
        } catch (LastErrorException e) {
            throw new RefusedCallException(e.getErrorCode());
        }
    }
}
