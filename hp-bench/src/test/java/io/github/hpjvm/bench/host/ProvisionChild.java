package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Provisions a fake host (undo folder, root, mode), prints READY and waits to be killed: {@code middle} in the second
 * write, {@code after} after all writes, {@code hook} too, with a shutdown hook that restores all values.
 */
final class ProvisionChild {
    private ProvisionChild() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String mode = arguments[2];
        HostFiles files = HostFiles.under(Path.of(arguments[1]));
        Provisioner provisioner = new Provisioner(
                new UndoFile(Path.of(arguments[0])),
                mode.equals("middle") ? hangingInSecondWrite(files) : files,
                () -> FakeHost.BOOT);
        if (mode.equals("hook")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> shutDown(provisioner)));
        }
        provisioner.apply(FakeHost.CHANGES);
        ready();
    }

    private static void shutDown(Provisioner provisioner) {
        try {
            provisioner.shutDown();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HostFiles hangingInSecondWrite(HostFiles files) {
        return new Hooked(files) {
            private int writes;

            @Override
            public void write(HostChange change) throws IOException {
                super.write(change);
                if (++writes == 2) {
                    ready();
                }
            }
        };
    }

    private static void ready() throws IOException {
        System.out.println("READY");
        System.in.read();
    }
}
