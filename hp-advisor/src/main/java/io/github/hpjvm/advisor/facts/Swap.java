package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;

/**
 * Where memory can be swapped to ({@code /proc/swaps}).
 *
 * @param areas none if there is no swap
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
     * @param size how much fits
     * @param used how much is in it
     * @param priority the higher, the sooner it is used
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
