package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Addresses and flags in what eight releases print. */
@Timeout(60)
class LocatedTest {

    private static String text(String name) {
        return Resources.text(Resources.folder("jvm/" + name));
    }

    private static Bytes sum(List<AddressRange> ranges) {
        return ranges.stream().map(AddressRange::size).reduce(Bytes.ZERO, Bytes::plus);
    }

    @Test
    void codeHeaps() {
        for (Path file : Resources.files("jvm/codecache")) {
            List<AddressRange> code = Located.code(Resources.text(file));
            assertEquals(1, code.size(), file::toString);
            long mib = sum(code).value() >> 20;
            assertTrue(mib == 240 || mib == 48, file + ": " + mib);
        }
        Mutations.survive(text("codecache/17-g1.txt"), Located::code);
    }

    @Test
    void metaspaceWithItsClassSpace() {
        assertEquals(Bytes.ofMiB(1024 + 8), sum(Located.metaspace(text("metaspace/11.txt"))));
        assertEquals(Bytes.ofMiB(1024 + 64), sum(Located.metaspace(text("metaspace/17.txt"))));
        assertEquals(Bytes.ofMiB(1024 + 64), sum(Located.metaspace(text("metaspace/28.txt"))));
        Mutations.survive(text("metaspace/11.txt"), Located::metaspace);
        Mutations.survive(text("metaspace/28.txt"), Located::metaspace);
    }

    @Test
    void tablesOfTheCollectors() {
        assertEquals(Bytes.ofKiB(8192 + 512), sum(Located.gc(text("vm_info/17-g1.txt"))));
        assertEquals(Bytes.ofKiB(8192 + 516), sum(Located.gc(text("vm_info/11-parallel.txt"))));
        assertEquals(Bytes.ofKiB(4096 + 2 * 512), sum(Located.gc(text("vm_info/28-g1.txt"))));
        assertEquals(List.of(), Located.gc(text("vm_info/28-zgc.txt")));
        Mutations.survive(text("vm_info/17-g1.txt"), t -> {
            Located.gc(t);
            Located.cds(t);
            Located.heap(t);
        });
    }

    /** Found by a mutation: the blank before the unit was the one before the number. */
    @Test
    void aHeapWithoutItsSize() {
        assertEquals(Optional.empty(), Located.heap("Heap address: 0x00000000fc000000, size: MB, Compressed"));
        assertEquals(Optional.empty(), Located.heap("Heap address: 0x00000000fc000000, size:  MB, Compressed"));
        assertEquals(
                Optional.of(new AddressRange(0xfc000000L, 0x100000000L)),
                Located.heap("Heap address: 0x00000000fc000000, size: 64 MB, Compressed"));
    }

    @Test
    void archives() {
        assertEquals(1, Located.cds(text("vm_info/25-serial.txt")).size());
        assertEquals(List.of(), Located.cds(text("vm_info/11-g1.txt")));
    }

    @Test
    void readsNativeMemoryTracking() {
        for (String release : List.of("8", "17", "28")) {
            String text = text("nmt/" + release + ".txt");
            assertEquals(List.of(new AddressRange(0xf0000000L, 0x100000000L)), Located.tracked(text, RegionName.HEAP));
            assertTrue(sum(Located.tracked(text, RegionName.CODE)).compareTo(Bytes.ofMiB(240)) >= 0);
            assertTrue(sum(Located.tracked(text, RegionName.METASPACE)).compareTo(Bytes.ofGiB(1)) > 0);
            assertTrue(Located.tracked(text, RegionName.STACKS).size() > 5);
            assertTrue(Located.tracked(text, RegionName.GC).size() > 1);
            assertEquals(List.of(), Located.tracked(text, RegionName.NATIVE));
            Mutations.survive(text, t -> Located.tracked(t, RegionName.METASPACE));
        }
    }

    @Test
    void flagsOfEveryReleaseAndCollector() {
        for (Path file : Resources.files("jvm/flags")) {
            String[] name = file.getFileName().toString().replace(".txt", "").split("-");
            int release = Integer.parseInt(name[0]);
            Map<String, VmFlag> flags = VmFlags.parse(Resources.text(file));
            assertEquals(Optional.of(Bytes.ofMiB(256)), VmFlags.bytes(flags, "MaxHeapSize"), file::toString);
            VmFlag heap = flags.get("MaxHeapSize");
            assertEquals(release == 8 ? "changed" : "command line", heap.origin(), file::toString);
            assertEquals("product", heap.kind());
            assertEquals(Optional.of(collector(release, name[1])), VmFlags.collector(flags, Optional.of(release)));
            assertTrue(flags.get("ErrorFile").value().endsWith("hs_err.txt"));
            assertEquals("", flags.get("OnOutOfMemoryError").value());
        }
        Mutations.survive(text("flags/8-g1.txt"), VmFlags::parse);
        Mutations.survive(text("flags/28-zgc.txt"), VmFlags::parse);
    }

