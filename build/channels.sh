#!/usr/bin/env bash
# Fills the files of build/channels in: channels.sh ARCHIVE OUT
#
#   ARCHIVE  hp-cli-VERSION.tar.gz, as the page of the release has it
#   OUT      folder for hp-cli.rb (Homebrew), jbang-catalog.json (JBang) and sdkman.json (body of a call of SDKMAN)
set -euo pipefail
if [ $# != 2 ] || [ ! -s "${1:-}" ]; then
  sed -n "2,/^# *OUT/s/^# \{0,1\}//p" "$0" >&2
  exit 2
fi
version=$(basename "$1")
version=${version#hp-cli-}
version=${version%.tar.gz}
sum=$(sha256sum "$1" | cut -d ' ' -f 1)
mkdir -p -- "$2"
for template in "$(dirname "$0")"/channels/*; do
  sed "s/@version@/$version/g; s/@sha256@/$sum/g" "$template" >"$2/${template##*/}"
done
