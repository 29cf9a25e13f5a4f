package io.github.hpjvm.advisor.action;

import java.util.Objects;
import java.util.Optional;

/**
 * An argument of the kernel, which it reads at boot.
 *
 * @param arg one argument, or a pair that belongs together: {@code hugepagesz=1G hugepages=4}
 * @param replaced the arguments of the last boot that it replaces, because the kernel ignores it behind them; empty if it is
 *     added
 */
public record KernelArgument(String arg, Optional<String> replaced) implements Action {
    private static final String PAGE_SIZE = "hugepagesz=";

    public KernelArgument {
        if (arg.isBlank()) {
            throw new IllegalArgumentException("an empty kernel argument");
        }
        Objects.requireNonNull(replaced, "replaced");
    }

    /** An argument that is added. */
    public KernelArgument(String arg) {
        this(arg, Optional.empty());
    }

    @Override
    public Kind kind() {
        return Kind.KERNEL_ARG;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    /** {@code transparent_hugepage}; the pools of two page sizes are two targets: {@code hugepagesz=1G}. */
    @Override
    public String target() {
        String first = arg.strip();
        int end = 0;
        while (end < first.length() && !Character.isWhitespace(first.charAt(end))) {
            end++;
        }
        first = first.substring(0, end);
        int equals = first.indexOf('=');
        return "kernel argument " + (equals < 0 || first.startsWith(PAGE_SIZE) ? first : first.substring(0, equals));
    }

    @Override
    public String command() {
        return replaced.map(old -> "in the kernel's command line replace " + old + " by " + arg + " and reboot")
                .orElse("add to the kernel's command line and reboot: " + arg);
    }

    @Override
    public String cost() {
        return "reboot";
    }

    @Override
    public String undo() {
        return replaced.map(old -> "in the kernel's command line replace it by " + old + " again and reboot")
                .orElse("remove it from the kernel's arguments and reboot");
    }

    @Override
    public Optional<String> bootArgument() {
        return Optional.of(arg);
    }
}
