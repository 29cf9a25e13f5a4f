package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.fuzz.FuzzCheck;
import io.github.hpjvm.advisor.fuzz.FuzzSeeds;
import io.github.hpjvm.advisor.fuzz.FuzzTarget;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.RecordedReadingJson;
import io.github.hpjvm.advisor.json.WatchRecordingJson;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.host.Buddyinfo;
import io.github.hpjvm.advisor.read.host.CgroupTree;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.Containers;
import io.github.hpjvm.advisor.read.host.CpuFiles;
import io.github.hpjvm.advisor.read.host.KernelCommandLineFile;
import io.github.hpjvm.advisor.read.host.KernelConfigFiles;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.Limits;
import io.github.hpjvm.advisor.read.host.MachineFiles;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.host.Mounts;
import io.github.hpjvm.advisor.read.host.ThpTree;
import io.github.hpjvm.advisor.read.host.UserNames;
import io.github.hpjvm.advisor.read.host.VmFiles;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.memory.SmapsRollup;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.read.own.OwnGroup;
import io.github.hpjvm.advisor.read.table.PatchedTables;
import io.github.hpjvm.advisor.read.vm.CodeHeapAddresses;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.read.vm.HsErr;
import io.github.hpjvm.advisor.read.vm.Identity;
import io.github.hpjvm.advisor.read.vm.LauncherArguments;
import io.github.hpjvm.advisor.read.vm.Located;
import io.github.hpjvm.advisor.read.vm.OptionText;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import io.github.hpjvm.advisor.read.vm.VmInfo;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.JavaOptions;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The parsers of texts that other processes, other hosts and the kernel write. */
enum FuzzedReaders implements FuzzTarget {
    SNAPSHOT(
            "snapshot",
            FuzzedReaders::snapshots,
            text(FuzzedReaders::writtenAgain),
            text(WatchRecordingJson::read),
            text(RecordedReadingJson::read)),
    HS_ERR(
            "hs_err",
            () -> FuzzSeeds.byParagraph(both(
                    FuzzSeeds.named("jvm/hs_err", "8-g1.txt", "17-g1.txt", "25-zgc.txt", "28-serial.txt"),
                    FuzzSeeds.below("jvm/sigbus"))),
            text(HsErr::parse)),
    VM_INFO(
            "VM.info",
            () -> FuzzSeeds.byParagraph(
                    FuzzSeeds.named("jvm/vm_info", "11-cms.txt", "17-g1.txt", "21-zgc.txt", "28-epsilon.txt")),
            text(VmInfo::parse)),
    VM_FLAGS("VM.flags", () -> FuzzSeeds.cut(FuzzSeeds.below("jvm/flags")), text(VmFlags::parse)),
    JCMD(
            "jcmd",
            () -> FuzzSeeds.cut(Stream.of(
                            FuzzSeeds.below("jvm/codecache"),
                            FuzzSeeds.below("jvm/metaspace"),
                            FuzzSeeds.byParagraph(FuzzSeeds.below("jvm/nmt")),
                            FuzzSeeds.named("hosts", "heap_info.txt"),
                            FuzzSeeds.texts("OpenJDK 64-Bit Server VM version 17.0.9+9\nJDK 17.0.9\n"))
                    .flatMap(List::stream)
                    .toList()),
            text(HeapInfo::range),
            text(CodeHeapAddresses::ranges),
            text(Located::code),
            text(Located::gc),
            text(Located::cds),
            text(Located::metaspace),
            text(Located::heap),
            text(log -> Located.tracked(log, RegionName.GC)),
            text(Identity::ofVersionCommand),
            text(Identity::ofReleaseFile)),
    TABLES(
            "tables",
            () -> FuzzSeeds.texts("", "\1\0\1\0\1abcdefgh", "\2\0\7\17\377-------\0\10\0\10\0zzzzzzzz"),
            PatchedTables::read),
    HSPERFDATA("hsperfdata", () -> FuzzSeeds.below("jvm/hsperf"), bytes -> Identity.of(PerfData.parse(bytes))),
    SMAPS("smaps", () -> FuzzSeeds.cut(FuzzSeeds.named("hosts", "smaps")), text(Smaps::parse)),
    MAPS("maps", FuzzedReaders::maps, text(Maps::inLog), text(FuzzedReaders::signature)),
    STATUS("status", () -> FuzzSeeds.named("hosts", "status"), text(StatusFile::parse)),
    CGROUP(
            "cgroup files",
            () -> both(
                    FuzzSeeds.named("hosts", "cgroup", "memory.stat", "cpu.max", "memory.max", "hugetlb.2MB.max"),
                    FuzzSeeds.texts("max\n", "9223372036854771712\n", "200000 100000\n")),
            text(text -> Containers.ofPaths(Cgroups.parse(text).values())),
            text(Containers::ofPath),
            text(CgroupTree::limit),
            text(text -> CgroupTree.keyed(text, "anon_thp")),
            text(CpuFiles::parse),
            text(text -> OwnGroup.parse(text, true)),
            text(text -> OwnGroup.parse(text, false))),
    COMMAND_LINE(
            "command lines",
            () -> FuzzSeeds.named("hosts", "cmdline"),
            text(text -> commandLine(text, 8)),
            text(text -> commandLine(text, 17)),
            text(text -> commandLine(text, 28))),
    ARGUMENT_FILE(
            "argument files",
            () -> FuzzSeeds.texts(
                    "-Xmx4g -XX:+UseLargePages # all of it\n-cp \"a b\\\n   c\" 'x y' @more\n",
                    "+UseLargePages\nLargePageSizeInBytes=2m\n#ParallelGCThreads=4\n"),
            text(text -> OptionText.argumentFile(text, 17)),
            text(text -> OptionText.argumentFile(text, 28)),
            text(JavaOptions::words),
            text(JavaOptions::settings)),
    HOST_FILES(
            "host files",
            () -> FuzzSeeds.cut(FuzzSeeds.named(
                    "hosts",
                    "meminfo",
                    "mountinfo",
                    "buddyinfo",
                    "vmstat",
                    "memory",
                    "swaps",
                    "cmdline",
                    "limits",
                    "cpuinfo",
                    "smaps_rollup",
                    "stat",
                    "enabled",
                    "online",
                    "passwd")),
            text(MemInfo::parse),
            text(text -> Containers.ofMounts(Mounts.parse(text))),
            text(Buddyinfo::parse),
            text(text -> Buddyinfo.parse(text, 9)),
            text(VmFiles::parseVmstat),
            text(VmFiles::parsePressure),
            text(VmFiles::parseSwaps),
            text(KernelCommandLineFile::parse),
            text(KernelConfigFiles::parse),
            text(Limits::parse),
            text(text -> MachineFiles.parseCpu(text, Optional.empty())),
            text(MachineFiles::countRanges),
            text(SmapsRollup::parse),
            text(ProcessStat::startTicks),
            text(ThreadStacks::stackPointer),
            text(UserNames::parse),
            text(ThpTree::word),
            text(KernelFiles::word),
            KernelFiles::basePage);

