package io.github.hpjvm.advisor.action;

import java.util.Optional;

/** A change of one setting of the kernel. */
public sealed interface SettingAction extends Action permits Sysctl, KernelFile, CgroupFile {

    /** The setting, with the value that is written and the value that it replaces. */
    Setting written();

    @Override
    default Optional<Setting> setting() {
        return Optional.of(written());
    }

    @Override
    default String target() {
        return written().target();
    }
}
