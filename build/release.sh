#!/usr/bin/env bash
# Makes and checks the files of a release. It uploads nothing: see RELEASING.md.
#
#   release.sh --rehearse [OPTION...] DIR    signs with a key that it makes, and removes afterwards
#   release.sh --key KEY [OPTION...] DIR     signs with this key of gpg
#
#   --dist-jdk HOME    also make the self-contained archive, and the packages with signed repositories for apt and dnf,
#                      with this JDK 25 or newer
#   --url URL          address under which DIR/packages will be served
#   --base IMAGE       also make a container image on this image, with podman
#   --modules LIST     build these modules only, as for -pl of Maven (a rehearsal)
#
# A rehearsal may leave out the options; a release needs --dist-jdk and --url.
#
# DIR must be absent or empty. The plugins of the checking project come from MAVEN_LOCAL_REPOSITORY, by default
# ~/.m2/repository, or are downloaded.
set -euo pipefail
start=$PWD
cd "$(dirname "$0")/.."

fail() {
  echo "release.sh: $*" >&2
  exit 1
}

usage() {
  sed -n '2,/^# ~/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

rehearsal='' key='' dist='' url='' base='' modules='' out='' maven=(-q -B -ntp)
while [ $# -gt 0 ]; do
  case $1 in
    --rehearse) rehearsal=yes ;;
    --key | --dist-jdk | --url | --base | --modules)
      [ $# -ge 2 ] || usage
      case $1 in
        --key) key=$2 ;;
        --dist-jdk) dist=$2 ;;
        --url) url=$2 ;;
        --base) base=$2 ;;
        --modules) modules=$2 ;;
      esac
      shift
      ;;
    -*) usage ;;
    *) [ -z "$out" ] || usage; out=$1 ;;
  esac
  shift
done
[ -n "$out" ] || usage
case $out in /*) ;; *) out=$start/$out ;; esac
if [ -n "$rehearsal" ]; then [ -z "$key" ] || usage; else [ -n "$key$rehearsal" ] || usage; fi
[ -z "$modules" ] || [ -n "$rehearsal" ] || fail "--modules is for a rehearsal: a release has all modules"
if [ -n "$modules" ] && [ -n "$dist$base" ]; then fail "--modules makes no packages and no image"; fi
if [ -n "$base" ] && [ -z "$dist" ]; then fail "the image has the self-contained archive: add --dist-jdk"; fi
if [ -z "$rehearsal" ] && { [ -z "$dist" ] || [ -z "$url" ]; }; then fail "a release needs --dist-jdk and --url"; fi
if [ -e "$out" ] && [ -n "$(ls -A -- "$out")" ]; then fail "$out is not empty: name another folder"; fi
for program in gpg jar javac sha256sum ${dist:+apt-ftparchive createrepo_c rpmsign} ${base:+podman}; do
  command -v "$program" >/dev/null || fail "$program is not on PATH"
done

# Jars keep the modes of files, and build/reproducible.sh compares with a clone under this umask.
umask 022
[ -n "$rehearsal" ] || [ "$(stat -c %a pom.xml)" = 644 ] || fail "pom.xml has not the mode 644: clone again under umask 022"

version=$(sed -n '0,/<version>/s/.*<version>\(.*\)<\/version>.*/\1/p' pom.xml)
if [ -z "$rehearsal" ]; then
  [ -z "$(git status --porcelain)" ] || fail "the checkout has changes: commit or remove them"
  [ "$(git describe --tags --exact-match 2>/dev/null)" = "v$version" ] ||
    fail "this commit lacks the tag v$version: git tag -s v$version"
fi
grep -q "^## $version\$" CHANGELOG.md || fail "CHANGELOG.md has no section ## $version"

work=$(mktemp -d)
finish() {
  gpgconf --homedir "$work/keys" --kill all 2>/dev/null || true
  gpgconf --homedir "$work/verify" --kill all 2>/dev/null || true
  rm -rf -- "$work"
}
trap finish EXIT
if [ -n "$dist" ]; then
  # Minutes before distribution.sh needs it. The runtime may need a newer C library than this machine has.
  runtime=$work/runtime
  { "$dist/bin/jlink" --add-modules java.base --output "$runtime" && "$runtime/bin/java" -version; } >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "the jlink of $dist makes no runtime that starts here: name another JDK"; }
