#!/usr/bin/env bash
# Installs hp-cli from signed repositories into roots that it throws away: check-repositories.sh DIR
#
#   DIR  folder that repositories.sh made
#
# It shows that apt and dnf verify what they install, and refuse a changed package, a changed list and another key. A check
# whose program is missing is named and left out. Nothing of this machine changes. It needs root.
set -euo pipefail
fail() {
  echo "check-repositories.sh: $*" >&2
  exit 1
}
[ $# = 1 ] || { sed -n '2,/^# whose/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ "$(id -u)" = 0 ] || fail "dpkg and dnf install into another root only as root"
dir=$(cd "$1" && pwd)
export PATH=$PATH:/usr/sbin:/sbin LC_ALL=C.UTF-8
work=$(mktemp -d)
finish() {
  gpgconf --homedir "$work/other" --kill all 2>/dev/null || true
  rm -rf -- "$work"
}
trap finish EXIT
log=$work/log

# Of all checks below: the program must fail, and must say so.
refused() { # WHAT MESSAGE COMMAND...
  local what=$1 message=$2
  shift 2
  if "$@" >"$log" 2>&1; then fail "$what is accepted"; fi
  grep -q -- "$message" "$log" || { cat "$log" >&2; fail "$what is refused for another reason"; }
  echo "  $what: refused"
}
passes() {
  "$@" >"$log" 2>&1 || { cat "$log" >&2; fail "failed: $*"; }
}
damage() { # FILE: changes one byte in the middle
  local middle=$(($(stat -c %s "$1") / 2)) byte
  byte=$(od -An -tu1 -j "$middle" -N 1 "$1")
  # shellcheck disable=SC2059
  printf "\\x$(printf %x $((byte ^ 1)))" | dd of="$1" bs=1 seek="$middle" conv=notrunc status=none
}
damaged=$work/damaged
copy() { # apt or rpm
  rm -rf -- "$damaged"
  mkdir "$damaged"
  cp -R -- "$dir/$1" "$damaged"
}
other_key() {
  mkdir -m 700 "$work/other"
  gpg --homedir "$work/other" --batch --quiet --passphrase '' --pinentry-mode loopback \
    --quick-generate-key 'another <another@example.com>' rsa3072 sign 1d 2>"$log"
  gpg --homedir "$work/other" --batch --armor --export >"$work/other.asc"
}
other_key

# apt: a root with the list of packages of this machine, so that libc6 counts as installed.
apt_root() { # REPOSITORY KEY
  rm -rf -- "$work/apt"
  mkdir -p "$work"/apt/{etc/apt/{apt.conf.d,preferences.d,sources.list.d,keyrings},usr/bin} \
    "$work"/apt/var/{cache/apt/archives/partial,lib/apt/lists/partial,lib/dpkg/{info,updates,triggers},log/apt}
  cp /var/lib/dpkg/status "$work/apt/var/lib/dpkg/status"
  cp "$2" "$work/apt/etc/apt/keyrings/hp-jvm.asc"
  sed "s|^URIs: .*|URIs: file://$1/apt|; s|^Signed-By: |&$work/apt|" "$dir/hp-jvm.sources" \
    >"$work/apt/etc/apt/sources.list.d/hp-jvm.sources"
  cat >"$work/apt.conf" <<CONF
Dir "$work/apt/";
Dir::State::status "$work/apt/var/lib/dpkg/status";
APT::Sandbox::User "root";
APT::Get::Assume-Yes "true";
Acquire::Languages "none";
DPkg::Options { "--root=$work/apt"; "--log=$work/apt/var/log/dpkg.log"; };
CONF
}
apt_get() {
  APT_CONFIG=$work/apt.conf DEBIAN_FRONTEND=noninteractive apt-get -q "$@"
}
if command -v apt-get >/dev/null; then
  apt_root "$dir" "$dir/hp-jvm.asc"
  passes apt_get update
  ! grep -q '^[WE]:' "$log" || { cat "$log" >&2; fail "apt-get update warns"; }
  passes apt_get install --no-install-recommends hp-cli
  said=$("$work/apt/usr/bin/hp-cli" --version)
  echo "apt: ${said%%$'\n'*}"
  passes dpkg --root="$work/apt" --verify hp-cli
  copy apt
  for deb in "$damaged"/apt/pool/main/h/hp-cli/*.deb; do damage "$deb"; done
  apt_root "$damaged" "$dir/hp-jvm.asc"
  passes apt_get update
  refused "a changed .deb" 'Hash Sum mismatch' apt_get install hp-cli
  copy apt
  for list in "$damaged"/apt/dists/stable/main/*/Packages*; do damage "$list"; done
  apt_root "$damaged" "$dir/hp-jvm.asc"
  refused "a changed list of packages" 'Hash Sum mismatch\|File has unexpected size' apt_get update
  copy apt
  sed -i 's/^Label: .*/Label: other/' "$damaged"/apt/dists/stable/{InRelease,Release}
  apt_root "$damaged" "$dir/hp-jvm.asc"
  refused "a changed InRelease" 'BADSIG\|invalid' apt_get -o APT::Update::Error-Mode=any update
  apt_root "$dir" "$work/other.asc"
  refused "another key" 'NO_PUBKEY' apt_get -o APT::Update::Error-Mode=any update
else
  echo "apt: not checked, apt-get is not on PATH"
fi

# rpm alone, which must demand a signature beside the digests.
rpms=("$dir"/rpm/packages/*.rpm)
keys() { # DATABASE ARGUMENT...
  rpmkeys --dbpath "$work/$1" --define '_pkgverify_level all' "${@:2}"
}
if command -v rpmkeys >/dev/null; then
  passes keys rpmdb --import "$dir/hp-jvm.asc"
  passes keys rpmdb --checksig "${rpms[@]}"
  ! grep -v 'digests signatures OK$' "$log" || fail "rpmkeys --checksig found no signature"
  echo "rpm: $(basename "${rpms[0]}"), digests and signatures are valid"
  cp "${rpms[0]}" "$work/changed.rpm"
  damage "$work/changed.rpm"
  refused "a changed .rpm" 'NOT OK' keys rpmdb --checksig "$work/changed.rpm"
  passes keys rpmdb-other --import "$work/other.asc"
  refused "another key" 'NOT OK' keys rpmdb-other --checksig "${rpms[0]}"
else
  echo "rpm: not checked, rpmkeys is not on PATH"
fi

dnf_root() { # REPOSITORY KEY
  rm -rf -- "$work/dnf" "$work/repos"
  mkdir -p "$work/dnf" "$work/repos"
  sed "s|^baseurl=.*|baseurl=file://$1/rpm|; s|^gpgkey=.*|gpgkey=file://$2|" "$dir/hp-jvm.repo" >"$work/repos/hp-jvm.repo"
  printf '[main]\nreposdir=%s\nplugins=0\nkeepcache=0\n' "$work/repos" >"$work/dnf.conf"
}
in_dnf() {
  dnf --quiet --assumeyes --config "$work/dnf.conf" --installroot "$work/dnf" --releasever 1 \
    install hp-cli
}
if command -v dnf >/dev/null; then
  dnf_root "$dir" "$dir/hp-jvm.asc"
  passes in_dnf
  said=$("$work/dnf/usr/bin/hp-cli" --version)
  echo "dnf: ${said%%$'\n'*}"
  passes rpm --root "$work/dnf" --verify hp-cli
  copy rpm
  for rpm in "$damaged"/rpm/packages/*.rpm; do damage "$rpm"; done
  dnf_root "$damaged" "$dir/hp-jvm.asc"
  refused "a changed .rpm" 'checksum' in_dnf
  copy rpm
  sed -i 's|<revision>.*</revision>|<revision>2</revision>|' "$damaged/rpm/repodata/repomd.xml"
  dnf_root "$damaged" "$dir/hp-jvm.asc"
  refused "a changed repomd.xml" 'GPG' in_dnf
  dnf_root "$dir" "$work/other.asc"
  refused "another key" 'GPG' in_dnf
else
  echo "dnf: not checked, dnf is not on PATH"
fi
