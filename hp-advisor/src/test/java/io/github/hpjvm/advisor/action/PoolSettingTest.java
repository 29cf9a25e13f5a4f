package io.github.hpjvm.advisor.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolSettingTest {
    private static final long TWO_MIB = 2 << 20;
    private static final long ONE_GIB = 1 << 30;

    @Test
    void sysctlSetsTheDefaultSizeOnly() {
        assertEquals(
                new Sysctl("vm.nr_hugepages", "7", "5", "c"),
                PoolSetting.ofHost(TWO_MIB, TWO_MIB).write(7, 5, "c"));
        assertEquals(
                "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages",
                PoolSetting.ofHost(ONE_GIB, TWO_MIB).name());
        // the sysctl names no size: forms that know no host would take it for pages of 2 MiB
        assertEquals(
                "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages",
                PoolSetting.ofHost(ONE_GIB, ONE_GIB).name());
        assertEquals(
                "/sys/kernel/mm/hugepages/hugepages-32768kB/nr_hugepages",
                PoolSetting.ofHost(16 * TWO_MIB, 16 * TWO_MIB).name());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/proc/sys/vm/nr_hugepages",
                "/sys/kernel/mm/hugepages/hugepages-64kB/nr_hugepages",
                "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages",
                "/sys/devices/system/node/node3/hugepages/hugepages-2048kB/nr_hugepages"
            })
    void filesSurviveARoundTrip(String file) {
        PoolSetting setting = PoolSetting.of(file, TWO_MIB).orElseThrow();
        assertEquals(file, setting.file().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "vm.nr_hugepages",
                "/proc/sys/vm/nr_overcommit_hugepages",
                "/sys/kernel/mm/hugepages/hugepages-0kB/nr_hugepages",
                "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_overcommit_hugepages",
                "/sys/devices/system/node/node/hugepages/hugepages-2048kB/nr_hugepages",
                "/x/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"
            })
    void otherFilesSetNoPool(String file) {
        assertEquals(Optional.empty(), PoolSetting.of(file, TWO_MIB));
    }

    @ParameterizedTest
    @CsvSource({"65536, 64K", "2097152, 2M", "33554432, 32M", "1073741824, 1G", "17179869184, 16G"})
    void kernelSizesHaveOneLetter(long bytes, String text) {
        assertEquals(
                "hugepagesz=" + text + " hugepages=4",
                PoolSetting.ofHost(bytes, TWO_MIB).bootArgument("4"));
    }

    @Test
    void rejectsImpossiblePools() {
        assertThrows(IllegalArgumentException.class, () -> new PoolSetting(0, OptionalInt.empty(), false));
        assertThrows(IllegalArgumentException.class, () -> new PoolSetting(TWO_MIB, OptionalInt.of(1), true));
    }
}
