package io.github.hpjvm.bench.fork;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Finds out whether a benchmark has fixtures of {@code Level.Iteration}: shorter iterations would then change what it
 * measures. The class that JMH generated for it names its state classes.
 */
final class Fixtures {
    /** Ending of the classes that JMH 1.21 to 1.37 generates below each state class (StateObjectHandler). */
    private static final String STATE = "_jmhType";

    private Fixtures() {}

    /**
     * Returns whether a state of the benchmark has such a method. Also true if its classes cannot be examined, as if one of them
     * refers to a class that is absent: its iterations then stay whole, which is right for each benchmark.
     */
    static boolean arePerIteration(BenchmarkParams benchmark) {
        return arePerIteration(benchmark.generatedBenchmark());
    }

    /** @param target class and method that JMH generated */
    static boolean arePerIteration(String target) {
        try {
            return arePerIteration(Class.forName(target.substring(0, target.lastIndexOf('.'))));
        } catch (ReflectiveOperationException e) {
            return true;
        } catch (LinkageError e) {
            return true;
        } catch (StringIndexOutOfBoundsException e) {
            return true;
        }
    }

    private static boolean arePerIteration(Class<?> generated) {
        for (Method method : generated.getDeclaredMethods()) {
            List<Class<?>> types = new ArrayList<>(Arrays.asList(method.getParameterTypes()));
            types.add(method.getReturnType());
            for (Class<?> type : types) {
                if (type.getName().endsWith(STATE) && hasOne(type)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether the class or one above it has a method that runs before or after each iteration. */
    static boolean hasOne(Class<?> state) {
        for (Class<?> type = state; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                Setup before = method.getAnnotation(Setup.class);
                TearDown after = method.getAnnotation(TearDown.class);
                if (before != null && before.value() == Level.Iteration
                        || after != null && after.value() == Level.Iteration) {
                    return true;
                }
            }
        }
        return false;
    }
}
