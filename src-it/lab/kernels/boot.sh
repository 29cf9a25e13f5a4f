#!/usr/bin/env bash
# Boots a guest that prepare.sh prepared, under emulation (QEMU, TCG: no KVM), and unpacks its results.
#
#   usage: boot.sh GUEST HP_CLI RESULTS       HP_CLI: a folder with bin/hp-cli. A runtime in it is used if it is of the
#                                             architecture of the guest
#
#   STATES       groups of jvms.txt, default: "madvise always never shmem hugetlb commands campaign"
#   JVMS         a regular expression of names of jvms.txt, default: all
#   LIMIT        seconds until the guest is ended, default 7200. Results of the groups before that are kept
#   BOOT_LIMIT   seconds until the first line of run.sh, default 300
#   PATIENCE     of hp-cli, default 20
#
# Exit codes: 0 if the guest finished, 3 if it did not boot, 4 if it did not finish.
set -euo pipefail

here=$(cd -P "$(dirname "$0")" && pwd)
cache=${HP_KERNELS:-${XDG_CACHE_HOME:-$HOME/.cache}/hp-jvm/kernels}
[ $# = 3 ] || { echo "usage: boot.sh GUEST HP_CLI RESULTS" >&2; exit 2; }
guest=$1 tool=$2 results=$3
read -r _ arch _ _ memory heap < <(awk -v name="$guest" '$1 == name' "$here/guests.txt")
kernel=$cache/kernels/$guest
[ -e "$kernel/ready" ] || { echo "boot.sh: $guest is not prepared" >&2; exit 3; }

rm -rf "$results"
mkdir -p "$results"
work=$(mktemp -d "$cache/.boot.XXXXXX")
qemu=
end() {
  [ -z "$qemu" ] || kill -KILL "$qemu" 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT
trap 'exit 143' INT TERM

mkdir "$work/job" "$work/init"
cp "$here/guest/init" "$work/init/"
chmod 755 "$work/init/init"
{
  cat "$kernel/initrd.gz"
  (cd "$work/init" && echo init | cpio -o -H newc --quiet | gzip -1)
} >"$work/initrd"
cp "$here"/guest/run.sh "$here/jvms.txt" "$work/job/"
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -Xlint:-options --release 8 -d "$work/job" "$here/guest/Fill.java"
cp -r "$tool" "$work/job/hp-cli"
# e_machine of its ELF header
case $arch in amd64) elf=3e ;; arm64) elf=b7 ;; esac
if [ -e "$tool/runtime" ] && [ "$(od -An -tx1 -j18 -N1 "$tool/runtime/bin/java" | tr -d ' ')" != "$elf" ]; then
  rm -rf "$work/job/hp-cli/runtime" "$work/job/hp-cli/lib/hp-cli.aot"
fi
{
  echo "HEAP=$heap PATIENCE=${PATIENCE:-20} STATES='${STATES:-madvise always never shmem hugetlb commands campaign}'"
  echo "JVMS='${JVMS:-.*}'"
} >"$work/job/job.env"
tar -cf "$work/job.tar" -C "$work/job" .
truncate -s %512 "$work/job.tar"
truncate -s 256M "$work/out.img"

# On a busy host the guest misses ticks, and timer_irq_works (arch/x86/kernel/apic/io_apic.c) then ends in a panic.
case $arch in
  amd64) machine=(qemu-system-x86_64 -M pc -cpu max) bus=virtio-blk-pci console='ttyS0 no_timer_check' ;;
  arm64) machine=(qemu-system-aarch64 -M 'virt,gic-version=3' -cpu neoverse-n1) bus=virtio-blk-device console=ttyAMA0 ;;
esac
disks=()
disk() { # SERIAL FILE [OPTION]
  disks+=(-drive "file=$2,if=none,id=$1,format=raw${3:-}" -device "$bus,drive=$1,serial=$1")
}
disk root "$cache/root-$arch.img" ,readonly=on
disk job "$work/job.tar" ,readonly=on
disk out "$work/out.img"
nice -n 10 "${machine[@]}" -accel tcg,thread=multi,tb-size=256 -smp 2 -m "$memory" -nographic -no-reboot -nodefaults \
  -serial stdio -kernel "$kernel/vmlinuz" -initrd "$work/initrd" "${disks[@]}" \
  -append "console=$console panic=-1 loglevel=4 mitigations=off nowatchdog rcupdate.rcu_cpu_stall_suppress=1" \
  </dev/null >"$results/console.log" 2>&1 &
qemu=$!

begin=$SECONDS
while kill -0 "$qemu" 2>/dev/null; do
  if [ $((SECONDS - begin)) -ge "${LIMIT:-7200}" ]; then break; fi
  if [ $((SECONDS - begin)) -ge "${BOOT_LIMIT:-300}" ] && ! grep -q 'lab: .* started' "$results/console.log"; then break; fi
  sleep 1
done
kill -KILL "$qemu" 2>/dev/null || true
wait "$qemu" 2>/dev/null || true
qemu=
tar -xf "$work/out.img" -C "$results" 2>/dev/null || true
if [ ! -e "$results/log" ] && ! grep -q 'lab: .* started' "$results/console.log"; then exit 3; fi
grep -q 'lab: .* finished' "$results/console.log" || exit 4
