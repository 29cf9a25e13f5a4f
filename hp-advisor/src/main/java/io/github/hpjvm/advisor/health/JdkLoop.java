package io.github.hpjvm.advisor.health;

import static java.lang.invoke.MethodHandles.catchException;
import static java.lang.invoke.MethodHandles.constant;
import static java.lang.invoke.MethodHandles.doWhileLoop;
import static java.lang.invoke.MethodHandles.dropArguments;
import static java.lang.invoke.MethodHandles.empty;
import static java.lang.invoke.MethodHandles.filterReturnValue;
import static java.lang.invoke.MethodHandles.guardWithTest;
import static java.lang.invoke.MethodHandles.insertArguments;
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Creates a thread that references only classes of the JDK. Its loop is a method handle:
 *
 * <pre>
 * do {
 *     wakeUps.remove(pauseMillis.get());
 *     live = body.get();
 * } while (live != null &amp;&amp; live.getAsBoolean());
 * </pre>
 */
final class JdkLoop {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    private JdkLoop() {}

    /**
     * Creates the thread without starting it. Up to JDK 23 a new thread keeps the protection domains of all classes on
     * its creator's stack (the inherited AccessControlContext), and a protection domain keeps its class loader. A
     * thread of a {@link ForkJoinPool} has only classes of the JDK on its stack, so it creates our thread. The pool
     * ends afterwards.
     *
     * @param body runs once, and returns true to run again
     * @param pauseMillis the time between two runs
     * @param wakeUps queue that ends a pause when a reference is enqueued, such as {@code body}
     */
    static Thread thread(
            String name, Reference<BooleanSupplier> body, AtomicLong pauseMillis, ReferenceQueue<Object> wakeUps)
            throws ReflectiveOperationException, ExecutionException, InterruptedException {
        Runnable loop = MethodHandleProxies.asInterfaceInstance(Runnable.class, loop(body, pauseMillis, wakeUps));
        MethodHandle constructor = LOOKUP.findConstructor(
                Thread.class,
                methodType(void.class, ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class));
        Callable<?> make = MethodHandleProxies.asInterfaceInstance(
                Callable.class, insertArguments(constructor, 0, null, loop, name, 0L, false));
        ForkJoinPool maker = new ForkJoinPool(1);
        try {
            return (Thread) maker.submit(make).get();
        } finally {
            maker.shutdown();
        }
    }

    private static MethodHandle loop(
            Reference<BooleanSupplier> body, AtomicLong pauseMillis, ReferenceQueue<Object> wakeUps)
            throws ReflectiveOperationException {
        MethodHandle pause = LOOKUP.bind(pauseMillis, "get", methodType(long.class));
        MethodHandle remove = LOOKUP.bind(wakeUps, "remove", methodType(Reference.class, long.class));
        MethodHandle await = filterReturnValue(pause, remove).asType(methodType(void.class));

        MethodHandle get = LOOKUP.findVirtual(Reference.class, "get", methodType(Object.class))
                .bindTo(body);
        MethodHandle run = LOOKUP.findVirtual(BooleanSupplier.class, "getAsBoolean", methodType(boolean.class))
                .asType(methodType(boolean.class, Object.class));
        MethodHandle isLive = LOOKUP.findStatic(Objects.class, "nonNull", methodType(boolean.class, Object.class));
        MethodHandle end = dropArguments(constant(boolean.class, false), 0, Object.class);
        MethodHandle runIfLive = filterReturnValue(get, guardWithTest(isLive, run, end));

        return catchException(
                doWhileLoop(null, await, runIfLive),
                InterruptedException.class,
                empty(methodType(void.class, InterruptedException.class)));
    }
}
