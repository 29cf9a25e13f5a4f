#!/usr/bin/env bash
# Builds an aarch64 kernel with base pages of 64 KiB (THP of 512 MiB): no package of Debian has one. What a guest needs is
# built in, there are no modules.
#
#   usage: build-64k.sh DEB SOURCE OUTPUT      DEB: Debian's linux-source-VERSION; writes OUTPUT/{vmlinuz,config}
#
# Needs gcc-aarch64-linux-gnu flex bison bc make libssl-dev libelf-dev. The options are those of 64k.config.
set -euo pipefail

here=$(cd -P "$(dirname "$0")" && pwd)
[ $# = 3 ] || { echo "usage: build-64k.sh DEB SOURCE OUTPUT" >&2; exit 2; }
deb=$1 source=$2 output=$3
for tool in aarch64-linux-gnu-gcc flex bison bc make; do
  command -v "$tool" >/dev/null || { echo "build-64k.sh: needs $tool" >&2; exit 1; }
done

name=$(basename "$deb" .deb)
tree=$source/${name%%_*} build=$source/build-64k
if [ ! -e "$tree/ready" ]; then
  rm -rf "$tree"
  mkdir -p "$tree"
  dpkg-deb --fsys-tarfile "$deb" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
    tar -xJ -C "$tree" --strip-components=1
  touch "$tree/ready"
fi
mkdir -p "$build" "$output"
kbuild() {
  nice -n 10 make -C "$tree" O="$build" ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- -j"$(nproc)" "$@"
}
kbuild KCONFIG_ALLCONFIG="$here/64k.config" allnoconfig >"$build/build.log"
# What a dependency switched off would be missed in the guest.
missing=$(grep '^CONFIG' "$here/64k.config" | grep -vxFf "$build/.config" || true)
[ -z "$missing" ] || { echo "build-64k.sh: not set: $missing" >&2; exit 1; }
kbuild Image >>"$build/build.log" 2>&1 || { tail -n 20 "$build/build.log" >&2; exit 1; }
cp "$build/arch/arm64/boot/Image" "$output/vmlinuz"
cp "$build/.config" "$output/config"
