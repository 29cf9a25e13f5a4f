package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;

/**
 * The four flags that choose the kind of large pages ({@code src/hotspot/os/linux/globals_linux.hpp}), as
 * os::large_page_init reads them. UseHugeTLBFS and UseSHM are removed since 22 (JDK-8261894).
 */
record PageFlags(FlagSettings flags) {

    private static final String LARGE = "UseLargePages";
    private static final String THP = "UseTransparentHugePages";
    private static final String HUGETLBFS = "UseHugeTLBFS";
    private static final String SHM = "UseSHM";
    private static final String SIZE = "LargePageSizeInBytes";

    boolean large() {
        return flags.isOn(LARGE);
    }

    boolean thp() {
        return flags.isOn(THP);
    }

    boolean hugeTlbFs() {
        return flags.isOn(HUGETLBFS);
    }

    boolean shm() {
        return flags.isOn(SHM);
    }

    boolean largeGiven() {
        return flags.isGiven(LARGE);
    }

    boolean thpGiven() {
        return flags.isGiven(THP);
    }

    boolean hugeTlbFsGiven() {
        return flags.isGiven(HUGETLBFS);
    }

    boolean shmGiven() {
        return flags.isGiven(SHM);
    }

    boolean sizeGiven() {
        return flags.isGiven(SIZE);
    }

    /** Returns whether one of them requests large pages, and {@code -XX:-UseLargePages} does not disable it. */
    boolean anyAsked() {
        boolean asked = large() || thp() || hugeTlbFs() || shm();
        return asked && !takenBack();
    }

    boolean takenBack() {
        return largeGiven() && !large();
    }

    /** Returns whether one of the three that name a kind is given, on or off. */
    boolean typed() {
        return thpGiven() || hugeTlbFsGiven() || shmGiven();
    }

    /** Returns LargePageSizeInBytes in bytes; zero if it is not given. */
    long size() {
        return sizeGiven() ? flags.number(SIZE).orElse(0L) : 0;
    }
}
