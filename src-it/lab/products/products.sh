#!/bin/bash
# Runs in the lab of boot.sh: starts servers as services, each by its own script, applies what hp-cli emits as it is, checks it by
# --require, and undoes it. Each line of the output is a row: server, JDK, form, exit codes of apply and undo, exit codes of
# --require before, after, and when undone, the pool while it is applied.
#
#   products.sh HP JDKS ARCHIVES WORK [SERVER...]      hp-cli, a folder with a java home for each release, the folder that
#                                                      mvn package fills, a folder for the servers
#
# The form systemd is emitted for a hugetlb pool. The line is what the form jvm prints to paste into the place that the start script
# of the server reads; it is emitted for THP, in mode madvise. HP_FORMS=line leaves out the pool: no setting of the host changes.
set -u
all=()
hp=$1 jdks=$2 archives=$3 work=$4
shift 4
# shellcheck source=src-it/lab/systemd/emitted.sh
. "$(dirname "$0")/../systemd/emitted.sh"
mkdir -p "$work"
cd "$work" || exit 1

# ---- the servers: each sets jdk, start, main (of the JVM), place (for the line), and has a heap of 256 MiB

server_tomcat() {
  unpack tomcat-11.*.tar.gz && jdk=21 start="$home/bin/catalina.sh run" main='org.apache.catalina.startup.Bootstrap'
  place=$home/bin/setenv.sh
  echo 'CATALINA_OPTS="-Xms256m -Xmx256m"' >"$place"
}

server_tomee() {
  unpack apache-tomee-*.tar.gz && jdk=17 start="$home/bin/catalina.sh run" main='org.apache.catalina.startup.Bootstrap'
  place=$home/bin/setenv.sh
  echo 'CATALINA_OPTS="-Xms256m -Xmx256m"' >"$place"
}

server_jetty() { # start.jar starts a second JVM
  unpack jetty-home-*.tar.gz && jdk=17 main='org.eclipse.jetty.xml.XmlConfiguration'
  local base=$work/jetty-base
  mkdir -p "$base/start.d"
  (cd "$base" && log "$jdks/$jdk/bin/java" -jar "$home/start.jar" --add-modules=server,http)
  place=$base/start.d/jvm.ini
  printf '%s\n' --exec -Xms256m -Xmx256m >"$place"
  start="$jdks/$jdk/bin/java -jar $home/start.jar jetty.base=$base"
}

server_artemis() {
  unpack apache-artemis-*.tar.gz && jdk=17 main='org.apache.activemq.artemis.boot.Artemis'
  rm -rf "$work/broker"
  JAVA_HOME=$jdks/$jdk log "$home/bin/artemis" create "$work/broker" --user lab --password lab --allow-anonymous --silent \
    --no-autotune --no-amqp-acceptor --no-mqtt-acceptor --no-stomp-acceptor --no-hornetq-acceptor
  place=$work/broker/etc/artemis.profile
  sed -i 's/-Xms[0-9]*[MG] -Xmx[0-9]*[MG]/-Xms256M -Xmx256M/' "$place"
  start="$work/broker/bin/artemis run"
}

server_activemq() {
  unpack apache-activemq-*.tar.gz && jdk=8 start="$home/bin/activemq console" main='.*activemq.jar'
  place=$home/bin/env
}

server_wildfly() {
  unpack wildfly-*.zip && jdk=25 start="$home/bin/standalone.sh" main='.*jboss-modules.jar|org.jboss.modules.Main'
  place=$home/bin/standalone.conf
  sed -i 's/-Xms64m -Xmx512m/-Xms256m -Xmx256m/' "$place"
}

server_payara() {
  unpack payara-*.zip && jdk=21 start="$home/bin/asadmin start-domain --verbose" main='com.sun.enterprise.glassfish.bootstrap.ASMain'
  place=$home/glassfish/domains/domain1/config/domain.xml
  sed -i 's/>-Xmx512m</>-Xmx256m</' "$place"
}
paste_payara() { # into the first java-config, that of the server
  local lines
  lines=$(cat)
  awk -v lines="$lines" '/<\/java-config>/ && !done { print lines; done = 1 } { print }' "$place" >"$place.new" && mv "$place.new" "$place"
}

