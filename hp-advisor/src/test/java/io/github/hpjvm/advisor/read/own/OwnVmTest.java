package io.github.hpjvm.advisor.read.own;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.github.hpjvm.advisor.facts.VmFlag;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The JVM that runs the tests, by its own data. It has no argument for its initial heap. */
class OwnVmTest {

    /** {@code -XX:InitialRAMPercentage} and the JVM itself choose sizes that no argument shows. */
    @Test
    void knowsTheSizesOfTheHeapWithoutAnArgument() {
        Map<String, VmFlag> flags = OwnVm.read(Path.of("/proc"), System::getProperty)
                .flags()
                .known()
                .orElseThrow();
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (String name : new String[] {"InitialHeapSize", "MaxHeapSize"}) {
            assertEquals(
                    bean.getVMOption(name).getValue(),
                    VmFlag.forAdvice(flags, name).orElseThrow().value(),
                    name);
        }
    }
}
