package io.github.hpjvm.advisor.action;

import io.github.hpjvm.os.text.ShellQuote;
import java.util.List;
import java.util.Optional;

/**
 * Flags of the JVM.
 *
 * @param add flags to add
 * @param remove flags to remove from the present arguments
 * @param cost see {@link Action#cost}; a restart in any case
 */
public record JvmFlag(List<String> add, List<String> remove, String cost) implements Action {
    /** The cost of flags that cost nothing else. */
    public static final String RESTART = "restart";

    public JvmFlag {
        add = List.copyOf(add);
        remove = List.copyOf(remove);
    }

    /** Flags that cost nothing but a restart. */
    public JvmFlag(List<String> add, List<String> remove) {
        this(add, remove, RESTART);
    }

    /** The same flags at another cost. */
    public JvmFlag at(String other) {
        return new JvmFlag(add, remove, other);
    }

    @Override
    public Kind kind() {
        return Kind.JVM_FLAG;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public String target() {
        return "flags";
    }

    @Override
    public String command() {
        String without = remove.isEmpty() ? "" : " without " + ShellQuote.words(remove);
        return add.isEmpty()
                ? "start the JVM" + without
                : "start the JVM with " + ShellQuote.words(add) + (remove.isEmpty() ? "" : "," + without);
    }

    @Override
    public String undo() {
        return "start the JVM with its old arguments";
    }

    @Override
    public Optional<Action> inverse() {
        return Optional.of(new JvmFlag(remove, add));
    }

    @Override
    public Optional<JvmFlag> flags() {
        return Optional.of(this);
    }
}
