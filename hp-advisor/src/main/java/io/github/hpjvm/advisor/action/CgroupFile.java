package io.github.hpjvm.advisor.action;

import io.github.hpjvm.os.text.ShellQuote;
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
        return "echo " + value + " | sudo tee " + ShellQuote.word(file);
    }

    @Override
    public String cost() {
        return "";
    }

    @Override
    public String undo() {
        return "echo " + was + " > " + ShellQuote.always(file);
    }

    @Override
    public Optional<Action> inverse() {
        return Optional.of(new CgroupFile(file, was, value));
    }
}
