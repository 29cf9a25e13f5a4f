package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.emit.NodeSettings.PoolSize;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes a DaemonSet that prepares nodes: a script in a ConfigMap saves the old value of each file and writes the new one.
 * The values stay when its pod ends, because other pods use them: "undo" restores the old ones. The kubelet reads the pools
 * only when it starts, so it is restarted after each change, also after the old values are restored. It then admits the pods
 * of the node anew and ends those that do not fit (HandlePodAdditions in {@code pkg/kubelet/kubelet.go}). So no pod of the
 * DaemonSet is replaced by itself.
 */
final class NodeDaemonSet {
    private static final String SCRIPT = """
            #!/bin/sh
            # Prepares this node. Called with "undo" it restores the old values; they stay when it ends.
            set -eu
            state=${HP_JVM_STATE:-/run/hp-jvm-node}
            changes=$state/changes

            # Says why, and makes the pod not ready; the other settings follow.
            failed() {
              echo "$1" >&2
              : >"$state/short"
            }
            """;

    private static final String START = """

            # The kubelet counts the pools when it starts.
            restart_kubelet() {
              [ "$pools" = changed ] && [ "${RESTART_KUBELET:-yes}" = yes ] || return 0
              nsenter -t 1 -m -- systemctl restart kubelet ||
                failed "the kubelet was not restarted: restart it on this node, then delete this pod"
            }

            pools=
            mkdir -p "$state"
            rm -f "$state/short" "$state/done"
            if [ "${1-}" = undo ]; then
              undo
              restart_kubelet
              exit 0
            fi
            trap 'exit 0' TERM INT
            """;

    private static final String END = """
            restart_kubelet
            : >"$state/done"
            if [ "${1-}" = once ]; then
              [ ! -e "$state/short" ]
              exit
            fi
            while :; do
              sleep 3600 &
              wait $!
            done
            """;

    private NodeDaemonSet() {}

    /** The script for these settings. */
    static List<String> script(NodeSettings settings) {
        List<String> lines = new ArrayList<>(SCRIPT.lines().toList());
        lines.addAll(HostScript.functions());
        lines.addAll(START.lines().toList());
        settings.pools().forEach((size, pages) -> lines.add("pool " + PoolSize.file(size) + " " + pages));
        settings.files().forEach(file -> lines.add("change " + file.file() + " " + file.value()));
        lines.addAll(END.lines().toList());
        return lines;
    }

    /** A name for a script, which differs for another script. */
    private static String hash(List<String> script) {
        try {
            byte[] bytes = String.join("\n", script).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }

    /** The documents. The template has the hash of the script, so that the status of the DaemonSet counts outdated pods. */
    static List<String> lines(NodeSettings settings) {
        List<String> script = script(settings);
        List<String> lines = new ArrayList<>(List.of(
                "apiVersion: v1",
                "kind: ConfigMap",
                "metadata:",
                "  name: hp-jvm-node",
                "  namespace: kube-system",
                "data:",
                "  prepare.sh: |"));
        script.forEach(line -> lines.add(line.isEmpty() ? "" : "    " + line));
        lines.addAll("""
                ---
                apiVersion: apps/v1
                kind: DaemonSet
                metadata:
                  name: hp-jvm-node
                  namespace: kube-system
                  labels:
                    app.kubernetes.io/name: hp-jvm-node
                spec:
                  selector:
                    matchLabels:
                      app.kubernetes.io/name: hp-jvm-node
                  updateStrategy:
                    type: OnDelete
                  template:
                    metadata:
                      labels:
                        app.kubernetes.io/name: hp-jvm-node
                      annotations:
                        hp-jvm/script-hash: "HASH"
                    spec:
                      hostPID: true
                      nodeSelector:
                        kubernetes.io/os: linux
                        hp-jvm: prepare
                      tolerations:
                        - operator: Exists
                      containers:
                        - name: prepare
                          image: "busybox:1.37"
                          command: ["/bin/sh", "/hp-jvm/prepare.sh"]
                          env:
                            - name: RESTART_KUBELET
                              value: "yes"
                          readinessProbe:
                            exec:
                              command: ["/bin/sh", "-c", "cd /run/hp-jvm-node && [ -e done ] && [ ! -e short ]"]
                          securityContext:
                            privileged: true
                          resources:
                            requests:
                              cpu: 10m
                              memory: 16Mi
                            limits:
                              memory: 32Mi
                          volumeMounts:
                            - name: script
                              mountPath: /hp-jvm
                              readOnly: true
                            - name: state
                              mountPath: /run/hp-jvm-node
                      terminationGracePeriodSeconds: 30
                      volumes:
                        - name: script
                          configMap:
                            name: hp-jvm-node
                        - name: state
                          hostPath:
                            path: /run/hp-jvm-node
                            type: DirectoryOrCreate
                """.replace("HASH", hash(script)).lines().toList());
        return lines;
    }
}
