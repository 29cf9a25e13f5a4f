package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.emit.NodeSettings.PoolSize;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a DaemonSet that prepares nodes: a script in a ConfigMap saves the old value of each file, writes the new one, and
 * restores the old ones when its pod ends (kubernetes.io, "Pod Lifecycle", termination).
 */
final class NodeDaemonSet {
    private static final String SCRIPT = """
            #!/bin/sh
            # Prepares this node. Restores its old values when it gets SIGTERM, or when called with "undo".
            set -eu
            state=${HP_JVM_STATE:-/run/hp-jvm/node}
            changes=$state/changes

            # The value of a file: the choice in brackets, or all.
            value_of() {
              text=$(cat "$1")
              case $text in
                *'['*']'*)
                  text=${text#*'['}
                  text=${text%%']'*}
                  ;;
              esac
              printf '%s' "$text"
            }

            # change FILE VALUE: saves the old value, the last change first, and writes the new one.
            change() {
              now=$(value_of "$1")
              [ "$now" != "$2" ] || return 0
              saved=$(cat "$changes" 2>/dev/null || true)
              case " $saved" in
                *" $1 "*) ;;
                *) printf ' %s %s %s\\n%s\\n' "$1" "$now" "$2" "$saved" >"$changes" ;;
              esac
              printf '%s\\n' "$2" >"$1" || { echo "cannot write $2 to $1" >&2; return 0; }
              echo "$1: $now -> $(value_of "$1")"
            }

            # pool FILE PAGES: raises a pool, and never lowers it.
            pool() {
              now=$(value_of "$1")
              [ "$now" -lt "$2" ] || return 0
              change "$1" "$2"
              pools=changed
              now=$(value_of "$1")
              [ "$now" -ge "$2" ] || echo "$1: the kernel found memory for $now of $2 pages" >&2
            }

            undo() {
              [ -e "$changes" ] || return 0
              while read -r file old new; do
                [ -n "$file" ] || continue
                now=$(value_of "$file")
                case $file in
                  */nr_hugepages) printf '%s\\n' "$old" >"$file" ;;
                  *) if [ "$now" = "$new" ]; then printf '%s\\n' "$old" >"$file"; else echo "$file is $now: kept"; fi ;;
                esac
                echo "$file: $now -> $(value_of "$file")"
              done <"$changes"
              rm -f "$changes"
            }

            # The kubelet counts the pools when it starts.
            restart_kubelet() {
              [ "$pools" = changed ] && [ "${RESTART_KUBELET:-yes}" = yes ] || return 0
              nsenter -t 1 -m -- systemctl restart kubelet || echo "restart the kubelet of this node" >&2
            }

            pools=
            mkdir -p "$state"
            if [ "${1-}" = undo ]; then
              undo
              exit
            fi
            trap 'undo; exit 0' TERM INT
            """;

    private static final String END = """
            restart_kubelet
            [ "${1-}" != once ] || exit 0
            while :; do
              sleep 3600 &
              wait $!
            done
            """;

    private NodeDaemonSet() {}

    /** The script for these settings. */
    static List<String> script(NodeSettings settings) {
        List<String> lines = new ArrayList<>(SCRIPT.lines().toList());
        settings.pools().forEach((size, pages) -> lines.add("pool " + PoolSize.file(size) + " " + pages));
        settings.files().forEach(file -> lines.add("change " + file.file() + " " + file.value()));
        lines.addAll(END.lines().toList());
        return lines;
    }

    static List<String> lines(NodeSettings settings) {
        List<String> lines = new ArrayList<>(List.of(
                "apiVersion: v1",
                "kind: ConfigMap",
                "metadata:",
                "  name: hp-jvm-node",
                "  namespace: kube-system",
                "data:",
                "  prepare.sh: |"));
        script(settings).forEach(line -> lines.add(line.isEmpty() ? "" : "    " + line));
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
                  template:
                    metadata:
                      labels:
                        app.kubernetes.io/name: hp-jvm-node
                    spec:
                      hostPID: true
                      nodeSelector:
                        kubernetes.io/os: linux
                        hp-jvm: prepare
                      containers:
                        - name: prepare
                          image: "busybox:1.37"
                          command: ["/bin/sh", "/hp-jvm/prepare.sh"]
                          env:
                            - name: RESTART_KUBELET
                              value: "yes"
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
                              mountPath: /run/hp-jvm
                      terminationGracePeriodSeconds: 30
                      volumes:
                        - name: script
                          configMap:
                            name: hp-jvm-node
                        - name: state
                          hostPath:
                            path: /run/hp-jvm
                            type: DirectoryOrCreate
                """.lines().toList());
        return lines;
    }
}