server_karaf() {
  unpack apache-karaf-*.tar.gz && jdk=11 start="$home/bin/karaf server" main='org.apache.karaf.main.Main'
  place=$home/bin/setenv
  printf '%s\n' 'export EXTRA_JAVA_OPTS="-Xms256m -Xmx256m"' >>"$place"
}
# shellcheck disable=SC2016 # for the script of the server
paste_karaf() { printf '%s\n' 'if [ "$KARAF_SCRIPT" = karaf ]; then' "$(cat)" 'fi' >>"$place"; }

server_hazelcast() {
  unpack hazelcast-distribution-*.zip && jdk=21 start="$home/bin/hz-start" main='com.hazelcast.commandline.HazelcastServerCommandLine'
  place=$home/config/jvm.options
  printf '%s\n' -Xms256m -Xmx256m >>"$place"
}

server_keycloak() {
  unpack keycloak-quarkus-dist-*.tar.gz && jdk=21 main='io.quarkus.bootstrap.runner.QuarkusEntryPoint'
  place=$work/keycloak.env
  echo 'export JAVA_OPTS_KC_HEAP="-Xms256m -Xmx256m"' >"$place"
  start="/bin/sh -c '. $place; exec $home/bin/kc.sh start-dev --http-port=18080'"
}

server_spark() {
  unpack pyspark-*.tar.gz && home=$home/deps && jdk=8 main='org.apache.spark.deploy.master.Master'
  mkdir -p "$home/conf"
  place=$home/conf/spark-env.sh
  echo 'export SPARK_DAEMON_MEMORY=256m SPARK_NO_DAEMONIZE=1' >"$place"
  start="$home/sbin/spark-daemon.sh start org.apache.spark.deploy.master.Master 1 --host 127.0.0.1 --port 17077 --webui-port 18082"
}

server_zookeeper() { # Debian's package
  home=/usr/share/zookeeper jdk=17 main='org.apache.zookeeper.server.quorum.QuorumPeerMain'
  version=$(dpkg-query -W -f '${Version}' zookeeper) || return
  version="zookeeper $version"
  place=/etc/zookeeper/conf/environment
  echo 'export SERVER_JVMFLAGS="-Xms256m -Xmx256m"' >>"$place"
  sed -i "s|^JAVA=.*|JAVA=$jdks/$jdk/bin/java|" "$place"
  start="$home/bin/zkServer.sh start-foreground"
}

server_cassandra() {
  unpack apache-cassandra-*.tar.gz && jdk=8 start="$home/bin/cassandra -f -R" main='org.apache.cassandra.service.CassandraDaemon'
  place=$home/conf/jvm.options
  printf '%s\n' -Xms256M -Xmx256M -Xmn64M >>"$place"
}

server_fuseki() {
  unpack apache-jena-fuseki-*.tar.gz && jdk=11 main='org.apache.jena.fuseki.cmd.FusekiCmd'
  place=$work/fuseki.env
  echo 'export JVM_ARGS="-Xms256m -Xmx256m"' >"$place"
  start="/bin/sh -c '. $place; cd $home; exec ./fuseki-server --localhost --mem /lab'"
}

server_liberty() {
  unpack openliberty-runtime-*.zip && jdk=25 main='.*ws-server.jar'
  JAVA_HOME=$jdks/$jdk log "$home/bin/server" create lab
  place=$home/usr/servers/lab/jvm.options
  printf '%s\n' -Xms256m -Xmx256m >"$place"
  start="$home/bin/server run lab"
}

server_trino() {
  unpack trino-server-*.tar.gz && jdk=25 main='io.trino.server.TrinoServer' start="$home/bin/launcher run"
  mkdir -p "$home/etc"
  printf '%s\n' node.environment=lab node.id=lab "node.data-dir=$work/trino" >"$home/etc/node.properties"
  printf '%s\n' coordinator=true node-scheduler.include-coordinator=true http-server.http.port=18081 \
    discovery.uri=http://127.0.0.1:18081 query.max-memory-per-node=100MB memory.heap-headroom-per-node=100MB >"$home/etc/config.properties"
  place=$home/etc/jvm.config
  printf '%s\n' -server -Xms512M -Xmx512M -XX:+UseG1GC >"$place"
}

