package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;

/** Transparent huge pages: the JVM opts in for its heap with {@code madvise(MADV_HUGEPAGE)}. */
record TransparentHugePages() implements Variant {

    @Override
    public String name() {
        return "thp";
    }

    @Override
    public PageKind asks() {
        return PageKind.THP;
    }

    @Override
    public String describes() {
        return "transparent huge pages";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return List.of("-XX:+UseTransparentHugePages");
    }
}
