package io.github.hpjvm.bench.host;

/**
 * The class path of this JVM. It is read before the campaign gives the property {@code java.class.path} the class path
 * of forks, where JMH takes it from.
 */
public final class OwnClassPath {
    private static final String AT_START = System.getProperty("java.class.path");

    private OwnClassPath() {}

    /** The class path with which this JVM was started. */
    public static String get() {
        return AT_START;
    }
}
