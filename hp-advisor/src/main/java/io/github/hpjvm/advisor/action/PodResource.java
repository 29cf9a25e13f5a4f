package io.github.hpjvm.advisor.action;

import java.util.Map;

/** A resource of a Kubernetes container, as request and as limit. */
public record PodResource(String name, String value) implements Action {
    private static final String HUGE_PAGES = "hugepages-";
    private static final int MIB = 1 << 20;

    /** Huge pages of a size (HugePageResourceName in {@code pkg/apis/core/v1/helper} of Kubernetes). */
    public static PodResource ofHugePages(long pageBytes, long bytes) {
        return new PodResource(hugePages(pageBytes), quantity(bytes));
    }

    /** The name of the resource for huge pages of a size: {@code hugepages-2Mi}, {@code hugepages-64Ki}. */
    public static String hugePages(long pageBytes) {
        return HUGE_PAGES + PoolSetting.ofHost(pageBytes, 0).kernelSize() + "i";
    }

    /** The memory of whole pages: MiB, or KiB where it is no multiple of a MiB. */
    public static String quantity(long bytes) {
        return bytes % MIB == 0 ? bytes / MIB + "Mi" : bytes / 1024 + "Ki";
    }

    @Override
    public Kind kind() {
        return Kind.POD_RESOURCE;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    @Override
    public String target() {
        return "resource " + name;
    }

    @Override
    public String command() {
        return "set the container's resource " + name + " to " + value;
    }

    @Override
    public String cost() {
        return "restart of the pod, and before it of the kubelet if the pool of the node changed";
    }

    @Override
    public String undo() {
        return "restore the resource in the pod's specification";
    }

    @Override
    public Map<String, String> resources() {
        return Map.of(name, value);
    }
}
