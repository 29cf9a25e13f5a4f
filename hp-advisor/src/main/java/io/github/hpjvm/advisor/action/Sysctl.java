package io.github.hpjvm.advisor.action;

import java.util.Objects;
import java.util.Optional;

/**
 * A sysctl, named with dots.
 *
 * @param value to be set
 * @param was current value
 * @param cost see {@link Action#cost}
 * @param needsStop see {@link Action#needsStop}
 */
public record Sysctl(String key, String value, String was, String cost, boolean needsStop) implements SettingAction {
    public Sysctl {
        Objects.requireNonNull(was, "was");
    }

    public Sysctl(String key, String value, String was, String cost) {
        this(key, value, was, cost, false);
    }

    @Override
    public Kind kind() {
        return Kind.SYSCTL;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public Setting written() {
        return new Setting(Setting.Store.SYSCTL, key, value, was);
    }

    @Override
    public String command() {
        return "sudo sysctl -w " + key + "=" + value;
    }

    @Override
    public String undo() {
        return "sudo sysctl -w " + key + "=" + was;
    }

    @Override
    public Optional<Action> inverse() {
        return Optional.of(new Sysctl(key, was, value, ""));
    }
}
