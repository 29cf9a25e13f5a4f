package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kernels on which hp-jvm was run: this project's machines, and the guests whose facts {@code KernelsTest} has. */
final class TestedKernel {
    private static final String AARCH64 = "aarch64";

    private static final List<Series> X86_64 =
            List.of(new Series(5, 10), new Series(6, 1), new Series(6, 12), new Series(6, 18), new Series(7, 2));

    /** With base pages of 4 KiB. */
    private static final List<Series> ON_AARCH64 = List.of(new Series(6, 1));

    /** With base pages of 16 and 64 KiB. */
    private static final List<Series> WITH_LARGER_PAGES = List.of(new Series(6, 12));

    private static final Bytes USUAL_PAGE = Bytes.ofKiB(4);

    private TestedKernel() {}

    private record Series(int major, int minor) {
        boolean has(Kernel kernel) {
            return kernel.isAtLeast(major, minor).equals(Optional.of(true))
                    && kernel.isAtLeast(major, minor + 1).equals(Optional.of(false));
        }

        @Override
        public String toString() {
            return major + "." + minor;
        }
    }

    /** Returns a note that hp-jvm was not run on the kernel of a host; empty if it was, or if the kernel is unknown. */
    static Optional<String> note(Host host) {
        Optional<Kernel> kernel =
                host.kernel().known().filter(known -> known.isAtLeast(1, 0).isPresent());
        boolean arm = kernel.flatMap(Kernel::architecture).equals(Optional.of(AARCH64));
        Optional<Bytes> page = host.basePage().known().filter(known -> arm);
        List<Series> tested = !arm
                ? X86_64
                : page.filter(known -> known.compareTo(USUAL_PAGE) > 0).isPresent() ? WITH_LARGER_PAGES : ON_AARCH64;
        return kernel.filter(running -> tested.stream().noneMatch(series -> series.has(running)))
                .map(running -> "hp-jvm was not run on Linux " + running.release()
                        + (arm ? " of " + AARCH64 : "")
                        + page.map(size -> " with base pages of " + size).orElse("")
                        + ", but on " + listed(tested)
                        + ". Compare the pages before and after each change with hp-cli advise.");
    }

    private static String listed(List<Series> all) {
        int last = all.size() - 1;
        return last == 0
                ? all.get(0).toString()
                : all.subList(0, last).stream().map(Series::toString).collect(Collectors.joining(", ")) + " and "
                        + all.get(last);
    }
}
