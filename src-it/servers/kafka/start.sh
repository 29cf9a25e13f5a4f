#!/bin/sh
# Starts one Kafka node in the current folder, with the variables, the JVM arguments and their order of bin/kafka-storage.sh,
# bin/kafka-server-start.sh and bin/kafka-run-class.sh of Kafka 4. Maven Central has the jars and not these scripts.
set -eu
here=$(dirname "$0")
: "${KAFKA_HEAP_OPTS=-Xmx1G -Xms1G}"
: "${KAFKA_JVM_PERFORMANCE_OPTS=-server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -XX:+ExplicitGCInvokesConcurrent -Djava.awt.headless=true}"
: "${KAFKA_GC_LOG_OPTS=-Xlog:gc*:file=kafkaServer-gc.log:time,tags:filecount=10,filesize=100M}"
: "${KAFKA_LOG4J_OPTS=-Dlog4j2.configurationFile=$here/log4j2.yaml}"
: "${KAFKA_OPTS=}"

# shellcheck disable=SC2086 # each variable is several arguments
"$JAVA_HOME/bin/java" -Xmx256M $KAFKA_JVM_PERFORMANCE_OPTS $KAFKA_LOG4J_OPTS -cp "$here/target/lib/*" \
  kafka.tools.StorageTool format --ignore-formatted --standalone --cluster-id 4L6g3nShT-eMCtK--X86sw \
  --config "$here/server.properties"
# shellcheck disable=SC2086
exec "$JAVA_HOME/bin/java" $KAFKA_HEAP_OPTS $KAFKA_JVM_PERFORMANCE_OPTS $KAFKA_GC_LOG_OPTS $KAFKA_LOG4J_OPTS \
  -cp "$here/target/lib/*" $KAFKA_OPTS kafka.Kafka "$here/server.properties"