    private static final FuzzCheck CHOSEN = FuzzCheck.chosen(List.of(values()));

    private final String title;
    private final Supplier<List<byte[]>> seeds;
    private final List<Parser> parsers;

    FuzzedReaders(String title, Supplier<List<byte[]>> seeds, Parser... parsers) {
        this.title = title;
        this.seeds = seeds;
        this.parsers = List.of(parsers);
    }

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] input) {
        CHOSEN.accept(input);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<byte[]> seeds() {
        return seeds.get();
    }

    @Override
    public List<Parser> parsers() {
        return parsers;
    }

    @Override
    public boolean documents(RuntimeException e) {
        return e instanceof MalformedTextException || e instanceof JsonFormatException;
    }

    private static Parser text(Function<String, ?> parser) {
        return bytes -> parser.apply(new String(bytes, StandardCharsets.UTF_8));
    }

    private static List<byte[]> both(List<byte[]> some, List<byte[]> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static List<byte[]> snapshots() {
        RandomFacts random = new RandomFacts(1, 0.5);
        return Stream.concat(
                        Stream.of(FactsSamples.facts(
                                FactsSamples.pool(651, 0, 0), JvmSamples.g1(17, "-XX:+UseLargePages"))),
                        Stream.generate(random::facts).limit(20))
                .map(facts -> FactsJson.write(facts).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static Object writtenAgain(String snapshot) {
        var facts = FactsJson.read(snapshot);
        FactsJson.write(facts);
        return facts;
    }

    /** The first line of each mapping in the smaps of the captured hosts. */
    private static List<byte[]> maps() {
        return FuzzSeeds.cut(FuzzSeeds.named("hosts", "smaps").stream()
                .map(smaps -> new String(smaps, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.indexOf('-') > 0 && !line.contains(": "))
                        .reduce("", (all, line) -> all + line + "\n")
                        .getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    private static Object signature(String maps) {
        List<Vma> vmas = Smaps.parse(maps);
        VmSignature.libjvm(vmas).map(VmSignature::path);
        return VmSignature.countersFolder(vmas, 1);
    }

    /** The words are those of the command line. The last one is also the text of the first file and of one variable. */
    private static Object commandLine(String text, int feature) {
        List<String> words = Arrays.asList(text.split("\0"));
        String last = words.isEmpty() ? "" : words.get(words.size() - 1);
        String variable = feature == 8 ? "JAVA_TOOL_OPTIONS" : feature == 17 ? "JDK_JAVA_OPTIONS" : "_JAVA_OPTIONS";
        Iterator<String> files = List.of(last).iterator();
        Arguments arguments = new LauncherArguments(
                        Map.of(variable, last),
                        name -> files.hasNext() ? Optional.of(files.next()) : Optional.empty(),
                        Optional.of(feature))
                .add(words)
                .arguments();
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                Identity.release(feature == 8 ? "1.8.0_504" : feature + ".0.1"),
                "",
                "",
                Optional.empty(),
                Optional.empty());
        PageRequest.of(arguments, vm);
        Identity.of(arguments, vm.release());
        FlagSettings.of(vm, arguments, Map.of(), false);
        return arguments;
    }
}
