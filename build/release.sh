#!/usr/bin/env bash
# Makes and checks the files of a release. It uploads nothing: see RELEASING.md.
#
#   release.sh --rehearse [OPTION...] DIR    signs with a key that it makes, and removes afterwards
#   release.sh --key KEY [OPTION...] DIR     signs with this key of gpg
#
#   --dist-jdk HOME    also make the self-contained archive and the packages, with this JDK 25 or newer
#   --modules LIST     build these modules only, as for -pl of Maven (a rehearsal)
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

rehearsal='' key='' dist='' modules='' out='' maven=(-q -B -ntp)
while [ $# -gt 0 ]; do
  case $1 in
    --rehearse) rehearsal=yes ;;
    --key | --dist-jdk | --modules)
      [ $# -ge 2 ] || usage
      case $1 in --key) key=$2 ;; --dist-jdk) dist=$2 ;; --modules) modules=$2 ;; esac
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
if [ -e "$out" ] && [ -n "$(ls -A -- "$out")" ]; then fail "$out is not empty: name another folder"; fi
for program in gpg jar javac sha256sum; do
  command -v "$program" >/dev/null || fail "$program is not on PATH"
done

version=$(sed -n '0,/<version>/s/.*<version>\(.*\)<\/version>.*/\1/p' pom.xml)
if [ -z "$rehearsal" ]; then
  [ -z "$(git status --porcelain)" ] || fail "the checkout has changes: commit or remove them"
  [ "$(git describe --tags --exact-match 2>/dev/null)" = "v$version" ] ||
    fail "this commit lacks the tag v$version: git tag -s v$version"
fi
grep -q "^## $version\$" CHANGELOG.md || fail "CHANGELOG.md has no section ## $version"

mkdir -p -- "$out"
out=$(cd "$out" && pwd)
repository=$out/repository
work=$(mktemp -d)
finish() {
  gpgconf --homedir "$work/keys" --kill all 2>/dev/null || true
  gpgconf --homedir "$work/verify" --kill all 2>/dev/null || true
  rm -rf -- "$work"
}
trap finish EXIT

if [ -n "$rehearsal" ]; then
  mkdir -m 700 "$work/keys"
  export GNUPGHOME=$work/keys
  key='hp-jvm rehearsal <rehearsal@example.com>'
  gpg --batch --quiet --passphrase '' --pinentry-mode loopback --quick-generate-key "$key" ed25519 sign 1d 2>"$work/gpg" ||
    { cat "$work/gpg" >&2; fail "gpg made no key"; }
fi
gpg --batch --armor --export "$key" >"$out/key.asc"
[ -s "$out/key.asc" ] || fail "gpg has no key $key"

sign() {
  gpg --batch --yes --quiet --armor --local-user "$key" --detach-sign -- "$1"
}

# The signature itself is made below, for all files alike: gpg asks for the passphrase once.
./mvnw "${maven[@]}" -Prelease ${dist:+-Pdist "-Dhp.dist.jdk=$dist"} ${modules:+-pl "$modules" -am} deploy -DskipTests \
  "-DaltDeploymentRepository=release::file://$repository"

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
  base=${pom%.pom}
  [ -e "$base-cyclonedx.json" ] || [ "$(basename "$base")" = "hp-advisor-bom-$version" ] ||
    fail "$(basename "$base") has no bill of materials"
  grep -q '<packaging>pom' "$pom" && continue
  for part in .jar -sources.jar -javadoc.jar; do
    [ -s "$base$part" ] || fail "$(basename "$base$part") is missing"
  done
done
(cd "$repository" && find io -type f ! -name 'maven-metadata*' | LC_ALL=C sort >"$work/list")
(cd "$repository" && jar --create --no-manifest --file "$out/hp-jvm-$version-bundle.zip" "@$work/list")

if [ -z "$modules" ]; then
  mkdir "$out/files"
  find hp-cli/target -maxdepth 1 -type f \( -name "hp-cli-$version*.tar.gz" -o -name '*.deb' -o -name '*.rpm' \) \
    -exec cp -p {} "$out/files" \;
  (cd "$out/files" && sha256sum -- * >SHA256SUMS)
  for file in "$out/files"/*; do sign "$file"; done
fi

# A project of its own: an empty local repository, a keyring with the public key alone.
mkdir -m 700 "$work/verify"
gpg --homedir "$work/verify" --batch --quiet --import "$out/key.asc"
verify() { # SIGNATURE FILE
  gpg --homedir "$work/verify" --batch --trust-model always --verify -- "$1" "$2" 2>"$work/gpg"
}
cp -R build/consumer "$work/consumer"
sed -i "s/@version@/$version/" "$work/consumer/pom.xml"
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
class_path=$(printf '%s:' "$work/consumer/target/classes" "${resolved[@]}")
answer=$(java -cp "$class_path" Consumer)
echo "A project with hp-advisor $version from $repository:"
echo "  $answer"
echo "${#resolved[@]} jars resolved, their signatures verified:"
printf '  %s\n' "${resolved[@]##*/}"
echo "$count files signed, $(find "$repository" -name '*-cyclonedx.json' | wc -l) bills of materials, $out/hp-jvm-$version-bundle.zip"
[ -z "$rehearsal" ] || echo "A rehearsal: the key is gone. Nothing was uploaded."
