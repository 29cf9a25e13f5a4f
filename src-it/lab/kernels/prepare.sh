#!/usr/bin/env bash
# Prepares guests of guests.txt: downloads Debian's kernels and Java runtimes, and makes what boot.sh boots.
#
#   usage: prepare.sh GUEST...                e.g.  prepare.sh 6.1-amd64 6.12-arm64-16k
#
# All files are in $HP_KERNELS, or ~/.cache/hp-jvm/kernels (below XDG_CACHE_HOME if that is set). What is there is kept:
# remove a folder of kernels/, a root-*.img, or apt/ to get it anew.
#
#   kernels/GUEST/{vmlinuz,initrd.gz,config}   a kernel, and an initramfs with the modules for disks, without its init
#   root-ARCHITECTURE.img                      busybox, libc and the runtimes, as a file system
#   apt/, debs/                                an apt with lists of its own, and what it downloaded
#
# The packages come from the Debian mirror that this machine's apt uses, and apt checks their signatures. The lists of the
# system are neither read nor written. One line on stderr says which guest could not be prepared; the exit code is then 1.
set -euo pipefail

here=$(cd -P "$(dirname "$0")" && pwd)
cache=${HP_KERNELS:-${XDG_CACHE_HOME:-$HOME/.cache}/hp-jvm/kernels}
runtimes='openjdk-8-jre-headless/sid openjdk-11-jre-headless/sid openjdk-17-jre-headless/bookworm
  openjdk-21-jre-headless/trixie openjdk-25-jre-headless/trixie'
system='libc6/trixie libgcc-s1/trixie libstdc++6/trixie zlib1g/trixie'

