package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;

/**
 * Pages of the kernel's hugetlb pool, by {@code -XX:+UseLargePages}.
 *
 * <p>Up to 21 the command line must not mention transparent huge pages: {@code -XX:-UseTransparentHugePages} counts as
 * a choice among the kinds, after which no kind is left and large pages are silently disabled
 * ({@code os::Linux::setup_large_page_type} in {@code os_linux.cpp}). From 22 on (JDK-8261894 left two kinds) the flag
 * is safe, and needed where a vendor enables transparent huge pages by default, since they take precedence over the
 * pool.
 */
record HugetlbPool() implements Variant {

    @Override
    public String name() {
        return "hugetlb";
    }

    @Override
    public PageKind asks() {
        return PageKind.HUGETLB;
    }

    @Override
    public String describes() {
        return "hugetlb pool";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return jvm.version().feature() >= 22
                ? List.of("-XX:+UseLargePages", "-XX:-UseTransparentHugePages")
                : List.of("-XX:+UseLargePages");
    }
}
