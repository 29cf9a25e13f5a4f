package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The running kernel.
 *
 * @param release as in {@code uname -r} ({@code /proc/sys/kernel/osrelease})
 * @param architecture as in {@code uname -m} ({@code /proc/sys/kernel/arch}); empty before 6.1, which has no such file
 */
public record Kernel(String release, Optional<String> architecture) {

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*", Pattern.DOTALL);

    public Kernel {
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(architecture, "architecture");
    }

    /** Whether it is that release or a newer one, as far as its number tells; empty if it has none. */
    public Optional<Boolean> isAtLeast(int major, int minor) {
        Matcher found = NUMBER.matcher(release);
        if (!found.matches()) {
            return Optional.empty();
        }
        int first = Integer.parseInt(found.group(1));
        return Optional.of(first > major || first == major && Integer.parseInt(found.group(2)) >= minor);
    }
}