fi
mkdir -p -- "$out"
out=$(cd "$out" && pwd)
repository=$out/repository

if [ -n "$rehearsal" ]; then
  mkdir -m 700 "$work/keys"
  export GNUPGHOME=$work/keys
  key='hp-jvm rehearsal <rehearsal@example.com>'
  # RSA, as the key of the project: RHEL 8 has rpm 4.14, without Ed25519 (rpm-software-management/rpm#1202).
  gpg --batch --quiet --passphrase '' --pinentry-mode loopback --quick-generate-key "$key" rsa3072 sign 1d 2>"$work/gpg" ||
    { cat "$work/gpg" >&2; fail "gpg made no key"; }
fi
gpg --batch --armor --export "$key" >"$out/key.asc"
[ -s "$out/key.asc" ] || fail "gpg has no key $key"

sign() {
  gpg --batch --yes --quiet --armor --local-user "$key" --detach-sign -- "$1"
}

# The signature itself is made below, for all files alike: gpg asks for the passphrase once. Tests are not published, and
# nothing is installed into the local repository.
if [ -n "$rehearsal" ]; then clean=''; else clean=yes; fi
if [ -n "$modules" ]; then what=("$modules" -am); else what=('!src-it'); fi
./mvnw "${maven[@]}" -Prelease ${dist:+-Pdist "-Dhp.dist.jdk=$dist"} -pl "${what[@]}" ${clean:+clean} deploy -DskipTests \
  -Dhp.skip -Dmaven.install.skip "-DaltDeploymentRepository=release::file://$repository"

# The test classes that modules share are for this build only.
find "$repository" -name '*-tests.jar*' -delete

# What the Central Portal takes: jar, sources, Javadoc, bill of materials, pom; each with signature and checksums.
count=0
while IFS= read -r -d '' file; do
  sign "$file"
  for sum in sha1 md5; do
    [ -e "$file.$sum" ] || fail "$file.$sum is missing"
    [ "$(cut -d ' ' -f 1 <"$file.$sum")" = "$("${sum}sum" "$file" | cut -d ' ' -f 1)" ] || fail "$file.$sum is wrong"
  done
  count=$((count + 1))
done < <(find "$repository" -type f \( -name '*.jar' -o -name '*.pom' -o -name '*.json' -o -name '*.xml' -o -name '*.tar.gz' \) \
  ! -name 'maven-metadata*' -print0)
for pom in "$repository"/io/github/hpjvm/*/"$version"/*.pom; do
  stem=${pom%.pom}
  [ -e "$stem-cyclonedx.json" ] || [ "$(basename "$stem")" = "hp-advisor-bom-$version" ] ||
    fail "$(basename "$stem") has no bill of materials"
  grep -q '<packaging>pom' "$pom" && continue
  for part in .jar -sources.jar -javadoc.jar; do
    [ -s "$stem$part" ] || fail "$(basename "$stem$part") is missing"
  done
done
(cd "$repository" && find io -type f ! -name 'maven-metadata*' | LC_ALL=C sort >"$work/list")
(cd "$repository" && jar --create --no-manifest --file "$out/hp-jvm-$version-bundle.zip" "@$work/list")

# What the page of the release offers, and what others offer on their pages.
if [ -z "$modules" ]; then
  mkdir "$out/files"
  archive=$out/files/hp-cli-$version.tar.gz
  cp -p "hp-cli/target/${archive##*/}" "$repository/io/github/hpjvm/hp-cli/$version/hp-cli-$version-cyclonedx.json" "$out/files"
  build/channels.sh "$archive" "$out/channels"
fi
if [ -n "$dist" ]; then
  for file in hp-cli/target/hp-cli-"$version"-linux-*.tar.gz hp-cli/target/hp-cli_"$version"_*.deb hp-cli/target/hp-cli-"$version"-*.rpm; do
    [ -s "$file" ] || fail "$file is missing"
    cp -p "$file" "$out/files"
  done
  build/repositories.sh --key "$key" ${url:+--url "$url"} "$out/files" "$out/packages"
  if [ "$(id -u)" = 0 ]; then
    build/check-repositories.sh "$out/packages"
  else
    echo "The repositories are not checked: sudo build/check-repositories.sh $out/packages"
  fi
