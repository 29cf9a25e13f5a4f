#!/bin/sh
# Makes the self-contained distribution: distribution.sh JDK TREE PICOCLI TIME OUT [JMODS]
#
#   JDK      home of a JDK 25 or newer that has jlink
#   TREE     folder with bin/hp-cli and lib/*.jar
#   PICOCLI  jar with the sources of picocli
#   TIME     time of all files, such as 2026-01-01T00:00:00Z
#   OUT      folder to make: the tree, a runtime made by jlink, and an AOT cache (JEP 483, JEP 514). An archive
#            with the same content is beside the folder of OUT
#   JMODS    folder jmods of a JDK of the same release for another architecture: the distribution is for that one, and has no
#            AOT cache, which only its own JVM makes
#
# The cache is valid for this runtime and these jars, with their times, in any folder.
set -eu
jdk=$1 tree=$2 picocli=$3 time=$4 out=$5 jmods=${6:-}
release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")
if [ "${release:-0}" -lt 25 ] || [ ! -x "$jdk/bin/jlink" ]; then
  echo "distribution.sh: $jdk is not a JDK 25 or newer with jlink; use -Dhp.dist.jdk=HOME" >&2
  exit 1
fi
here=$(uname -m)
arch=$here
if [ -n "$jmods" ]; then
  arch=$("$jdk/bin/jmod" describe "$jmods/java.base.jmod" | sed -n 's/^platform linux-//p')
  case $arch in
    amd64) arch=x86_64 ;;
    '') echo "distribution.sh: $jmods has no modules for Linux; use -Dhp.dist.jmods=FOLDER" >&2; exit 1 ;;
  esac
fi
archive=$(dirname "${out%/*}")/${out##*/}-linux-$arch.tar.gz
rm -rf -- "$out"
mkdir -p -- "${out%/*}"
cp -R -- "$tree" "$out"
# hp-cli and hp-bench use java.management, hp-cli metrics uses jdk.httpserver; JMH, JNA and OSHI need the others.
"$jdk/bin/jlink" ${jmods:+--module-path "$jmods"} \
  --add-modules java.base,java.logging,java.management,jdk.httpserver,jdk.management,jdk.net,jdk.unsupported \
  --strip-java-debug-attributes --no-header-files --no-man-pages --exclude-files '**.debuginfo,**.diz' --output "$out/runtime"

# The comments of this file are 90 % of it, and the first connection to a JVM reads it for random numbers that hp-cli does
# not use (sun.nio.ch.UnixDomainSockets).
sed -i '/^ *#/d; /^ *$/d' "$out/runtime/conf/security/java.security"

# JNA loads its library from here, so that it writes none to the cache of the user.
case $arch in x86_64) platform=linux-x86-64 ;; *) platform=linux-$arch ;; esac
unzip -q -j "$out"/lib/jna-jpms-*.jar "com/sun/jna/$platform/libjnidispatch.so" -d "$out/runtime/lib"
chmod 644 "$out/runtime/lib/libjnidispatch.so"

# The symbols of the libraries are for debuggers, and .comment names compilers.
rm -f "$out/runtime/bin/keytool"
strip='strip'
[ "$arch" = "$here" ] || strip="$arch-linux-gnu-strip"
if ! command -v "$strip" >/dev/null; then
  echo "distribution.sh: $strip is missing: the runtime has its symbols, and is several times as large" >&2
else
  find "$out/runtime/bin" "$out/runtime/lib" -type f \( -perm /111 -o -name '*.so' \) ! -name '*.jar' \
    -exec "$strip" --strip-unneeded --remove-section=.comment {} +
fi

# The class files of picocli are of Java 5. The JVM does not cache classes older than Java 7 that are linked in the
# training run ("Old class has been linked" in src/hotspot/share/cds/aotMetaspace.cpp), so they are compiled again.
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/sources" "$work/classes"
(cd "$work/sources" && "$jdk/bin/jar" --extract --file "$picocli")
rm -rf -- "$work/sources/META-INF" "$work/sources/module-info.java"
find "$work/sources" -name '*.java' >"$work/list"
"$jdk/bin/javac" -nowarn -proc:none -XDstringConcat=inline --release 17 -d "$work/classes" "@$work/list" 2>"$work/messages" ||
  { cat "$work/messages" >&2; exit 1; }
for jar in "$out"/lib/picocli-*.jar; do
  "$jdk/bin/jar" --create --date="$time" --file "$jar" -C "$work/classes" .
done
find "$out" -exec touch -h -d "$time" {} +

pack() {
  tar -C "${out%/*}" --sort=name --owner=0 --group=0 --numeric-owner --mtime="$time" -cf - "${out##*/}" |
    gzip -n -9 >"$archive"
  ls -l "$archive"
}
if [ "$arch" != "$here" ]; then
  pack
  exit
fi

# The archive of the JDK's own classes, for JVMs that do not use the cache: hp-cli --version, and forks of the bench.
"$out/runtime/bin/java" -Xshare:dump >/dev/null
touch -d "$time" "$out/runtime/lib/server/classes.jsa"

# JVMs to advise: what the training run calls is in the cache, the rest is linked at its first call. A heap of 1 GiB is
# resident, so that hp-cli scans it as it scans a large heap. The others differ in the collector, and some have findings.
unset HP_CLI_JAVA
export HP_CLI_MAIN=io.github.hpjvm.cli.AotTraining
cat >"$work/targets" <<END
-Xms1100m -Xmx1100m -XX:+AlwaysPreTouch -XX:+UseTransparentHugePages
-Xmx64m -XX:+UseTransparentHugePages -XX:-UseLargePages
-Xmx1g -XX:-UseSerialGC -XX:+UseG1GC
-Xmx1g -XX:-UseSerialGC -XX:+UseG1GC -XX:+UseTransparentHugePages
-Xms64m -Xmx64m -XX:-UseSerialGC -XX:+UseG1GC -XX:+UseLargePages
-Xmx64m -XX:-UseSerialGC -XX:+UseParallelGC -XX:+UseTransparentHugePages
-Xmx64m -XX:-UseSerialGC -XX:+UseZGC -XX:+UseTransparentHugePages
END
mkfifo "$work/in"
while read -r options; do
  HP_CLI_OPTS="-XX:+UsePerfData $options" "$out/bin/hp-cli" <"$work/in" >>"$work/pids" 2>>"$work/messages" &
done <"$work/targets"
exec 3>"$work/in" # the targets wait until this end is closed
running() { [ "$(wc -l <"$work/pids")" -eq "$(wc -l <"$work/targets")" ]; }
for _ in $(seq 600); do running && break; sleep 0.1; done
running || { cat "$work/messages" >&2; exit 1; }
# No method profiles (JEP 515): with them the JVM compiles at startup what a command of 0.2 s never repays.
# shellcheck disable=SC2046 # numbers
HP_CLI_OPTS="-XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:AOTCacheOutput=$out/lib/hp-cli.aot" "$out/bin/hp-cli" "$out/runtime/bin/java" $(cat "$work/pids")
exec 3>&-
wait
[ -s "$out/lib/hp-cli.aot" ] || { echo "distribution.sh: the AOT cache was not made" >&2; exit 1; }
unset HP_CLI_MAIN
HP_CLI_OPTS=-XX:AOTMode=on "$out/bin/hp-cli" explain HP-101 >/dev/null
"$out/bin/hp-cli" --version
touch -d "$time" "$out/lib/hp-cli.aot" "$out/lib" "$out/bin" "$out"
pack
