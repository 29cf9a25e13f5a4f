package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.ProcessLink;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.read.syscall.KernelAbi;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.read.syscall.NativeCalls;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;

/**
 * The access of this process to the attach socket and the trigger file of a target.
 *
 * <p>11 and newer accept root as a peer (JDK-8197387, jdk-11+17: {@code matches_effective_uid_and_gid_or_root} in
 * {@code attachListener_linux.cpp}), so root connects as root. 8 compares the peer's user and group with its own. So
 * does a JVM in another user namespace, where our root is another user. Root then acts as the {@link TargetUser}.
 */
sealed interface AttachAccess {

    /** The first release that accepts root as a peer. */
    int ACCEPTS_ROOT = 11;

    /**
     * Returns the access to a target; absent if it requires native calls that this JVM does not have.
     *
     * @param ownUid the effective user of this process
     * @param names of the socket, from the target's root on
     * @param owner the required owner of the socket
     * @param deadline of all accesses together, as {@link System#nanoTime}
     */
    static Fact<AttachAccess> to(
            Target target, long ownUid, List<String> names, Optional<UserPrincipal> owner, long deadline) {
        Path root = target.folder().resolve("root");
        boolean asUser = ownUid != target.uid()
                && (target.feature().orElse(0) < ACCEPTS_ROOT || isInOtherNamespace(target, "user"));
        if (!asUser && !isInOtherNamespace(target, "mnt")) {
            return Fact.known(new ByPath(new TargetFiles(root).path(names)), Source.of(root));
        }
        Optional<KernelAbi> abi = KernelAbi.here();
        Fact<NativeCalls> calls = abi.isPresent()
                ? NativeAccess.findForOnce()
                : Fact.absent(Reason.NOT_SUPPORTED, Source.of("os.arch", System.getProperty("os.arch", "")));
        if (calls instanceof Fact.Absent<NativeCalls> why) {
            return asUser
                    ? Fact.absent(
                            why.reason(),
                            Source.of(
                                    why.source().path(),
                                    "not attached: the JVM answers user " + target.uid()
                                            + " only, and acting as that user takes native calls: "
                                            + why.source().excerpt()),
                            why.grant())
                    : Fact.known(new ByPath(new TargetFiles(root).path(names)), Source.of(root));
        }
        if (asUser && (target.uid() < 0 || target.gid() < 0)) {
            return Fact.absent(Reason.MALFORMED, Source.of(target.folder().resolve("status"), "no Uid or no Gid"));
        }
        NativeCalls nativeCalls = calls.known().orElseThrow();
        Acting acting = asUser
                ? new TargetUser(nativeCalls, abi.get(), target.uid(), target.gid(), deadline)
                : Acting.asOurselves();
        return Fact.known(
                new Pinned(new SocketFile(nativeCalls, abi.get(), root, names, owner), acting), Source.of(root));
    }

    private static boolean isInOtherNamespace(Target target, String kind) {
        Optional<String> ours = ProcessLink.read(target.procRoot().resolve("self/ns/" + kind));
        return ours.isPresent() && !ours.equals(ProcessLink.read(target.folder().resolve("ns/" + kind)));
    }

    /** Connects a channel to the socket. */
    void connect(SocketChannel channel) throws IOException;

    /** Creates the empty trigger file in an open folder. */
    void create(TargetFiles.Folder folder, String name) throws IOException;

    /** Access as our own user and by the socket's path. The caller has checked that no link is on the way. */
    record ByPath(Path path) implements AttachAccess {
        @Override
        public void connect(SocketChannel channel) throws IOException {
            channel.connect(UnixDomainSocketAddress.of(path));
        }

        @Override
        public void create(TargetFiles.Folder folder, String name) throws IOException {
            folder.create(name);
        }
    }

    /**
     * Access by a descriptor of the socket, which cannot be exchanged for a link; as our own user or as the target's
     * user.
     */
    record Pinned(SocketFile file, Acting acting) implements AttachAccess {
        @Override
        public void connect(SocketChannel channel) throws IOException {
            try (SocketFile.Open socket = file.open()) {
                UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket.path());
                acting.run(() -> channel.connect(address));
            }
        }

        @Override
        public void create(TargetFiles.Folder folder, String name) throws IOException {
            acting.run(() -> folder.create(name));
        }
    }
}
