package io.github.hpjvm.advisor.action;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of sysfs or procfs.
 *
 * @param value to be written
 * @param was current value; of a file with a list of choices, the one in brackets
 * @param cost see {@link Action#cost}
 * @param needsStop see {@link Action#needsStop}
 */
public record KernelFile(Path path, String value, String was, String cost, boolean needsStop) implements SettingAction {
    public KernelFile(Path path, String value, String was, String cost) {
        this(path, value, was, cost, false);
    }

    @Override
    public Kind kind() {
        return Kind.FILE;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public Setting written() {
        return new Setting(Setting.Store.KERNEL_FILE, path.toString(), value, was);
    }

    @Override
    public String command() {
        return Setting.command(value, path.toString());
    }

    @Override
    public String undo() {
        return Setting.command(was, path.toString());
    }

    @Override
    public Optional<Action> inverse() {
        return Optional.of(new KernelFile(path, was, value, ""));
    }
}
