package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Balloon;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.KernelCommandLine;
import io.github.hpjvm.advisor.facts.KernelConfig;
import io.github.hpjvm.advisor.facts.MachineNames;
import io.github.hpjvm.advisor.facts.Virtualization;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The section on the machine: CPUs, memory, kernel, hypervisor. */
record HostMachine(Host host, Optional<MachineNames> names, Page page) {
    private static final String CONFIG = "CONFIG_";

    void write() {
        page.section("Host");
        List<String> words = new ArrayList<>();
        cpuName().ifPresent(words::add);
        host.cpu().known().flatMap(Cpu::processors).ifPresent(n -> words.add(n + (n == 1 ? " CPU" : " CPUs")));
        host.memory()
                .known()
                .flatMap(memory -> memory.size("MemTotal"))
                .map(Sizes::of)
                .ifPresent(words::add);
        host.kernel().known().ifPresent(kernel -> words.add(kernel(kernel)));
        host.basePage().known().ifPresent(size -> words.add("base pages of " + Sizes.of(size)));
        page.line(words.isEmpty() ? "machine unknown" : String.join(", ", words));
        host.virtualization().known().flatMap(HostMachine::guest).ifPresent(page::line);
        host.balloon().known().flatMap(HostMachine::balloon).ifPresent(page::line);
        host.commandLine().known().ifPresent(this::boot);
        host.kernelConfig().known().ifPresent(this::build);
    }

    private void boot(KernelCommandLine line) {
        String arguments = line.arguments().stream()
                .map(a -> a.name() + (a.value().isEmpty() ? "" : "=" + a.value()))
                .collect(Collectors.joining(" "));
        page.line(
                arguments.isEmpty()
                        ? "kernel command line: no huge-page options"
                        : "kernel command line: " + arguments);
    }

    private void build(KernelConfig config) {
        config.note().ifPresent(note -> page.line("kernel config: " + note));
        List<String> with = new ArrayList<>();
        List<String> without = new ArrayList<>();
        config.options().forEach((option, value) -> {
            String name = option.startsWith(CONFIG) ? option.substring(CONFIG.length()) : option;
            if (value.equals("n")) {
                without.add(name);
            } else {
                with.add(value.equals("y") ? name : name + "=" + value);
            }
        });
        page.list("kernel built with:", with);
        page.list("kernel built without:", without);
    }

    private Optional<String> cpuName() {
        Optional<String> name = names.flatMap(MachineNames::cpu);
        return name.or(() -> host.cpu().known().flatMap(Cpu::model));
    }

    private static String kernel(Kernel kernel) {
        return "Linux " + kernel.release()
                + kernel.architecture().map(name -> " " + name).orElse("");
    }

    private static Optional<String> guest(Virtualization v) {
        String machine = v.machine().map(name -> " (" + name + ")").orElse("");
        if (v.guest().isEmpty()) {
            return v.machine();
        }
        return v.guest().get()
                ? Optional.of("virtual machine"
                        + v.hypervisor().map(name -> " of " + name).orElse("") + machine
                        + ": the page size of its host matters as much and is not visible here")
                : v.machine();
    }

    private static Optional<String> balloon(Balloon balloon) {
        if (balloon.drivers().isEmpty()) {
            return Optional.empty();
        }
        String drivers = String.join(", ", balloon.drivers());
        boolean reports =
                balloon.reporting().orElse(false) && balloon.reportingOrder().isPresent();
        return Optional.of(
                reports
                        ? drivers + " returns free blocks of order "
                                + balloon.reportingOrder().get()
                                + " and larger to the hypervisor: the next access to them is slow"
                        : drivers + " can reclaim memory for the hypervisor");
    }
}
