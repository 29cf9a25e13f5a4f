package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.read.own.OwnBean;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The MXBean of a health check. The library registers none by itself. {@link #register} registers one in the platform's
 * MBean server as {@value #NAME}; an instance can also be registered in another server, or with another name. A server
 * keeps the class loader of this class reachable until the bean is unregistered.
 */
public final class HugePagesManagement implements HugePagesMXBean {
    /** The name in the platform's MBean server. */
    public static final String NAME = "io.github.hpjvm:type=HugePages";

    private final Supplier<HealthReport> reports;

    /** Creates a bean that reports what {@code health} finds. */
    public HugePagesManagement(HugePagesHealth health) {
        this(Objects.requireNonNull(health, "health")::check);
    }

    HugePagesManagement(Supplier<HealthReport> reports) {
        this.reports = reports;
    }

    /**
     * Registers a bean in the platform's MBean server.
     *
     * @throws IllegalStateException if the name is in use, or a security manager denies the registration
     */
    public static Registration register(HugePagesHealth health) {
        return OwnBean.register(new HugePagesManagement(health), NAME)::unregister;
    }

    /** A bean in the platform's MBean server. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        /** Unregisters the bean; without effect if it is not registered. */
        @Override
        void close();
    }

    @Override
    public String getStatus() {
        return reports.get().status().name();
    }

    @Override
    public String getSummary() {
        return reports.get().summary();
    }

    @Override
    public String getHeapPages() {
        return reports.get().heap().map(PageKind::name).orElse("UNKNOWN");
    }

    @Override
    public Map<String, Double> getCoverage() {
        Map<String, Double> shares = new LinkedHashMap<>();
        reports.get().coverage().forEach(it -> shares.put(it.region().toString(), it.share()));
        return shares;
    }

    @Override
    public Map<String, String> getFindings() {
        Map<String, String> findings = new LinkedHashMap<>();
        reports.get().findings().forEach(it -> findings.put(it.rule(), it.severity() + ": " + it.summary()));
        return findings;
    }
}
