import io.github.hpjvm.jmh.HugePagesProfiler;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The profiler that {@code -prof hp} names. JMH finds a profiler by the canonical name of its class ({@code
 * ProfilerFactory.getProfiler}), so a name without dots is that of a class without a package. The jar is therefore not a
 * module: put it on the class path, as JMH's own.
 */
public final class hp extends HugePagesProfiler {

    /** Creates the profiler without options, as {@link java.util.ServiceLoader} does. */
    public hp() throws ProfilerException {
        this("");
    }

    /**
     * Creates the profiler.
     *
     * @param options the text after {@code hp:}
     * @throws ProfilerException if an option is unknown, or the system is not Linux
     */
    public hp(String options) throws ProfilerException {
        super(options);
    }
}
