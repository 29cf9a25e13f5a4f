package io.github.hpjvm.jmh;

/**
 * Arguments that request huge pages, for {@code @Fork(jvmArgsAppend = ...)}. Each constant is one argument.
 *
 * <pre>{@code
 * @Fork(jvmArgsAppend = {"-Xms1g", "-Xmx1g", HugePageArgs.PRETOUCH, HugePageArgs.THP})
 * }</pre>
 */
public final class HugePageArgs {
    /** Requests transparent huge pages: every release from 8 on, with the THP mode {@code madvise} or {@code always}. */
    public static final String THP = "-XX:+UseTransparentHugePages";

    /** Requests pages of the hugetlb pool: every release from 8 on. From 22 on add {@link #NOT_THP}. */
    public static final String HUGETLB = "-XX:+UseLargePages";

    /**
     * Disables transparent huge pages, which take precedence over the pool where a vendor enables them. Only from 22 on: an
     * older release then uses no large pages at all ({@code os::Linux::setup_large_page_type} in {@code os_linux.cpp}, before
     * JDK-8261894).
     */
    public static final String NOT_THP = "-XX:-UseTransparentHugePages";

    /** Selects hugetlb pages of 1 GiB, with {@link #HUGETLB}: from 17 on (JDK-8256155), not with ZGC (JDK-8273872). */
    public static final String PAGES_OF_1G = "-XX:LargePageSizeInBytes=1g";

    /** Requests base pages: every release. */
    public static final String BASE = "-XX:-UseLargePages";

    /** Touches the whole heap at start, so that no measured iteration has its page faults. */
    public static final String PRETOUCH = "-XX:+AlwaysPreTouch";

    private HugePageArgs() {}
}