[ $# -gt 0 ] || { echo "usage: prepare.sh GUEST..." >&2; exit 2; }
for tool in apt-get dpkg-deb depmod cpio mke2fs xz qemu-x86_64 qemu-aarch64; do
  PATH=$PATH:/sbin:/usr/sbin command -v "$tool" >/dev/null || { echo "prepare.sh: needs $tool" >&2; exit 1; }
done
PATH=$PATH:/sbin:/usr/sbin

# line GUEST: prints its architecture, suite and packages.
line() {
  awk -v name="$1" '$1 == name { print $2, $3, $4; found = 1 } END { exit !found }' "$here/guests.txt" ||
    { echo "prepare.sh: guests.txt has no guest $1" >&2; return 1; }
}

# A guest that is ready does not wait for another one that is prepared at this time.
missing=()
for guest; do
  arch=$(line "$guest")
  [ -e "$cache/kernels/$guest/ready" ] && [ -e "$cache/root-${arch%% *}.img" ] || missing+=("$guest")
done
[ ${#missing[@]} -gt 0 ] || exit 0

mkdir -p "$cache"/{apt/lists/partial,apt/cache/archives/partial,debs,kernels}
cache=$(cd -P "$cache" && pwd)
exec 9>"$cache/.lock"
flock 9
# of runs that were killed
find "$cache" -maxdepth 1 \( -name '.work.*' -o -name '.boot.*' -mmin +1440 \) -exec rm -rf {} +
work=$(mktemp -d "$cache/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT

mirrors() {
  # shellcheck disable=SC2016 # apt fills these in, not the shell
  apt-get indextargets --format '$(LABEL) $(COMPONENT) $(REPO_URI)' | awk '$1 == "Debian" && $2 == "main" { print $3 }'
  cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\? *\([^ ]*\) .*/\2/p' | tr ' ' '\n' | grep debian | grep -v security
}

# own COMMAND ARGUMENT...: an apt with the host's settings and keys, and with its own sources and state.
own() {
  local command=$1
  shift
  "$command" -qq -o Dir::Etc::SourceList="$cache/apt/sources" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
    -o Dir::State="$cache/apt" -o Dir::State::status="$cache/apt/status" -o Dir::Cache="$cache/apt/cache" \
    -o APT::Architecture=amd64 -o APT::Architectures::=amd64 -o APT::Architectures::=arm64 \
    -o APT::Sandbox::User="$(id -un)" -o APT::Get::List-Cleanup=false -o Acquire::Retries=3 \
    -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false "$@"
}

lists() {
  [ ! -e "$cache/apt/ready" ] || return 0
  local mirror suite keys=/usr/share/keyrings/debian-archive-keyring.gpg options='arch=amd64,arm64 target=Packages'
  if [ -r "$keys" ]; then options="$options signed-by=$keys"; fi
  : >"$cache/apt/status"
  for mirror in $(mirrors | sed 's|/$||' | awk '!seen[$0]++'); do
    for suite in bullseye bookworm trixie sid; do echo "deb [$options] $mirror $suite main"; done >"$cache/apt/sources"
    if own apt-get update --error-on=any >&2; then
      touch "$cache/apt/ready"
      return 0
    fi
  done
  echo "no mirror that apt knows here gives the indexes of Debian" >&2
  return 1
}

# get ARCHITECTURE PACKAGE/SUITE...: prints the names of their files, which are downloaded if they are missing.
get() {
  local arch=$1 name folder
  shift
  for name; do
    folder=$cache/debs/${name%/*}-${name#*/}-$arch
    if [ ! -e "$folder/ready" ]; then
      rm -rf "$folder"
      mkdir -p "$folder"
      (cd "$folder" && own apt-get download "${name%/*}:$arch/${name#*/}" >&2) || return 1
      touch "$folder/ready"
    fi
    echo "$folder"/*.deb
  done
}

# newest ARCHITECTURE SUITE EXPRESSION: the packages that match, of the newest version only.
newest() {
  local names all version
  mapfile -t names < <(own apt-cache pkgnames linux- | grep -xE "$3" | grep -vE -- '-rt-|-dbg$|-unsigned$' | sort -u)
  [ ${#names[@]} -gt 0 ] || return 0
  all=$(own apt-cache madison "${names[@]}" | awk -F'|' -v place=" $2/main $1 " '
    index($3, place) { sub(/:[a-z0-9]+ *$/, " ", $1); print $1, $2 }')
  version=$(awk '{ print $2 }' <<<"$all" | sort -V | tail -n 1)
  awk -v version="$version" '$2 == version { print $1 }' <<<"$all"
}

# unpack FOLDER DEB [OPTION OF TAR...]
unpack() {
  mkdir -p "$1"
  dpkg-deb --fsys-tarfile "$2" | tar -x -C "$1" --keep-directory-symlink "${@:3}"
}

busybox() { # ARCHITECTURE FILE
  dpkg-deb --fsys-tarfile "$(get "$1" busybox-static/trixie)" | tar -xO --wildcards '*/bin/busybox' >"$2"
  chmod 755 "$2"
}

# initramfs FOLDER ARCHITECTURE OUTPUT: FOLDER may have modules in m/, in the order of m/order.
initramfs() {
  mkdir -p "$1"/{bin,m,proc,sys,dev,newroot}
  touch "$1/m/order"
  busybox "$2" "$1/bin/busybox"
  (cd "$1" && find . | cpio -o -H newc --quiet | gzip -1) >"$3"
}

# modules TREE FOLDER: copies the modules for the disks, in the order of their dependencies.
modules() {
  local release module path name
  release=$(basename "$1"/lib/modules/*)
  mkdir -p "$2"
  depmod -b "$1" "$release"
  for module in virtio_pci virtio_mmio virtio_blk ext4; do
    while read -r path; do
      name=$(basename "${path%%.ko*}")
      [ ! -e "$2/$name.ko" ] || continue
      case $path in
        *.xz) xz -dc "$path" ;;
        *.gz) gzip -dc "$path" ;;
        *.zst) zstd -qdc "$path" ;;
        *) cat "$path" ;;
      esac >"$2/$name.ko"
      echo "$name" >>"$2/order"
    done < <(modprobe -d "$1" -S "$release" --show-depends "$module" 2>/dev/null | awk '$1 == "insmod" { print $2 }')
  done
}

# kernel GUEST ARCHITECTURE SUITE EXPRESSION
kernel() {
  local out=$cache/kernels/$1 tree=$work/$1 name deb
  local -a names
  [ ! -e "$out/ready" ] || return 0
  mapfile -t names < <(newest "$2" "$3" "$4")
  [ ${#names[@]} -gt 0 ] || { echo "$3 has no package $4" >&2; return 1; }
  rm -rf "$out"
  mkdir -p "$out" "$tree/ram"
  if [[ ${names[0]} = linux-source-* ]]; then
    # a package for all architectures has that of the own apt
    deb=$(get amd64 "${names[0]}/$3") || return 1
    "$here/build-64k.sh" "$deb" "$cache/source" "$out" || return 1
  else
    for name in "${names[@]}"; do
      deb=$(get "$2" "$name/$3") || return 1
      unpack "$tree" "$deb" --exclude='*/drivers/gpu' --exclude='*/drivers/net' --exclude='*/drivers/media' --exclude='*/sound'
    done
    if [ -d "$tree/usr/lib/modules" ]; then
      mkdir -p "$tree/lib"
      mv "$tree/usr/lib/modules" "$tree/lib/"
    fi
    cp "$(find "$tree" -name 'vmlinu[xz]*' -type f -print -quit)" "$out/vmlinuz"
    find "$tree" -name 'config-*' -type f -exec cp {} "$out/config" \;
    modules "$tree" "$tree/ram/m"
  fi
  initramfs "$tree/ram" "$2" "$out/initrd.gz"
  rm -rf "$tree"
  printf '%s\n' "${names[@]}" >"$out/ready"
}

# root ARCHITECTURE: the file system of the guests. The postinst of the packages of JDK 8 and 11 makes their CDS archive.
root() {
  local tree=$work/root-$1 image=$cache/root-$1.img qemu=qemu-x86_64 name deb home jvm java
  [ ! -e "$image" ] || return 0
  [ "$1" = amd64 ] || qemu='qemu-aarch64'
  mkdir -p "$tree"/{usr/bin,usr/sbin,usr/lib,usr/lib64,proc,sys,dev,tmp,run,etc,root}
  for name in bin sbin lib lib64; do ln -s "usr/$name" "$tree/$name"; done
  for name in $system $runtimes; do
    deb=$(get "$1" "$name") || return 1
    unpack "$tree" "$deb" --exclude='./usr/share/*' --exclude='*/jmods' --exclude='*.diz' --exclude='*_coh.jsa'
    case $name in openjdk-*)
      name=${name#openjdk-}
      home=$(cd "$tree/usr/lib/jvm" && echo "java-${name%%-*}-openjdk-$1")
      ln -s "$home" "$tree/usr/lib/jvm/${name%%-*}"
      # 21.0.13+8-1~deb13u1 is 21.0.13, and 8u504-b01-1 is 8u504
      echo "${name%%-*} $(dpkg-deb -f "$deb" Version | sed 's/[-+~].*//')" >>"$tree/etc/jdks"
      ;;
    esac
  done
  busybox "$1" "$tree/usr/bin/busybox"
  "$qemu" "$tree/usr/bin/busybox" --list | while read -r name; do
    [ -e "$tree/usr/bin/$name" ] || ln -s busybox "$tree/usr/bin/$name"
  done
  echo 'root:x:0:0:root:/root:/bin/sh' >"$tree/etc/passwd"
  echo 'root:x:0:' >"$tree/etc/group"
  echo '127.0.0.1 localhost guest' >"$tree/etc/hosts"
  ln -s /proc/mounts "$tree/etc/mtab"
  for home in "$tree"/usr/lib/jvm/{8,11}; do
    jvm=$(find "$home/" -name libjvm.so -print -quit)
    java=$(find "$home/" -path '*/bin/java' -type f -print -quit)
    [ -e "${jvm%libjvm.so}classes.jsa" ] || "$qemu" -L "$tree" "$java" -Xshare:dump >"$work/cds.log" 2>&1 ||
      echo "JDK ${home##*/} of $1 has no CDS archive: $(tail -n 1 "$work/cds.log")" >&2
  done
  truncate -s "$(($(du -sm "$tree" | cut -f1) * 115 / 100 + 32))M" "$work/root.img"
  mke2fs -q -F -t ext4 -O ^has_journal,^metadata_csum -d "$tree" "$work/root.img"
  rm -rf "$tree"
  mv "$work/root.img" "$image"
}

# In a condition, bash would ignore errors within the function: each guest has a shell of its own.
prepare() (
  set -e
  read -r arch suite expression < <(line "$1")
  lists
  root "$arch"
  kernel "$1" "$arch" "$suite" "$expression"
)

failed=0
for guest in "${missing[@]}"; do
  set +e
  prepare "$guest" </dev/null
  code=$?
  set -e
  [ $code = 0 ] || { echo "prepare.sh: $guest could not be prepared" >&2; failed=1; }
done
exit $failed
