#!/usr/bin/env bash
# Makes signed repositories for apt and dnf: repositories.sh --key KEY [--url URL] FILES OUT
#
#   --key KEY  key of gpg that signs
#   --url URL  address under which OUT will be served. Default: OUT itself, as file:
#   FILES      folder with the .deb and the .rpm of one version. Each .rpm gets its signature there too
#   OUT        folder to make: apt, rpm, hp-jvm.asc (the key), hp-jvm.sources and hp-jvm.repo
set -euo pipefail
fail() {
  echo "repositories.sh: $*" >&2
  exit 1
}
usage() {
  sed -n '2,/^# Makes/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
key='' url='' places=()
while [ $# -gt 0 ]; do
  case $1 in
    --key | --url)
      [ $# -ge 2 ] || usage
      case $1 in --key) key=$2 ;; --url) url=$2 ;; esac
      shift
      ;;
    -*) usage ;;
    *) places+=("$1") ;;
  esac
  shift
done
if [ -z "$key" ] || [ ${#places[@]} != 2 ]; then usage; fi
for program in gpg apt-ftparchive createrepo_c rpmsign; do
  command -v "$program" >/dev/null || fail "$program is not on PATH: install apt-utils, createrepo-c and rpm"
done
mkdir -p -- "${places[1]}"
files=$(cd "${places[0]}" && pwd) out=$(cd "${places[1]}" && pwd)
url=${url:-file://$out}
shopt -s nullglob
debs=("$files"/*.deb) rpms=("$files"/*.rpm)
if [ ${#debs[@]} = 0 ] || [ ${#rpms[@]} = 0 ]; then fail "$files has no .deb or no .rpm: build with -Pdist"; fi

gpg --batch --armor --export "$key" >"$out/hp-jvm.asc"
[ -s "$out/hp-jvm.asc" ] || fail "gpg has no key $key"
sign() { # OPTION FILE SIGNATURE
  gpg --batch --yes --quiet --armor --local-user "$key" "$1" --output "$3" -- "$2"
}

# apt trusts the signed list of files, and each file by its SHA-256 there.
pool=pool/main/h/hp-cli
mkdir -p "$out/apt/$pool"
cp -p -- "${debs[@]}" "$out/apt/$pool"
cd "$out/apt"
architectures=$(for deb in "${debs[@]}"; do dpkg-deb --field "$deb" Architecture; done | sort -u | tr '\n' ' ')
for architecture in $architectures; do
  list=dists/stable/main/binary-$architecture
  mkdir -p "$list"
  apt-ftparchive --arch "$architecture" packages pool >"$list/Packages"
  gzip -n -9 -k -f "$list/Packages"
done
apt-ftparchive -o APT::FTPArchive::Release::Origin=hp-jvm -o APT::FTPArchive::Release::Label=hp-jvm \
  -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Codename=stable \
  -o APT::FTPArchive::Release::Components=main -o "APT::FTPArchive::Release::Architectures=${architectures% }" \
  release dists/stable >"$out/Release"
mv "$out/Release" dists/stable/Release
sign --clearsign dists/stable/Release dists/stable/InRelease
sign --detach-sign dists/stable/Release dists/stable/Release.gpg
cat >"$out/hp-jvm.sources" <<SOURCES
Types: deb
URIs: $url/apt
Suites: stable
Components: main
Architectures: ${architectures% }
Signed-By: /etc/apt/keyrings/hp-jvm.asc
SOURCES

# dnf verifies the list (repo_gpgcheck) and the header of each package (gpgcheck).
rpmsign --define "__gpg $(command -v gpg)" --define "_gpg_name $key" --define "_gpg_digest_algo sha256" --addsign \
  -- "${rpms[@]}" >/dev/null 2>"$out/log" || { cat "$out/log" >&2; fail "rpmsign failed"; }
rm "$out/log"
mkdir -p "$out/rpm/packages"
cp -p -- "${rpms[@]}" "$out/rpm/packages"
createrepo_c --quiet --no-database --revision 1 "$out/rpm"
sign --detach-sign "$out/rpm/repodata/repomd.xml" "$out/rpm/repodata/repomd.xml.asc"
cat >"$out/hp-jvm.repo" <<REPO
[hp-jvm]
name=hp-jvm
baseurl=$url/rpm
enabled=1
gpgcheck=1
repo_gpgcheck=1
gpgkey=$url/hp-jvm.asc
REPO
