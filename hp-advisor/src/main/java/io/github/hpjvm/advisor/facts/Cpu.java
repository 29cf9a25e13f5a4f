package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The processor, as the kernel names the first one ({@code /proc/cpuinfo}).
 *
 * @param model the marketing name on x86, {@code Neoverse-N1 (implementer 0x41, part 0xd0c)} on aarch64; empty if the kernel says
 *     neither
 * @param processors logical processors that are online; empty if that cannot be read
 * @param flags CPU flags about page sizes and virtualization: {@code pse} (2 MiB or 4 MiB), {@code pdpe1gb}
 *     (1 GiB), {@code la57} (five levels of page tables), {@code hypervisor} (a guest); none on aarch64
 * @param tlb size of the TLB as the kernel prints it, on AMD only
 */
public record Cpu(Optional<String> model, Optional<Long> processors, List<String> flags, Optional<String> tlb) {

    public Cpu {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(processors, "processors");
        flags = List.copyOf(flags);
        Objects.requireNonNull(tlb, "tlb");
    }
}
