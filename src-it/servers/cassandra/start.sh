#!/bin/sh
# Starts one Cassandra node in the current folder, with the variables, the JVM arguments and their order of bin/cassandra,
# conf/cassandra-env.sh, conf/jvm-server.options and conf/jvm17-server.options of Cassandra 5. Maven Central has the jars and
# not these files. The heap is smaller, and the node does not wait for others.
set -eu
here=$(dirname "$0")
: "${MAX_HEAP_SIZE=512M}"
: "${JVM_EXTRA_OPTS=}"
export MALLOC_ARENA_MAX=4

set -- -ea -da:net.openhft... -XX:+UseThreadPriorities -XX:+HeapDumpOnOutOfMemoryError -Xss256k -XX:+AlwaysPreTouch \
  -XX:+UseTLAB -XX:+ResizeTLAB -XX:+UseNUMA -XX:+PerfDisableSharedMem -Djava.net.preferIPv4Stack=true
set -- "$@" -XX:+UseG1GC -XX:+ParallelRefProcEnabled -XX:MaxTenuringThreshold=2 -XX:G1HeapRegionSize=16m \
  -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=50 -XX:G1RSetUpdatingPauseTimePercent=5 \
  -XX:MaxGCPauseMillis=300 -XX:InitiatingHeapOccupancyPercent=70 -Djdk.attach.allowAttachSelf=true
for package in java.base/java.lang.ref java.base/jdk.internal.misc java.management.rmi/com.sun.jmx.remote.internal.rmi \
  java.rmi/sun.rmi.registry java.rmi/sun.rmi.server java.sql/java.sql jdk.unsupported/sun.misc; do
  set -- "$@" --add-exports "$package=ALL-UNNAMED"
done
for package in java.base/java.io java.base/java.lang java.base/java.lang.module java.base/java.lang.reflect \
  java.base/java.nio java.base/java.util java.base/jdk.internal.loader java.base/jdk.internal.math \
  java.base/jdk.internal.module java.base/jdk.internal.ref java.base/jdk.internal.reflect \
  java.base/jdk.internal.util.jar java.base/sun.nio.ch java.rmi/sun.rmi.transport.tcp \
  jdk.management/com.sun.management.internal; do
  set -- "$@" --add-opens "$package=ALL-UNNAMED"
done
# shellcheck disable=SC2086 # the variable is several arguments
exec "$JAVA_HOME/bin/java" "$@" -Dio.netty.tryReflectionSetAccessible=true \
  '-Xlog:gc=info,heap*=debug,age*=debug,safepoint=info,promotion*=debug:file=gc.log:time,uptime,pid,tid,level:filecount=10,filesize=10485760' \
  "-Xms$MAX_HEAP_SIZE" "-Xmx$MAX_HEAP_SIZE" -javaagent:"$here/target/lib/jamm-0.4.0.jar" \
  -Dcassandra.jmx.local.port=17199 -Dcom.sun.management.jmxremote.authenticate=false $JVM_EXTRA_OPTS \
  '-XX:OnOutOfMemoryError=kill -9 %p' -Dlogback.configurationFile=logback.xml -Dcassandra.logdir=logs \
  -Dcassandra.storagedir=data -Dcassandra-foreground=yes -Dcassandra.skip_wait_for_gossip_to_settle=0 \
  -cp "$here:$here/target/lib/*" org.apache.cassandra.service.CassandraDaemon