    private static Collector collector(int release, String gc) {
        return switch (gc) {
            case "zgc" -> release >= 24 ? Collector.ZGC_GENERATIONAL : Collector.ZGC;
            case "zgcgen" -> Collector.ZGC_GENERATIONAL;
            case "genshen" -> Collector.SHENANDOAH;
            default -> Collector.valueOf(gc.toUpperCase(Locale.ROOT));
        };
    }

    /** JDK 8 has no command that says where the code is; its crash log does, and the mappings in it must agree. */
    @Test
    void codeOfEightByItsMappings() {
        String log = text("hs_err/8-g1.txt");
        List<Vma> maps = Maps.inLog(log);
        Fact<String> nothing = Fact.absent(Reason.NOT_SUPPORTED, Source.of("jcmd"));
        Layout layout = new Layout(
                Layout.Texts.absent(nothing),
                Fact.known(maps, Source.of("maps")),
                Optional.of(Collector.G1),
                Optional.of(Bytes.ofMiB(240)),
                Fact.absent(Reason.NOT_PRESENT, Source.of("task")));
        assertEquals(
                Located.code(log),
                layout.locations().get(RegionName.CODE).known().orElseThrow());
        Layout wrongSize = new Layout(
                Layout.Texts.absent(nothing),
                Fact.known(maps, Source.of("maps")),
                Optional.of(Collector.G1),
                Optional.of(Bytes.ofGiB(100)),
                Fact.absent(Reason.NOT_PRESENT, Source.of("task")));
        assertEquals(
                Optional.empty(), wrongSize.locations().get(RegionName.CODE).known());
    }

    /** Lucene and Chronicle map their files shared. Files of the JDK, shared memory without a file and a heap do not count. */
    @Test
    void filesOfTheProgram() {
        List<Vma> maps = Smaps.parse("""
                700000000000-700000100000 r--s 00000000 fe:00 11 /srv/index/_0.cfs
                700000100000-700000200000 rw-s 00100000 fe:00 12 /dev/shm/queue (deleted)
                700000300000-700000400000 rw-s 00000000 fe:00 13 /srv/heap/jvmheap.x (deleted)
                700000500000-700000600000 r--s 00000000 fe:00 14 /opt/jdk/lib/modules
                700000700000-700000800000 rw-s 00000000 fe:00 15 /tmp/hsperfdata_shop/7
                700000900000-700000a00000 rw-s 00000000 00:01 16 /memfd:java_heap (deleted)
                700000b00000-700000c00000 rw-s 00000000 00:01 17 /dev/zero (deleted)
                700000d00000-700000e00000 r--p 00000000 fe:00 18 /lib/libc.so.6
                700000f00000-700001000000 r-xs 00000000 fe:00 19 /srv/code.so
                """);
        Layout layout = new Layout(
                new Layout.Texts(
                        Fact.known(
                                "garbage-first heap total 1K, used 0K [0x0000700000300000, 0x0000700000400000)",
                                Source.of("GC.heap_info")),
                        Fact.absent(Reason.NOT_PRESENT, Source.of("jcmd")),
                        Fact.absent(Reason.NOT_PRESENT, Source.of("jcmd")),
                        Fact.absent(Reason.NOT_PRESENT, Source.of("jcmd")),
                        Fact.absent(Reason.NOT_PRESENT, Source.of("jcmd"))),
                Fact.known(maps, Source.of("maps")),
                Optional.of(Collector.G1),
                Optional.empty(),
                Fact.absent(Reason.NOT_PRESENT, Source.of("task")));
        assertEquals(
                List.of(new AddressRange(0x700000000000L, 0x700000200000L)),
                layout.locations().get(RegionName.FILES).known().orElseThrow());
    }

