#!/bin/sh
# Process 1 of the guest: runs the groups of JVMs, saves what they and hp-cli said, and powers off.
# job.env sets HEAP (as 192m), PATIENCE, STATES (the groups) and JVMS (a pattern of names). The results, after each group:
#
#   log                        what happened when
#   GROUP.json                 the host before the JVMs of the group started (hp-cli snapshot)
#   GROUP-after.json           the JVMs while they ran
#   GROUP-NAME.cmd .log .pid .exit   of a JVM: release and arguments, output, PID, exit code if it ended
#   GROUP-NAME.smaps .later          of a JVM: smaps before and after hp-cli read it
#   hugetlb-NAME-size.json     the pools that hp-cli size computes
#   command-NAME.txt .err .rc  other commands of hp-cli
#   campaign/                  a campaign of hp-cli bench run
OUT=/tmp/out JOB=/tmp/job
THP=/sys/kernel/mm/transparent_hugepage
POOLS=/sys/kernel/mm/hugepages
mkdir -p $OUT /dev/pts /dev/hugepages
mount -t devpts devpts /dev/pts
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t hugetlbfs hugetlbfs /dev/hugepages
hostname guest
ip link set lo up
# shellcheck source=/dev/null
. $JOB/job.env
if [ -x $JOB/hp-cli/runtime/bin/java ]; then
  export JAVA_HOME=/usr/lib/jvm/25 # for the forks of bench
else
  export HP_CLI_JAVA=/usr/lib/jvm/25/bin/java
  # The first command of hp-cli saves its classes: later ones start faster under emulation.
  export HP_CLI_OPTS='-XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=/tmp/hp-cli.jsa'
fi
PIDS=

note() {
  echo "lab: $(cut -d' ' -f1 /proc/uptime) $*" | tee -a $OUT/log
}

save() {
  tar -cf - -C $OUT . | dd of="$OUT_DISK" bs=1M conv=notrunc 2>/dev/null
  sync
}

put() { # VALUE FILE: writes if the kernel has the file
  [ ! -e "$2" ] || echo "$1" >"$2" || note "cannot write $1 to $2"
}

