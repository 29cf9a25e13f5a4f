#!/bin/sh
# Measures the servers of docs/RESULTS.md, each under base pages, THP and a hugetlb pool, and prints a line of its table for each. As
# root, because the pool is reserved for the time of the measurement. The page cache is dropped and memory compacted before each program,
# so that the servers get base pages that lie together. Build first: ./mvnw -DskipTests package && ./mvnw -f src-it/results package
# Usage: src-it/results/measure.sh [NAME...]; the results stay in src-it/results/target/NAME. Needs curl.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- caffeine collections h2 hazelcast jackson javac kafka lucene-index lucene-search netty rocksdb roaring spark
for program; do
  out=src-it/results/target/$program
  rm -f "$out/results.json"
  sync
  echo 3 >/proc/sys/vm/drop_caches
  echo 1 >/proc/sys/vm/compact_memory
  # Spark needs --add-opens.
  hp-cli/target/hp-cli/bin/hp-cli try --variants thp,hugetlb --provision --rounds "${ROUNDS:-6}" --repeat-load 10 --until ready \
    --load 'curl -s http://127.0.0.1:{port}/' --metric 'cpu ([0-9.]+)' --better lower -o "$out" -- \
    java -Xms2g -Xmx2g --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED -cp 'src-it/results/target/hp-results.jar:src-it/results/target/lib/*' \
    io.github.hpjvm.results.Programs "$program" '{port}' >"$out.log" 2>&1 || echo "$program: exit code $?; see $out.log"
  if [ -e "$out/results.json" ]; then
    python3 src-it/results/row.py "$program" "$out/results.json"
  fi
done
