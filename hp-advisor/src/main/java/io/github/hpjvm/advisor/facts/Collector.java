package io.github.hpjvm.advisor.facts;

/** The garbage collectors of HotSpot. */
public enum Collector {
    SERIAL(8),
    PARALLEL(8),
    /** Concurrent mark sweep; removed in 14 (JEP 363). */
    CMS(8),
    G1(8),
    /** Since 11 (JEP 333); removed in 24, where this constant means generational ZGC (JEP 490). */
    ZGC(11),
    /** Since 21 (JEP 439). */
    ZGC_GENERATIONAL(21),
    /** Since 12 (JEP 189), and in many builds of 11; some vendors have it in 8 as well, which was not tested. */
    SHENANDOAH(11),
    /** Since 11 (JEP 318). */
    EPSILON(11);

    private final int since;

    Collector(int since) {
        this.since = since;
    }

    /** Returns whether a HotSpot of that feature release can have it. */
    public boolean isIn(int feature) {
        return feature >= since && (this != CMS || feature < 14);
    }

    /** Returns whether it is one of the two ZGCs. */
    public boolean isZ() {
        return this == ZGC || this == ZGC_GENERATIONAL;
    }
}