# ---- what is done with each

# unpack GLOB: unpacks an archive; home is its folder, version its name.
unpack() {
  local archive
  archive=$(cd "$archives" && find . -name "$1" -printf '%f\n' | head -n 1)
  [ -n "$archive" ] || return 1
  home=$work/$name
  rm -rf "$home"
  mkdir -p "$home"
  case $archive in
    *.zip) python3 -m zipfile -e "$archives/$archive" "$home" ;;
    *) tar xf "$archives/$archive" -C "$home" ;;
  esac
  version=$(ls "$home")
  home=$home/$version
  find "$home" -path '*bin/*' -type f -exec chmod +x {} +
}

service() {
  printf '%s\n' '[Service]' "Environment=JAVA_HOME=$jdks/$jdk PATH=$jdks/$jdk/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root" \
    "WorkingDirectory=$work" "ExecStart=$start" SuccessExitStatus=143 TimeoutStopSec=30 >"$units/$name.service"
  systemctl daemon-reload
}

# The JVM of the server; the last one if a JVM starts another.
jvm() {
  local pid last='' i
  for ((i = 0; i < 60; i++)); do
    # shellcheck disable=SC2013 # a number a line
    for pid in $(cat "/sys/fs/cgroup/system.slice/$name.service/cgroup.procs" 2>/dev/null); do
      tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxE "$main" && last=$pid
    done
    [ -z "$last" ] || break
    sleep 1
  done
  echo "$last"
}

# require PAGES [TIME]: the exit code of --require, or "no JVM"; a JVM that starts may have nothing to judge yet.
require() {
  local pid code i
  for ((i = 0; i < 5; i++)); do
    pid=$(jvm)
    [ -n "$pid" ] || { echo 'no JVM'; log journalctl -u "$name" -n 30; return; }
    log "$hp" advise "$pid" --require "$1" --fail-on never --patience 5 ${2:+--wait "$2"}
    code=$?
    case $code in 0 | 3) break ;; esac
    sleep 2
  done
  echo $code
}

restarted() { # require, after a restart
  systemctl restart "$name"
  sleep 5
  require "$@"
}

emit() {
  rm -rf "$out"
  mkdir "$out"
  log "$hp" emit --for "$1" --pages "$2" "$(jvm)" -o "$out"
}

row() { printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$version" "$jdk" "$@"; }

# The row of the form systemd.
with_drop_in() {
  before=$(restarted hugetlb)
  if emit systemd hugetlb; then
    apply_systemd "$name"
    applied=$?
    now=$(pool)
    after=$(restarted hugetlb 30s)
    undo_systemd "$name"
    undone=$?
    row systemd "applied $applied, undone $undone" "$before" "$after" "$(restarted hugetlb)" "$now"
  else
    row systemd 'not written' "$before" '' '' ''
  fi
}

[ $# -gt 0 ] || mapfile -t all < <(declare -F | sed -n 's/^declare -f server_//p')
for name in "$@" "${all[@]}"; do
  out=$work/$name.forms log=$work/$name.log version=$name jdk=
  : >"$log"
  if ! "server_$name"; then
    row 'no archive' '' '' '' '' ''
    continue
  fi
  service
  case ${HP_FORMS-systemd} in *systemd*) with_drop_in ;; *) systemctl restart "$name" && sleep 10 ;; esac
  if emit jvm thp && lines=$(commands "$out"/hp-jvm.* 'takes flags' '^# Source:') && [ -n "$lines" ]; then
    before=$(require thp)
    cp "$place" "$out/before"
    [ -z "$(tail -c 1 "$place")" ] || echo >>"$place"
    if declare -F "paste_$name" >/dev/null; then "paste_$name" <<<"$lines"; else echo "$lines" >>"$place"; fi
    after=$(restarted thp 60s)
    cp "$out/before" "$place"
    row "line: ${lines//$'\n'/ }" "" "$before" "$after" "$(restarted thp)" ''
  else
    row 'line' 'none to paste' '' '' '' ''
  fi
  systemctl stop "$name"
done
