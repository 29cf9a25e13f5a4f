#!/bin/bash
# Copies what the readers read of this host into a new tree:
#   capture.sh TREE [PID...]     the PIDs become 4242, 4243, ...; the first one's control groups become the reader's own
# Edit by hand afterwards what names the machine: the kernel's command line, mounts, paths in smaps.
set -euo pipefail
tree=$1
shift
put() { # copies files if they can be read
  local file
  for file in "$@"; do
    [ -f "$file" ] || continue
    mkdir -p "$tree${file%/*}"
    cat "$file" > "$tree$file" 2>/dev/null || rm -f "$tree$file"
  done
}
put /proc/{meminfo,buddyinfo,vmstat,swaps,cmdline,pressure/memory,sys/kernel/osrelease,sys/kernel/arch}
for name in compact_unevictable_allowed compaction_proactiveness defrag_mode extfrag_threshold hugetlb_optimize_vmemmap \
    hugetlb_shm_group max_map_count min_free_kbytes nr_hugepages_mempolicy overcommit_memory overcommit_ratio swappiness \
    watermark_boost_factor zone_reclaim_mode; do
  put "/proc/sys/vm/$name"
done
if [ -r /proc/config.gz ]; then
  zcat /proc/config.gz | grep -E 'CONFIG_(TRANSPARENT|THP|READ_ONLY_THP|HUGETLB|CGROUP_HUGETLB|MEMCG|COMPACTION|PSI|NUMA)[A-Z_]*[= ]' |
    gzip -9n > "$tree/proc/config.gz"
fi
sed '/^$/q' /proc/cpuinfo > "$tree/proc/cpuinfo"
put $(find /sys/kernel/mm/*transparent_hugepage /sys/kernel/mm/hugepages -type f ! -name demote | sort)
put $(find /sys/devices/system/node/node*/hugepages -type f ! -name demote | sort)
put /sys/devices/system/cpu/online /sys/module/page_reporting/parameters/page_reporting_order
put /sys/bus/virtio/drivers/virtio_balloon/*/features /sys/hypervisor/type /sys/class/dmi/id/{sys_vendor,product_name,bios_vendor}
mkdir -p "$tree/proc/self"
put /proc/self/{mountinfo,limits}
cat "/proc/${1:-self}/cgroup" > "$tree/proc/self/cgroup"
printf '\6\0\0\0\0\0\0\0\0\20\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' > "$tree/proc/self/auxv" # AT_PAGESZ 4096
as=4242
for pid in "$@"; do
  mkdir -p "$tree/proc/$as"
  for name in smaps smaps_rollup cgroup cmdline stat; do
    cat "/proc/$pid/$name" > "$tree/proc/$as/$name"
  done
  sed -E "s/^((Tgid|Ngid|Pid|NSpid|NStgid|NSpgid|NSsid):).*/\1\t$as/; s/^PPid:.*/PPid:\t1/" "/proc/$pid/status" > "$tree/proc/$as/status"
  sed -i -E "s/^[0-9]+/$as/" "$tree/proc/$as/stat"
  as=$((as + 1))
done
