package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.JvmFlag;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActionTextTest {

    /** A user names the control groups below his own, and root pastes the line. */
    @Test
    void aPathToPasteIsOneWordOfTheShell() {
        Action raise = new CgroupFile("/sys/fs/cgroup/user/x; touch y's/memory.max", "9", "5");
        assertEquals("echo 9 | sudo tee '/sys/fs/cgroup/user/x; touch y'\\''s/memory.max'", ActionText.of(raise));
    }

    @Test
    void aPlainPathIsNotQuoted() {
        Action raise = new CgroupFile("/sys/fs/cgroup/a.slice/memory.max", "9", "5");
        assertEquals("echo 9 | sudo tee /sys/fs/cgroup/a.slice/memory.max", ActionText.of(raise));
    }

    @Test
    void aCommandIsOneLine() {
        assertEquals("start the JVM without '-Dx=\\u000ay'", ActionText.of(new JvmFlag(List.of(), List.of("-Dx=\ny"))));
    }
}
