#!/usr/bin/env bash
# Unpacks Debian's builds of OpenJDK beside each other, for the tests that need real JVMs of several releases.
#
#   usage: install-jdks.sh [-d DIR] RELEASE...        e.g.  install-jdks.sh 8 11 21 25
#
# DIR/RELEASE is then a java home. Nothing is installed in the system, root is not needed, and a release that is
# there and starts is left alone. DIR is $HP_JDKS, or ~/.cache/hp-jvm/jdks (below XDG_CACHE_HOME if that is set).
# One line per release says what was got or why not; the exit code is 1 if one could not be had.
#
# They come from Debian's unstable suite (SUITE), the only one with all releases, from the mirror that this host's
# apt uses; apt checks their signatures. They need a newer glibc than an older host has. For such a host the glibc of
# the same suite is unpacked into DIR/.glibc, and only the executables of the JDKs use it.
set -euo pipefail

SUITE=${SUITE:-sid}
DIR=${HP_JDKS:-${XDG_CACHE_HOME:-$HOME/.cache}/hp-jvm/jdks}

usage() {
  echo "usage: install-jdks.sh [-d DIR] RELEASE..." >&2
  exit 2
}

while getopts d: option; do
  case $option in
    d) DIR=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage
for release; do
  [[ $release =~ ^[1-9][0-9]*$ ]] || usage
done

for tool in apt-get dpkg-deb flock; do
  command -v "$tool" >/dev/null || { echo "install-jdks.sh: needs $tool: this works on Debian and its like" >&2; exit 1; }
done

mkdir -p "$DIR"
DIR=$(cd -P "$DIR" && pwd)
exec 9>"$DIR/.lock"
flock 9

WORK=$(mktemp -d "$DIR/.work.XXXXXX")
trap 'rm -rf "$WORK"' EXIT

# version HOME: what its java calls itself; fails if it does not start.
version() {
  local said
  said=$(env -u JAVA_TOOL_OPTIONS -u JDK_JAVA_OPTIONS -u _JAVA_OPTIONS "$1/bin/java" -version 2>&1) || return 1
  sed -n 's/.* version "\([^"]*\)".*/\1/p;q' <<<"$said"
}

# An apt of our own: the host's settings and keys, but one source and no state of the host. A mirror may be frozen
# for years, for the sake of reproducible builds: old is as good, signed it must be.
private_apt() {
  apt-get -qq -o Dir::Etc::SourceList="$WORK/apt/sources" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
    -o Dir::State="$WORK/apt/state" -o Dir::State::status="$WORK/apt/status" -o Dir::Cache="$WORK/apt/cache" \
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false "$@"
}

# The mirrors of Debian's main archive that this host knows: first the one whose index it has read.
mirrors() {
  # shellcheck disable=SC2016 # apt fills these in, not the shell
  apt-get indextargets --format '$(LABEL) $(COMPONENT) $(REPO_URI)' | awk '$1 == "Debian" && $2 == "main" { print $3 }'
  cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\? *\([^ ]*\) .*/\2/p' | tr ' ' '\n' | grep debian | grep -v security
}

index_ready=
read_index() {
  [ -z "$index_ready" ] || return 0
  local mirror keys=/usr/share/keyrings/debian-archive-keyring.gpg options=target=Packages
  if [ -r "$keys" ]; then options="$options signed-by=$keys"; fi
  mkdir -p "$WORK/apt/state/lists/partial" "$WORK/apt/cache/archives/partial"
  : >"$WORK/apt/status"
  for mirror in $(mirrors | sed 's|/$||' | awk '!seen[$0]++'); do
    echo "deb [$options] $mirror $SUITE main" >"$WORK/apt/sources"
    if private_apt update --error-on=any 2>"$WORK/error"; then
      index_ready=yes
      return 0
    fi
  done
  echo "no mirror that apt knows here gives the index of Debian's $SUITE: $(sed -n '$p' "$WORK/error" 2>/dev/null)"
  return 1
}

