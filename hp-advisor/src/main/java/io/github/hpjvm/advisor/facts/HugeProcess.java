package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Visible;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A process that has huge pages.
 *
 * @param pid its ID
 * @param name command name of the kernel, at most 15 characters
 * @param kind kind of program
 * @param user the name of its effective user, or the number where there is no name
 * @param commandLine cut, and with credentials masked
 * @param container the container that it runs in, if any
 * @param anonThp anonymous memory that a PMD maps
 * @param shmemThp shared memory that a PMD maps; each process that maps it counts it
 * @param fileThp files that a PMD maps, such as text; each process that maps them counts them
 * @param hugetlb its use of each hugetlb pool, the smallest page size first
 */
public record HugeProcess(
        long pid,
        String name,
        ProcessKind kind,
        String user,
        String commandLine,
        Optional<Container> container,
        Bytes anonThp,
        Bytes shmemThp,
        Bytes fileThp,
        List<HugetlbUse> hugetlb) {

    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_COMMAND = 200;

    public HugeProcess {
        name = Visible.name(name, LONGEST_NAME);
        Objects.requireNonNull(kind, "kind");
        user = Visible.name(user, LONGEST_NAME);
        commandLine = Visible.name(commandLine, LONGEST_COMMAND);
        Objects.requireNonNull(container, "container");
        Objects.requireNonNull(anonThp, "anonThp");
        Objects.requireNonNull(shmemThp, "shmemThp");
        Objects.requireNonNull(fileThp, "fileThp");
        hugetlb = List.copyOf(hugetlb);
    }

    /** Pages of hugetlb pools that it has touched. */
    public Bytes touchedHugetlb() {
        return hugetlb.stream().map(HugetlbUse::touched).reduce(Bytes.ZERO, Bytes::plus);
    }

    /** All its memory on huge pages. */
    public Bytes total() {
        return anonThp.plus(shmemThp).plus(fileThp).plus(touchedHugetlb());
    }
}
