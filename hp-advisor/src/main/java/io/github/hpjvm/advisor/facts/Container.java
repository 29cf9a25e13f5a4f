package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.Optional;
import java.util.Set;

/**
 * The container of a process, as its control group or its mounts name it.
 *
 * @param runtime {@code docker}, {@code containerd}, {@code cri-o}, {@code podman}, {@code kubernetes} (the runtime
 *     is not known), {@code ecs}, {@code lxc} or {@code systemd-nspawn}
 * @param id id or name from the runtime; empty if only the pod is known
 * @param pod the uid of the Kubernetes pod, if there is one
 * @param qos the pod's class: {@code guaranteed}, {@code burstable} or {@code besteffort}
 */
public record Container(String runtime, Optional<String> id, Optional<String> pod, Optional<String> qos) {

    private static final Set<String> RECREATING = Set.of("docker", "containerd", "cri-o", "podman", "ecs");
    private static final int SHORT = 12;
    private static final int LONGEST = 128;

    public Container {
        runtime = Visible.name(runtime, LONGEST);
        id = id.map(Container::name);
        pod = pod.map(Container::name);
        qos = qos.map(Container::name);
    }

    private static String name(String text) {
        return Visible.name(text, LONGEST);
    }

    /** Returns whether it belongs to a pod of Kubernetes: then the kubelet sets its limits. */
    public boolean isPod() {
        return runtime.equals("kubernetes") || pod.isPresent();
    }

    /** Returns whether it ends with its program, so that each start makes its control groups anew. */
    public boolean isRecreated() {
        return isPod() || RECREATING.contains(runtime);
    }

    /** Runtime and id on one line, a long id cut to the twelve digits that runtimes show. */
    public String shortName() {
        String shown = id.map(s -> s.length() == 64 ? s.substring(0, SHORT) : s)
                .or(() -> pod.map(uid -> "pod " + uid))
                .orElse("");
        return (runtime + " " + shown).strip();
    }
}