fi
if [ -n "$base" ]; then
  mkdir -p "$work/image/hp-cli/target"
  cp Containerfile "$work/image"
  cp "$out/files/hp-cli-$version"-linux-*.tar.gz "$work/image/hp-cli/target"
  image=localhost/hp-cli:$version
  podman build --quiet --build-arg "BASE=$base" --tag "$image" "$work/image" >/dev/null
  said=$(podman run --rm --network=none --cap-drop=ALL "$image" --version)
  echo "A container of $image: ${said%%$'\n'*}"
  podman save --quiet --format oci-archive --output "$out/files/hp-cli-$version-image.tar" "$image"
  podman rmi "$image" >/dev/null
fi
if [ -z "$modules" ]; then
  (cd "$out/files" && sha256sum -- * >SHA256SUMS)
  for file in "$out/files"/*; do sign "$file"; done
fi

# A project of its own: an empty local repository, a keyring with the public key alone.
mkdir -m 700 "$work/verify"
gpg --homedir "$work/verify" --batch --quiet --import "$out/key.asc"
verify() { # SIGNATURE FILE
  gpg --homedir "$work/verify" --batch --trust-model always --verify -- "$1" "$2" 2>"$work/gpg"
}
while IFS= read -r -d '' signature; do
  verify "$signature" "${signature%.asc}" || { cat "$work/gpg" >&2; fail "$signature is not valid"; }
done < <(find "$out" -name '*.asc' ! -name key.asc ! -name hp-jvm.asc ! -name repomd.xml.asc -print0)
cp -R build/consumer "$work/consumer"
artifact=hp-advisor
if [ ! -e "$repository/io/github/hpjvm/$artifact" ]; then
  artifact=hp-os # of a rehearsal without hp-advisor: its jar is resolved, and no class uses it
  rm -r "$work/consumer/src"
fi
sed -i "s/@version@/$version/; s/@artifact@/$artifact/" "$work/consumer/pom.xml"
local=${MAVEN_LOCAL_REPOSITORY:-$HOME/.m2/repository}
sed "s|@localRepositoryUrl@|file://$local|; s|@release@|file://$repository|" build/consumer/settings.xml >"$work/settings.xml"
./mvnw "${maven[@]}" -f "$work/consumer/pom.xml" -s "$work/settings.xml" "-Dmaven.repo.local=$work/local" compile
mapfile -t resolved < <(find "$work/local/io/github/hpjvm" -name '*.jar' | LC_ALL=C sort)
for jar in "${resolved[@]}"; do
  name=$(basename "$jar")
  grep -q "^$name>release=" "$(dirname "$jar")/_remote.repositories" || fail "$name is not from $repository"
  signature=$repository/${jar#"$work/local/"}.asc
  verify "$signature" "$jar" || { cat "$work/gpg" >&2; fail "the signature of $name is not valid"; }
  cp "$jar" "$work/changed.jar"
  printf 'x' >>"$work/changed.jar"
  if verify "$signature" "$work/changed.jar"; then fail "a changed $name passes"; fi
done
[ ${#resolved[@]} -gt 0 ] || fail "the project resolved no jar of $repository"
if [ "$artifact" = hp-advisor ]; then
  class_path=$(printf '%s:' "$work/consumer/target/classes" "${resolved[@]}")
  answer=$(java -cp "$class_path" Consumer)
  echo "A project with hp-advisor $version from $repository:"
  echo "  $answer"
fi
echo "${#resolved[@]} jars resolved, their signatures verified:"
printf '  %s\n' "${resolved[@]##*/}"
echo "$count files signed, $(find "$repository" -name '*-cyclonedx.json' | wc -l) bills of materials, $out/hp-jvm-$version-bundle.zip"
[ -z "$rehearsal" ] || echo "A rehearsal: the key is gone. Nothing was uploaded."
