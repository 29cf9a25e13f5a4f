package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Container;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the container that a process runs in, by the paths of its control groups, or else by its mounts. */
public final class Containers {

    private static final String ID = "([0-9a-f]{64})";

    private record Form(Pattern pattern, String runtime) {
        Form(String regex, String runtime) {
            this(Pattern.compile(regex), runtime);
        }
    }

    /** Parts of paths: each known form of a path contains one of these. */
    private static final List<String> TELLING =
            List.of("docker", "containerd", "crio", "libpod", "lxc", "nspawn", "machine-", "nerdctl", "ecs", "pod");

    /** Patterns for paths. They are compiled only if a path may match: most do not. */
    private static final class OfPaths {
        /**
         * Forms of a part. The last part of a path that matches decides; these are tried in their order on each part.
         */
        static final List<Form> PARTS = List.of(
                new Form("docker-" + ID + "\\.scope", "docker"),
                new Form("cri-containerd-" + ID + "\\.scope", "containerd"),
                new Form("nerdctl-" + ID + "\\.scope", "containerd"),
                new Form("crio-" + ID + "(?:\\.scope)?", "cri-o"),
                new Form("libpod-(?:payload-)?" + ID + "(?:\\.scope)?", "podman"),
                new Form("lxc\\.payload\\.([\\w.-]+)", "lxc"),
                new Form("systemd-nspawn@([\\w.\\\\-]+)\\.service", "systemd-nspawn"),
                new Form("machine-((?!qemu|libvirt)[\\w.\\\\-]+)\\.scope", "systemd-nspawn"));

        /** Forms that need the part before them: a bare id or name is not enough. */
        static final List<Form> BELOW = List.of(
                new Form("docker", "docker"),
                new Form("ecs", "ecs"),
                new Form("lxc", "lxc"),
                new Form("lxc\\.payload", "lxc"),
                new Form("libpod_parent", "podman"));

        static final Pattern BARE_ID = Pattern.compile(ID);
        static final Pattern POD =
                Pattern.compile("(?:kubepods-(?:besteffort-|burstable-)?)?pod([0-9a-f][0-9a-f_-]{31,35})(?:\\.slice)?");
        static final Pattern ECS_TASK = Pattern.compile("[0-9a-f]{32}-\\d+");
    }

    /** Patterns for mounts below {@code /etc}, compiled on the same condition. */
    private static final class OfMounts {
        static final List<Form> MOUNTED = List.of(
                new Form("/docker/containers/" + ID + "/", "docker"),
                new Form("/(?:overlay|btrfs|vfs|zfs)-containers/" + ID + "/userdata/", "podman"),
                new Form("/io\\.containerd\\.[\\w.]+/[\\w.-]*/?sandboxes/" + ID + "/", "containerd"),
                new Form("/io\\.containerd\\.runtime\\.v2\\.task/[\\w.-]+/" + ID + "/", "containerd"));
        static final Pattern MOUNTED_POD = Pattern.compile("/pods/([0-9a-f-]{36})/etc-hosts$");
    }

    /** PATH_MAX of {@code include/uapi/linux/limits.h}. */
    private static final int LONGEST_PATH = 4096;

    private Containers() {}

    /** Returns the container that one of these paths of control groups names. */
    public static Optional<Container> ofPaths(Iterable<String> paths) {
        for (String path : paths) {
            Optional<Container> container = ofPath(path);
            if (container.isPresent()) {
                return container;
            }
        }
        return Optional.empty();
    }

    public static Optional<Container> ofPath(String path) {
        if (!mayTell(path)) {
            return Optional.empty();
        }
        String[] parts = path.split("/");
        String runtime = "";
        Optional<String> id = Optional.empty();
        Optional<String> pod = Optional.empty();
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].isEmpty()) {
                continue;
            }
            String before = i == 0 ? "" : parts[i - 1];
            Matcher inPod = OfPaths.POD.matcher(parts[i]);
            if (inPod.matches()) {
                pod = Optional.of(inPod.group(1).replace('_', '-'));
            }
            for (Form form : OfPaths.PARTS) {
                Matcher named = form.pattern().matcher(parts[i]);
                if (named.matches()) {
                    runtime = form.runtime();
                    id = Optional.of(named.group(1));
                }
            }
            for (Form form : OfPaths.BELOW) {
                if (form.pattern().matcher(before).matches()) {
                    runtime = form.runtime();
                    id = Optional.of(parts[i]);
                }
            }
            boolean bare = OfPaths.BARE_ID.matcher(parts[i]).matches()
                    || OfPaths.ECS_TASK.matcher(parts[i]).matches();
            if (bare && (pod.isPresent() || runtime.equals("ecs"))) {
                runtime = runtime.isEmpty() ? "kubernetes" : runtime;
                id = Optional.of(parts[i]);
            }
        }
        if (pod.isEmpty() && runtime.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Container(runtime.isEmpty() ? "kubernetes" : runtime, id, pod, pod.map(p -> qos(path))));
    }

    private static boolean mayTell(String path) {
        if (path.length() > LONGEST_PATH) {
            return false;
        }
        for (String word : TELLING) {
            if (path.contains(word)) {
                return true;
            }
        }
        return false;
    }

    private static String qos(String path) {
        if (path.contains("besteffort")) {
            return "besteffort";
        }
        return path.contains("burstable") ? "burstable" : "guaranteed";
    }

    /**
     * Returns the container that these mounts name. Inside a control group namespace the path of the group is only
     * {@code /}, but the mounts of the runtime, such as {@code /etc/hosts}, still show the host's names.
     */
    public static Optional<Container> ofMounts(List<Mounts.Mount> mounts) {
        Optional<String> pod = Optional.empty();
        for (Mounts.Mount mount : mounts) {
            if (!mount.point().startsWith("/etc/")) {
                continue;
            }
            Matcher hosts = OfMounts.MOUNTED_POD.matcher(mount.root());
            if (hosts.find()) {
                pod = Optional.of(hosts.group(1));
            }
        }
        for (Mounts.Mount mount : mounts) {
            if (!mount.point().startsWith("/etc/")) {
                continue;
            }
            for (Form form : OfMounts.MOUNTED) {
                Matcher named = form.pattern().matcher(mount.root());
                if (named.find()) {
                    return Optional.of(
                            new Container(form.runtime(), Optional.of(named.group(1)), pod, Optional.empty()));
                }
            }
        }
        return pod.map(uid -> new Container("kubernetes", Optional.empty(), Optional.of(uid), Optional.empty()));
    }
}
