/** Fills MIB of its heap, prints READY, and waits: {@code Fill MIB}. For JDK 8 and newer. */
public final class Fill {
    static byte[][] chunks;

    private Fill() {}

    public static void main(String[] args) throws InterruptedException {
        chunks = new byte[Integer.parseInt(args[0]) * 4][];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = new byte[(256 << 10) - 32];
        }
        System.out.println("READY");
        Thread.sleep(Long.MAX_VALUE);
    }
}
