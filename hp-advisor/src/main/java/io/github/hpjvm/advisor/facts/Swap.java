package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Objects;

/**
 * The swap areas of a host ({@code /proc/swaps}).
 *
 * @param areas the areas; empty if there is no swap
 */
public record Swap(List<Area> areas) {

    public Swap {
        areas = List.copyOf(areas);
    }

    public Bytes size() {
        return areas.stream().map(Area::size).reduce(Bytes.ZERO, Bytes::plus);
    }

    public Bytes used() {
        return areas.stream().map(Area::used).reduce(Bytes.ZERO, Bytes::plus);
    }

    /**
     * One area.
     *
     * @param path the device or the file
     * @param type {@code partition} or {@code file}
     * @param size its size
     * @param used used bytes
     * @param priority its priority; the kernel uses areas of higher priority first
     */
    public record Area(String path, String type, Bytes size, Bytes used, int priority) {

        public Area {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(size, "size");
            Objects.requireNonNull(used, "used");
        }
    }
}
