#!/bin/sh
# Makes the tree that the .deb and the .rpm install: packages.sh DIST TIME VERSION CHANGELOG ROOT
#
#   DIST       folder of the self-contained distribution, made by distribution.sh
#   TIME       time of all files
#   VERSION    version of the packages
#   CHANGELOG  the file CHANGELOG.md
#   ROOT       folder to make. ROOT.tar has the same content
#
# HP_DIST_JDK: home of the JDK that runs hp-cli here if DIST is for another architecture
set -eu
dist=$1 time=$2 version=$3 changelog=$4 root=$5
rm -rf -- "$root" "$root.tar"
mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/share/man/man1" "$root/usr/share/bash-completion/completions" \
  "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions" \
  "$root/usr/share/fish/vendor_completions.d" "$root/usr/share/doc/hp-cli"
cp -Rp -- "$dist" "$root/usr/lib/hp-cli"
rm "$root/usr/lib/hp-cli/LICENSE"
ln -s ../lib/hp-cli/bin/hp-cli "$root/usr/bin/hp-cli"

"$dist/runtime/bin/java" -version >/dev/null 2>&1 || export HP_CLI_JAVA="$HP_DIST_JDK/bin/java"
hp_cli() {
  "$dist/bin/hp-cli" --color never "$@"
}

# manuals WORDS: writes the manual page of a command and of those below it.
manuals() {
  name=$(printf '%s-' hp-cli "$@")
  hp_cli man "$@" | gzip -n -9 >"$root/usr/share/man/man1/${name%-}.1.gz"
  for word in $(hp_cli help "$@" | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'); do
    (manuals "$@" "$word")
  done
}
manuals
hp_cli completion bash | sed 1d >"$root/usr/share/bash-completion/completions/hp-cli"
hp_cli completion zsh >"$root/usr/share/zsh/vendor-completions/_hp-cli"
cp "$root/usr/share/zsh/vendor-completions/_hp-cli" "$root/usr/share/zsh/site-functions/_hp-cli"
hp_cli completion fish >"$root/usr/share/fish/vendor_completions.d/hp-cli.fish"

cat >"$root/usr/share/doc/hp-cli/copyright" <<'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: hp-jvm
Source: https://github.com/hpjvm/hp-jvm

Files: *
Copyright: 2025-2026 The hp-jvm developers
License: Apache-2.0
 On Debian systems the full text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.

Files: usr/lib/hp-cli/runtime/*
Copyright: The OpenJDK contributors
License: GPL-2 with Classpath exception
 The licenses of the runtime are in /usr/lib/hp-cli/runtime/legal. On Debian
 systems the full text of the GNU General Public License version 2 is in
 /usr/share/common-licenses/GPL-2.
END
gzip -n -9 <"$changelog" >"$root/usr/share/doc/hp-cli/NEWS.md.gz"
printf 'hp-cli (%s) unstable; urgency=medium\n\n  * The changes are in NEWS.md.gz.\n\n -- %s  %s\n' "$version" \
  'The hp-jvm developers <hpjvm@users.noreply.github.com>' "$(date -u -R -d "$time")" |
  gzip -n -9 >"$root/usr/share/doc/hp-cli/changelog.gz"

# Units that start nothing until an administrator enables them, and what other programs read.
docs=$(dirname "$changelog")/docs
share=$root/usr/share/hp-cli
mkdir -p "$root/usr/lib/systemd/system" "$share/observability" "$share/schema"
cp "$docs"/observability/*.service "$docs"/observability/*.timer "$root/usr/lib/systemd/system"
cp "$docs"/observability/*.yml "$docs"/observability/*.json "$share/observability"
cp -R "$docs/observability/kubernetes" "$share/observability"
cp "$docs"/schema/*.json "$share/schema"
cp "$docs"/*.md "$root/usr/share/doc/hp-cli"
cp "$docs/observability/README.md" "$root/usr/share/doc/hp-cli/OBSERVABILITY.md"

mkdir -p "$root/usr/share/lintian/overrides"
cat >"$root/usr/share/lintian/overrides/hp-cli" <<'END'
# The jars belong to one program, and the AOT cache is valid for these files only.
hp-cli: jar-not-in-usr-share *
hp-cli: embedded-library *
# The library is built by the JNA project.
hp-cli: hardening-no-relro *libjnidispatch.so*
# The folder lib of a Java runtime, and that of a program with jars.
hp-cli: repeated-path-segment lib *
# AKS is a product.
hp-cli: typo-in-manual-page aks ask *
# The launcher tolerates a shell without this option of ulimit.
hp-cli: bash-term-in-posix-shell *ulimit* *
# The runtime is of the JDK's vendor: its libraries, its messages, and the licenses that belong to it.
hp-cli: hardening-no-fortify-functions *runtime/*
hp-cli: hardening-no-bindnow *libjnidispatch.so*
hp-cli: spelling-error-in-binary *runtime/*
hp-cli: extra-license-file *runtime/legal/*
hp-cli: package-contains-documentation-outside-usr-share-doc *runtime/*
END

find "$root" -type d -exec chmod 755 {} +
find "$root" -type f -perm /111 -exec chmod 755 {} +
find "$root" -type f ! -perm /111 -exec chmod 644 {} +
find "$root" -exec touch -h -d "$time" {} +
tar -C "$root" --sort=name --owner=0 --group=0 --numeric-owner --mtime="$time" -cf "$root.tar" usr