    /** What remains may include the stacks, so it is unknown for the reason for which they are. */
    @Test
    void restIsUnknownForTheReasonOfTheRegionThatItMayInclude() {
        List<Vma> maps = Smaps.parse("7f6100000000-7f6100001000 r-xp 00000000 fe:00 5 /opt/jdk/libjvm.so\n");
        AddressRange heap = new AddressRange(0xf0000000L, 0x100000000L);
        Fact<String> memory = Fact.known(
                "[0x00000000f0000000 - 0x0000000100000000] reserved and committed 256MB for Java Heap from\n"
                        + "[0x00007f6000000000 - 0x00007f600f000000] reserved 240MB for Code from\n",
                Source.of("VM.native_memory"));
        Fact<String> none = Fact.absent(Reason.NOT_SUPPORTED, Source.of("jcmd"));
        Source syscall = Source.of("/proc/7/task/*/syscall", "2 of 40 threads run");
        Fact<List<AddressRange>> stacks = Fact.absent(Reason.TIMED_OUT, syscall, "look again");
        Layout layout = new Layout(
                new Layout.Texts(
                        Fact.known(
                                Resources.text(Resources.folder("heap_info").resolve("8-g1.txt")),
                                Source.of("GC.heap_info")),
                        none,
                        none,
                        none,
                        memory),
                Fact.known(maps, Source.of("maps")),
                Optional.of(Collector.G1),
                Optional.empty(),
                stacks);
        Map<RegionName, Fact<List<AddressRange>>> locations = layout.locations();
        assertEquals(Optional.of(List.of(heap)), locations.get(RegionName.HEAP).known());
        assertEquals(stacks, locations.get(RegionName.STACKS));
        assertEquals(
                Fact.absent(
                        Reason.TIMED_OUT,
                        Source.of("/proc/7/task/*/syscall", "the rest includes stacks: 2 of 40 threads run"),
                        "look again"),
                locations.get(RegionName.NATIVE));
    }

    /** Up to 8 no command locates metaspace: its committed size alone is known, and it is among native memory. */
    @Test
    void nativeMemoryWithMetaspaceOfKnownSize() {
        List<Vma> maps = Smaps.parse("""
                0000f0000000-000100000000 rw-p 00000000 00:00 0
                556cae06b000-556cf9292000 rw-p 00000000 00:00 0 [heap]
                7f5958000000-7f595bff7000 rw-p 00000000 00:00 0
                7f595bff7000-7f595c000000 ---p 00000000 00:00 0
                7f6000000000-7f6000270000 rwxp 00000000 00:00 0
                7f6000270000-7f600f000000 ---p 00000000 00:00 0
                7f6100000000-7f6100001000 r-xp 00000000 fe:00 5 /opt/jdk/libjvm.so
                """);
        Fact<String> none = Fact.absent(Reason.NOT_SUPPORTED, Source.of("jcmd"));
        String info = Resources.text(Resources.folder("heap_info").resolve("8-g1.txt"));
        Layout layout = new Layout(
                new Layout.Texts(Fact.known(info, Source.of("GC.heap_info")), none, none, none, none),
                Fact.known(maps, Source.of("maps")),
                Optional.of(Collector.G1),
                Optional.of(Bytes.ofMiB(240)),
                Fact.known(List.of(), Source.of("task")));
        assertEquals(Optional.of(Bytes.ofKiB(4864)), layout.metaspaceAmongNative());
        assertEquals(
                List.of(
                        new AddressRange(0x556cae06b000L, 0x556cf9292000L),
                        new AddressRange(0x7f5958000000L, 0x7f595bff7000L)),
                layout.locations().get(RegionName.NATIVE).known().orElseThrow());
        Layout without = new Layout(
                new Layout.Texts(
                        Fact.known(info.substring(0, info.indexOf("Metaspace")), Source.of("GC.heap_info")),
                        none,
                        none,
                        none,
                        none),
                Fact.known(maps, Source.of("maps")),
                Optional.of(Collector.G1),
                Optional.of(Bytes.ofMiB(240)),
                Fact.known(List.of(), Source.of("task")));
        assertEquals(
                Optional.empty(), without.locations().get(RegionName.NATIVE).known());
    }

    @Test
    void stackPointers() {
        assertEquals(Optional.of(0x7ffd0L), ThreadStacks.stackPointer("202 0x1 0x2 0x3 0x4 0x5 0x6 0x7ffd0 0x7f1\n"));
        assertEquals(Optional.empty(), ThreadStacks.stackPointer("running\n"));
        assertEquals(Optional.of(0x10L), ThreadStacks.stackPointer("-1 0x10 0x20"));
        Mutations.survive("202 0x1 0x2 0x3 0x4 0x5 0x6 0x7ffd0 0x7f1\n", ThreadStacks::stackPointer);
        assertEquals(5L, ProcessStat.startTicks("1 (a ) b) S" + " 0".repeat(18) + " 5 0 0"));
        Mutations.survive("1 (a ) b) S" + " 0".repeat(18) + " 5 0 0", ProcessStat::startTicks);
        Mutations.survive("IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"21.0.9\"\n", Identity::ofReleaseFile);
        Mutations.survive("OpenJDK 64-Bit Server VM version 25.504-b01\nJDK 8.0_504\n", Identity::ofVersionCommand);
    }
}