host() { # THP mode, mode for shared memory
  put "$1" $THP/enabled
  put madvise $THP/defrag
  put "$2" $THP/shmem_enabled
  for pool in "$POOLS"/*/nr_hugepages; do put 0 "$pool"; done
}

hp() { # FILE ARGUMENT...: stdout goes to the file
  file=$1
  shift
  $JOB/hp-cli/bin/hp-cli --patience "$PATIENCE" "$@" >$OUT/"$file" 2>$OUT/"${file%.*}.err"
  code=$?
  echo $code >$OUT/"${file%.*}.rc"
  note "hp-cli $1 -> $file: $code"
}

mib() { # half|MIB
  if [ "$1" = half ]; then
    case $HEAP in *g) echo $((${HEAP%g} * 512)) ;; *) echo $((${HEAP%m} / 2)) ;; esac
  else
    echo "$1"
  fi
}

jvm() { # NAME JDK MIB FLAG...: starts it, and waits until it has filled its heap
  name=$1 jdk=$2 fill=$3 n=0
  shift 3
  set -- -XX:TieredStopAtLevel=1 "-Xms$HEAP" "-Xmx$HEAP" "$@"
  echo "$(awk -v jdk="$jdk" '$1 == jdk { print $2 }' /etc/jdks) $* -cp . Fill $fill" >"$OUT/$name.cmd"
  log=-Xlog:gc+heap+coops=debug
  [ "$jdk" != 8 ] || log='-XX:+UnlockDiagnosticVMOptions -XX:+PrintCompressedOopsMode'
  # shellcheck disable=SC2086 # options
  (cd $JOB && exec /usr/lib/jvm/"$jdk"/bin/java $log "$@" -cp . Fill "$fill") >"$OUT/$name.log" 2>&1 &
  pid=$!
  while [ $n -lt 600 ] && ! grep -q READY "$OUT/$name.log" && kill -0 $pid 2>/dev/null; do
    sleep 1
    n=$((n + 1))
  done
  if kill -0 $pid 2>/dev/null; then
    PIDS="$PIDS $pid"
    echo $pid >"$OUT/$name.pid"
    note "$name runs, $(grep -c READY "$OUT/$name.log") ready"
  else
    wait $pid
    echo $? >"$OUT/$name.exit"
    note "$name ended: $(tail -n 1 "$OUT/$name.log")"
  fi
}

truth() { # GROUP, ending of the files
  for f in "$OUT/$1"*.pid; do
    [ ! -e "$f" ] || cat "/proc/$(cat "$f")/smaps" >"${f%pid}$2"
  done
}

finish() { # GROUP: what its JVMs have and what hp-cli says of them, then their end
  if [ -n "$PIDS" ]; then
    # khugepaged may change a heap while hp-cli reads it
    truth "$1" smaps
    hp "$1-after.json" snapshot
    truth "$1" later
  fi
  for pid in $PIDS; do
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
  done
  PIDS=
  save
}

wanted() { # the lines of jvms.txt for a group
  awk -v group="$1" -v jvms="$JVMS" '$1 == group && $2 ~ "^(" jvms ")$" { $1 = ""; print }' $JOB/jvms.txt
}

thp() { # GROUP
  hp "$1.json" snapshot --no-attach
  wanted "$1" >$OUT/wanted
  while read -r name jdk fill flags <&3; do
    # shellcheck disable=SC2086 # options
    jvm "$1-$name" "$jdk" "$(mib "$fill")" $flags
  done 3<$OUT/wanted
  finish "$1"
}

hugetlb() {
  wanted hugetlb >$OUT/wanted
  while read -r jvm jdk fill flags <&3; do
    host madvise never
    # shellcheck disable=SC2086 # options
    hp "hugetlb-$jvm-size.json" size --format json -- /usr/lib/jvm/"$jdk"/bin/java -XX:TieredStopAtLevel=1 \
      "-Xms$HEAP" "-Xmx$HEAP" $flags -cp . Fill "$(mib "$fill")"
    # KiB of a page, pages
    awk '/"pools"/ { pools = 1 }
      pools && /"pageBytes"/ { gsub(/[^0-9]/, ""); kib = $0 / 1024 }
      pools && /"toWrite"/ { gsub(/[^0-9]/, ""); print kib, $0 }' $OUT/hugetlb-"$jvm"-size.json | sort -n >$OUT/pools
    note "hugetlb-$jvm needs $(tr '\n' ';' <$OUT/pools)"
    [ -s $OUT/pools ] || continue
    for kind in exact short; do
      host madvise never
      less=0
      [ $kind = exact ] || less=1
      while read -r kib pages; do
        put $((pages - less)) "$POOLS/hugepages-${kib}kB/nr_hugepages"
        [ "$(cat "$POOLS/hugepages-${kib}kB/nr_hugepages")" = $((pages - less)) ] || note "pool of $kib kB is incomplete"
        less=0
      done <$OUT/pools
      hp "hugetlb-$jvm-$kind.json" snapshot --no-attach
      # shellcheck disable=SC2086 # options
      jvm "hugetlb-$jvm-$kind" "$jdk" "$(mib "$fill")" $flags
      finish "hugetlb-$jvm-$kind"
    done
  done 3<$OUT/wanted
}

commands() { # other commands, once each, beside a JVM
  host madvise never
  hp commands.json snapshot --no-attach
  jvm commands-17-thp 17 "$(mib half)" -XX:+UseTransparentHugePages
  hp command-version.txt --version
  hp command-ps.txt ps
  hp command-doctor.txt bench doctor
  hp command-stalls.txt stalls --for 15s
  finish commands
}

campaign() { # forks run one after the other, so that memory suffices for one heap of 1 GiB
  host madvise never
  hp command-bench.txt bench run --profile smoke --params size=1000 --variants baseline,thp --interleave forks \
    -o $OUT/campaign
  save
}

note "started: $(uname -r) $(uname -m)"
for group in $STATES; do
  case $group in
    hugetlb | commands | campaign) $group ;;
    *)
      if [ "$group" = shmem ]; then host madvise advise; else host "$group" never; fi
      thp "$group"
      ;;
  esac
done
note finished
save
poweroff -f
