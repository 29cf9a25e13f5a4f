package io.github.hpjvm.os.text;

/** Text of a size in bytes. */
public final class BinarySize {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private BinarySize() {}

    /** Returns the size in the largest unit that expresses it in quarters: {@code 1.5 GiB}, {@code 1025 B}. */
    public static String of(long bytes) {
        int rank = bytes == 0 ? 0 : (63 - Long.numberOfLeadingZeros(bytes)) / 10;
        while (rank > 0 && (bytes & ((1L << (10 * rank - 2)) - 1)) != 0) {
            rank--;
        }
        long whole = bytes >> (10 * rank);
        int quarters = rank == 0 ? 0 : (int) (bytes >> (10 * rank - 2)) & 3;
        String fraction = switch (quarters) {
            case 1 -> ".25";
            case 2 -> ".5";
            case 3 -> ".75";
            default -> "";
        };
        return whole + fraction + " " + UNITS[rank];
    }
}
