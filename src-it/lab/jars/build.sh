#!/bin/sh
# Builds three jars of benchmarks of other projects in src-it/lab/jars/target: JMH's own samples, Dropwizard Metrics and JCTools, whose
# sources come from their repositories. METRICS and JCTOOLS replace the addresses of these, by a local clone for example.
set -eu
cd "$(dirname "$0")"
sources() {
  folder=$1
  [ -d "$folder" ] || git clone -q --no-checkout "$2" "$folder"
  commit=$3
  shift 3
  git -C "$folder" checkout -q "$commit" -- "$@"
}
mkdir -p target
sources target/metrics.git "${METRICS:-https://github.com/dropwizard/metrics}" 2049d9625bf83d6d9b94004631b2e75b796e6c3f metrics-benchmarks
sources target/jctools.git "${JCTOOLS:-https://github.com/JCTools/JCTools}" c3312218f8871dc7b541f2422dc7d33d0c445c89 jctools-benchmarks jctools-experimental
mkdir -p target/jctools
cp target/jctools.git/jctools-benchmarks/src/main/java/org/jctools/jmh/collections/SetOps.java target/jctools
cp -r target/jctools.git/jctools-experimental/src/main/java/org/jctools/sets target/jctools
package() {
  ../../../mvnw -B -ntp -q package "-Dname=$1" "-Dsources=$2"
  rm -rf target/classes
}
package samples target/none
package metrics target/metrics.git/metrics-benchmarks/src/main/java
package jctools target/jctools
