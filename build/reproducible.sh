#!/usr/bin/env bash
# Builds the commit of this checkout twice and compares all jars, poms and archives byte by byte.
#
#   reproducible.sh [OPTION...]
#
#   --against DIR     build once, and compare with the files of the same name below DIR: a release, another build
#   --modules LIST    these modules only, as for -pl of Maven
#   --offline         take plugins and dependencies from the local repository only
#
# Both have umask 022: jars keep the modes of files.
# The builds differ in folder, time zone, locale, user name and order of directories. Exit code 3: files differ.
set -euo pipefail
start=$PWD
cd "$(dirname "$0")/.."

usage() {
  sed -n '2,/^# The builds/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

against='' modules='' maven=(-q -B -ntp)
while [ $# -gt 0 ]; do
  case $1 in
    --offline) maven+=(-o) ;;
    --against | --modules)
      [ $# -ge 2 ] || usage
      case $1 in --against) against=$2 ;; --modules) modules=$2 ;; esac
      shift
      ;;
    *) usage ;;
  esac
  shift
done
case $against in '' | /*) ;; *) against=$start/$against ;; esac
if [ -n "$against" ] && [ ! -d "$against" ]; then
  echo "reproducible.sh: $against is no folder" >&2
  exit 2
fi
[ -z "$(git status --porcelain --untracked-files=no)" ] ||
  echo "reproducible.sh: the changes of this checkout are not committed, so they are not built" >&2

umask 022
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

build() { # FOLDER NAME=VALUE...
  mkdir -p "$(dirname "$1")"
  (
    git clone -q --no-hardlinks . "$1"
    cd "$1"
    env "${@:2}" ./mvnw "${maven[@]}" ${modules:+-pl "$modules" -am} package -DskipTests -DskipITs -Dhp.skip -Dspotless.check.skip
  )
}

# The files that a release has, as paths below a folder: FOLDER
made() {
  (cd "$1" && find . -path '*/target/*' -type f \( -name '*.jar' -o -name 'hp-*.tar.gz' \) ! -path '*/target/*/*/*' \
    ! -path '*/lib/*' -printf '%P\n' | LC_ALL=C sort)
}

first=$work/one
build "$first" TZ=UTC LC_ALL=C.UTF-8
if [ -z "$against" ]; then
  second="$work/another folder/two"
  build "$second" TZ=Pacific/Kiritimati LC_ALL=C LANG=C "MAVEN_OPTS=${MAVEN_OPTS:-} -Duser.name=another"
fi

same=0 different=()
while IFS= read -r file; do
  if [ -z "$against" ]; then
    other=$second/$file
  else
    other=$(find "$against" -name "$(basename "$file")" -type f -print -quit)
    [ -n "$other" ] || continue
  fi
  if cmp -s "$first/$file" "$other"; then
    same=$((same + 1))
  else
    different+=("$file")
  fi
done < <(made "$first")
if [ ${#different[@]} -gt 0 ]; then
  printf 'different: %s\n' "${different[@]}"
  exit 3
fi
[ "$same" -gt 0 ] || { echo "reproducible.sh: no file of the build is below $against" >&2; exit 2; }
echo "$same files are the same in both builds of $(git rev-parse --short HEAD)."