# unpack FOLDER PACKAGE...
unpack() {
  local folder=$1 deb
  shift
  mkdir -p "$folder"
  rm -rf "$WORK/debs"
  mkdir "$WORK/debs"
  (cd "$WORK/debs" && private_apt download "$@") || return 1
  for deb in "$WORK"/debs/*.deb; do
    dpkg-deb -x "$deb" "$folder" || return 1
  done
}

# Links to /etc/java-N-openjdk and the like, turned to what was unpacked with them.
turn_links() {
  local link target
  find "$1" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    target=$1$(readlink "$link")
    if [ -e "$target" ]; then ln -sfnr "$target" "$link"; fi
  done
}

host_is_too_old() {
  local need have deb
  have=$(dpkg-query -W -f '${Version}\n' libc6 | head -n 1)
  for deb in "$WORK"/debs/*.deb; do
    for need in $(dpkg-deb -f "$deb" Depends | sed -n 's/.*libc6 (>= \([^)]*\)).*/\1/p'); do
      if dpkg --compare-versions "$have" lt "$need"; then return 0; fi
    done
  done
  return 1
}

# The loader of DIR/.glibc, unpacked when the first release needs it.
private_glibc() {
  if [ ! -x "$DIR/.glibc/ready" ]; then
    rm -rf "$DIR/.glibc"
    unpack "$DIR/.glibc" libc6 libgcc-s1 libstdc++6 zlib1g libnuma1 patchelf || return 1
    loader=$(find "$DIR/.glibc" -name 'ld-linux*.so.*' -type f -print -quit)
    [ -n "$loader" ] || return 1
    ln -s "$loader" "$DIR/.glibc/ready"
  fi
  loader=$(readlink "$DIR/.glibc/ready")
  libraries=$(find "$DIR/.glibc" \( -name libc.so.6 -o -name libz.so.1 -o -name libstdc++.so.6 -o -name libnuma.so.1 \) \
    -printf '%h\n' | sort -u | paste -sd :)
}

patch_executables() {
  local file path
  find "$1" -type f -perm -u+x ! -name '*.so' -print0 | while IFS= read -r -d '' file; do
    path=$(patchelf --print-rpath "$file" 2>/dev/null) || continue
    # An RPATH, not the RUNPATH of today: it is valid for what libjvm.so loads in turn.
    patchelf --set-interpreter "$loader" --force-rpath --set-rpath "${path:+$path:}$libraries" "$file"
  done
}

patchelf() {
  "$loader" --library-path "$libraries" "$DIR/.glibc/usr/bin/patchelf" "$@"
}

# fetch RELEASE: what goes wrong goes to stdout, in one line.
fetch() {
  local tree=$DIR/.$1 home
  read_index || return 1
  rm -rf "$tree" "${DIR:?}/$1"
  unpack "$tree" "openjdk-$1-jre-headless" "openjdk-$1-jdk-headless" 2>"$WORK/error" ||
    { echo "Debian's $SUITE does not give it: $(sed -n '$p' "$WORK/error")"; return 1; }
  turn_links "$tree"
  home=$(find "$tree/usr/lib/jvm" -mindepth 1 -maxdepth 1 -type d -name "java-$1-openjdk-*" -print -quit)
  if host_is_too_old; then
    private_glibc || { echo "it needs a newer glibc, and the download of glibc of $SUITE failed"; return 1; }
    patch_executables "$home"
  fi
  version "$home" >/dev/null || { echo "unpacked, but it does not start: $("$home/bin/java" -version 2>&1 | head -n 1)"; return 1; }
  ln -sr "$home" "$DIR/$1"
}

missing=0
for release; do
  if got=$(version "$DIR/$release"); then
    echo "$release: $got was there, $DIR/$release"
  elif fetch "$release" >"$WORK/said" 2>&1; then
    echo "$release: $(version "$DIR/$release"), $DIR/$release"
  else
    echo "$release: not available: $(sed -n '$p' "$WORK/said")"
    rm -rf "${DIR:?}/.$release"
    missing=1
  fi
done
exit "$missing"
