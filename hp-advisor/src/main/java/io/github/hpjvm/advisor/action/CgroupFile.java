package io.github.hpjvm.advisor.action;

import java.util.Optional;

/**
 * A file of a control group.
 *
 * @param value to be written
 * @param was current value
 */
public record CgroupFile(String file, String value, String was) implements SettingAction {
    @Override
    public Kind kind() {
        return Kind.CGROUP;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public Setting written() {
        return new Setting(Setting.Store.CGROUP, file, value, was);
    }

    @Override
    public String command() {
        return Setting.command(value, file);
    }

    @Override
    public String cost() {
        return "";
    }

    @Override
    public String undo() {
        return Setting.command(was, file);
    }

    @Override
    public Optional<Action> inverse() {
        return Optional.of(new CgroupFile(file, was, value));
    }
}
