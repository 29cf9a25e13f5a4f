package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Balloon;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Virtualization;
import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Visible;
import io.github.hpjvm.os.text.Words;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The machine below the kernel: processor, hypervisor, and whether the hypervisor takes memory back. */
public final class MachineFiles {

    /** Limit that holds the first processor. Some kernels measure every processor before they print it. */
    private static final Bytes HEAD = Bytes.ofKiB(8);

    /** Most characters of a name from the firmware; longer names are cut. */
    private static final int LONGEST_NAME = 100;

    private static final String TREE = "firmware/devicetree/base/";

    /** The model of the virtual machines of QEMU, kvmtool and Firecracker. */
    private static final String DUMMY = "linux,dummy-virt";

    private static final Set<String> FLAGS = Set.of("pse", "pdpe1gb", "la57", "hypervisor");

    /** VIRTIO_BALLOON_F_REPORTING of {@code include/uapi/linux/virtio_balloon.h}. */
    private static final int REPORTING_BIT = 5;

    /** Words in the firmware's tables, with the hypervisors that they indicate. */
    private static final Map<String, String> HYPERVISORS = hypervisors();

    private MachineFiles() {}

    private static Map<String, String> hypervisors() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("amazon ec2", "Amazon EC2");
        names.put("google compute", "Google Compute Engine");
        names.put("alibaba cloud", "Alibaba Cloud");
        names.put("openstack", "KVM");
        names.put("kvm", "KVM");
        names.put("qemu", "QEMU");
        names.put("vmware", "VMware");
        names.put("virtualbox", "VirtualBox");
        names.put("microsoft corporation virtual machine", "Hyper-V");
        names.put("xen", "Xen");
        names.put("bochs", "Bochs");
        names.put("parallels", "Parallels");
        names.put("bhyve", "bhyve");
        return names;
    }

    /** Returns the first processor, and the number of processors. */
    public static Fact<Cpu> cpu(Roots roots) {
        Path file = roots.proc().resolve("cpuinfo");
        Optional<Long> processors = TextFile.read(
                        roots.sys().resolve("devices/system/cpu/online"), MachineFiles::countRanges)
                .known();
        return TextFile.parsed(TextFile.head(file, HEAD).map(Visible::lines), text -> parseCpu(text, processors))
                .flatMap(cpu -> Fact.known(
                        cpu, Source.of(file, (cpu.model().orElse("") + " " + String.join(" ", cpu.flags())).strip())));
    }

    /** Parses the first block of {@code /proc/cpuinfo}; lines that are no fields are skipped. */
    public static Cpu parseCpu(String text, Optional<Long> processors) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(':');
            if (line.isBlank() && fields.size() > 1) {
                break;
            }
            if (colon > 0) {
                fields.putIfAbsent(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        Optional<String> arm = Optional.ofNullable(fields.get("CPU part"))
                .map(part -> ArmCores.name(fields.getOrDefault("CPU implementer", "?"), part));
        List<String> flags = Words.of(fields.getOrDefault("flags", ""));
        flags.retainAll(FLAGS);
        Collections.sort(flags);
        return new Cpu(
                Optional.ofNullable(fields.get("model name"))
                        .filter(name -> !name.isEmpty())
                        .or(() -> arm),
                processors,
                flags,
                Optional.ofNullable(fields.get("TLB size")));
    }

    /**
     * Returns the count of numbers in a list such as {@code 0-3,8}.
     *
     * @throws MalformedTextException if it is none
     */
    public static long countRanges(String text) {
        return RangeList.parse(text)
                .orElseThrow(() -> new MalformedTextException("not a list of ranges", text.strip()))
                .count();
    }

    /**
     * Returns whether the host is virtual: the processor's flag, {@code /sys/hypervisor} and the firmware's tables show
     * it.
     */
    public static Fact<Virtualization> virtualization(Path sysRoot, Fact<Cpu> cpu) {
        Optional<String> type = line(sysRoot.resolve("hypervisor/type"));
        Path dmi = sysRoot.resolve("class/dmi/id");
        Optional<String> vendor = line(dmi.resolve("sys_vendor"));
        Optional<String> product = line(dmi.resolve("product_name"));
        Optional<String> machine = vendor.map(v -> product.filter(p -> p.startsWith(v))
                        .orElse(v + product.map(p -> " " + p).orElse("")))
                .or(() -> product)
                .filter(name -> !name.isBlank());
        boolean flag = cpu.known().map(c -> c.flags().contains("hypervisor")).orElse(false);
        Optional<String> hypervisor = type.map(t -> t.equals("xen") ? "Xen" : t)
                .or(() -> machine.flatMap(MachineFiles::hypervisorOf))
                .or(() -> line(dmi.resolve("bios_vendor")).flatMap(MachineFiles::hypervisorOf))
                .or(() -> ofDeviceTree(sysRoot));
        boolean dummy =
                property(sysRoot.resolve(TREE + "model")).filter(DUMMY::equals).isPresent();
        boolean x86 = cpu.known().map(c -> !c.flags().isEmpty()).orElse(false);
        if (!flag && !dummy && hypervisor.isEmpty() && machine.isEmpty() && !x86) {
            return Fact.absent(
                    Reason.NOT_PRESENT,
                    Source.of(dmi, "neither a flag of the processor nor /sys/hypervisor nor a table of the firmware"));
        }
        boolean guest = flag || dummy || hypervisor.isPresent();
        String word = flag
                ? "cpuinfo has the flag hypervisor"
                : dummy ? "the device tree is of a virtual machine" : x86 ? "cpuinfo has no flag hypervisor" : "";
        return Fact.known(
                new Virtualization(guest || x86 ? Optional.of(guest) : Optional.empty(), hypervisor, machine),
                Source.of(
                        machine.isPresent() ? dmi : cpu.source().path(),
                        Stream.of(machine.orElse(""), word)
                                .filter(w -> !w.isEmpty())
                                .collect(Collectors.joining(", "))));
    }

    /**
     * The hypervisor that the device tree of aarch64 names, where the firmware has no tables: {@code hypervisor/compatible}
     * (Documentation/devicetree/bindings/arm/xen.txt; also KVM of powerpc), and the configuration device of QEMU
     * (Documentation/devicetree/bindings/firmware/qemu,fw-cfg-mmio.yaml).
     */
    private static Optional<String> ofDeviceTree(Path sysRoot) {
        Path tree = sysRoot.resolve(TREE);
        return property(tree.resolve("hypervisor/compatible"))
                .flatMap(MachineFiles::hypervisorOf)
                .or(() -> Folder.names(tree).known().orElse(List.of()).stream()
                        .filter(name -> name.startsWith("fw-cfg"))
                        .findFirst()
                        .map(name -> "QEMU"));
    }

    /** Returns the first text of a property of the device tree: each of its texts ends with NUL. */
    private static Optional<String> property(Path file) {
        return TextFile.bytes(file, Bytes.ofKiB(4))
                .known()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .map(text -> text.indexOf(0) < 0 ? text : text.substring(0, text.indexOf(0)))
                .map(text -> Visible.name(text.strip(), LONGEST_NAME))
                .filter(text -> !text.isEmpty());
    }

    private static Optional<String> line(Path file) {
        return TextFile.read(file, Bytes.ofKiB(4))
                .known()
                .flatMap(text -> First.line(text, ""))
                .map(text -> Visible.name(text.strip(), LONGEST_NAME))
                .filter(text -> !text.isEmpty());
    }

    private static Optional<String> hypervisorOf(String machine) {
        String lower = machine.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".metal")) {
            return Optional.empty();
        }
        return First.of(HYPERVISORS.entrySet(), entry -> lower.contains(entry.getKey()))
                .map(Map.Entry::getValue);
    }

    /** Returns the balloon drivers that have a device, and the reporting of free pages. */
    public static Fact<Balloon> balloon(Path sysRoot) {
        Path module = sysRoot.resolve("module/page_reporting/parameters/page_reporting_order");
        Path driver = sysRoot.resolve("bus/virtio/drivers/virtio_balloon");
        if (!Files.isDirectory(sysRoot)) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(sysRoot));
        }
        List<String> drivers = new ArrayList<>();
        Optional<Boolean> reporting = Optional.empty();
        for (String name : Folder.names(driver).known().orElse(List.of())) {
            if (name.startsWith("virtio")) {
                drivers.add("virtio_balloon");
                reporting = TextFile.read(driver.resolve(name).resolve("features"), KernelFiles::word)
                        .known()
                        .map(bits -> bits.length() > REPORTING_BIT && bits.charAt(REPORTING_BIT) == '1');
                break;
            }
        }
        if (Files.exists(sysRoot.resolve("module/vmw_balloon"))) {
            drivers.add("vmw_balloon");
        }
        if (Files.exists(sysRoot.resolve("bus/vmbus/drivers/hv_balloon"))) {
            drivers.add("hv_balloon");
        }
        if (Files.exists(sysRoot.resolve("devices/system/xen_memory/xen_memory0"))) {
            drivers.add("xen_memory");
        }
        Balloon balloon = new Balloon(
                drivers, reporting, TextFile.read(module, Choice::number).known());
        return Fact.known(
                balloon,
                Source.of(
                        drivers.contains("virtio_balloon") ? driver : module,
                        balloon.reportingOrder()
                                .map(order -> "page_reporting_order=" + order)
                                .orElse("")));
    }
}
