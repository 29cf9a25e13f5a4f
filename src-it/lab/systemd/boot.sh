#!/bin/bash
# Starts systemd as PID 1 of its own namespaces, on a copy of this machine's file system that is lost at its end. Memory, pools
# and THP modes are those of the machine. Needs root, systemd, overlayfs and cgroup2.
#
#   boot.sh WORK SHARED...    runs systemd until it is told to power off, or killed; WORK/pid has its process ID when it is up
#   nsenter --target PID --all -- COMMAND...    runs a command in it
#
# WORK is a folder for its files. The folders SHARED are those of the machine, also in there.
set -euo pipefail
work=$(readlink -f "$1")
shift
group=/sys/fs/cgroup
[ "$(stat -f -c %T $group)" = cgroup2fs ] || group=$group/unified
if ! [ -e $group/cgroup.procs ]; then
  group=$work/cgroup2
  mkdir -p "$group"
  mount -t cgroup2 none "$group"
fi
mine=$group/hp-lab-$$
mkdir "$mine"
leave() {
  local i
  # shellcheck disable=SC2046 # one word for each process
  kill -KILL -- $(cat "$mine"/cgroup.procs "$mine"/*/cgroup.procs "$mine"/*/*/cgroup.procs 2>/dev/null) 2>/dev/null || true
  for ((i = 0; i < 5; i++)); do
    find "$mine" -depth -type d -exec rmdir {} + 2>/dev/null && break
    sleep 0.5
  done
  rm -f "$work/pid"
}
trap leave EXIT
export HP_WORK=$work HP_SHARED=$*

# The shell in the new namespaces makes the root and becomes systemd.
inside=$(cat <<'INSIDE'
set -eu
mount --make-rprivate /
root=$HP_WORK/root
mkdir -p "$root" "$HP_WORK/layers"
mount -t tmpfs -o size=512m layers "$HP_WORK/layers"
mkdir "$HP_WORK/layers/upper" "$HP_WORK/layers/work"
mount -t overlay -o "lowerdir=/,upperdir=$HP_WORK/layers/upper,workdir=$HP_WORK/layers/work" root "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
# Only cgroup2: a JVM that finds mounts of version 1 outside of its namespace fails (CgroupV1SubsystemController.setPath).
umount -R -l "$root/sys/fs/cgroup"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 run "$root/run"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t tmpfs -o mode=755 dev "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for folder in $HP_SHARED; do
  mkdir -p "$root$folder"
  mount --rbind "$folder" "$root$folder"
done
# No unit of the machine: those of the lab only.
rm -rf "$root/etc/systemd/system" "$root/etc/machine-id"
mkdir -p "$root/etc/systemd/system"
echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
# The first service starts systemd-tmpfiles-setup, which would empty /tmp (tmpfiles.d/tmp.conf: "D /tmp").
mkdir -p "$root/etc/tmpfiles.d"
ln -sf /dev/null "$root/etc/tmpfiles.d/tmp.conf"
cat >"$root/etc/systemd/system/hp-lab.target" <<'UNIT'
[Unit]
Description=Lab of hp-jvm
AllowIsolate=yes
UNIT
cd "$root"
pivot_root . mnt
umount -l mnt
exec env -i container=hp-lab PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
  chroot . /lib/systemd/systemd --system --unit=hp-lab.target --show-status=no --log-target=console </dev/null
INSIDE
)
bash -c 'echo $$ >"$0/cgroup.procs"; exec unshare --cgroup --mount --pid --uts --ipc --fork --kill-child bash -c "$1"' \
  "$mine" "$inside" &
shell=$!
for ((i = 0; i < 600; i++)); do
  init=$(pgrep -P "$(pgrep -P $shell || echo $shell)" -x systemd || pgrep -P $shell -x systemd || true)
  if [ -n "$init" ] && nsenter --target "$init" --all systemctl is-system-running --quiet 2>/dev/null; then
    echo "$init" >"$work/pid"
    break
  fi
  kill -0 $shell 2>/dev/null || break
  sleep 0.1
done
wait $shell
