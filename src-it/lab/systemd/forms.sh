#!/bin/bash
# Runs in the lab of boot.sh: applies the forms of hp-cli emit to a service, checks and undoes them. Each line of the output is a
# row: the form, what was done or why it was not, the exit codes of --require before, after, and when undone, and the pool then.
#
#   forms.sh HP JAVA CLASSES [FORM...]      hp-cli, a java of JDK 17 or newer, the folder of the class Waits
#
# The variable HP_LAB_LOG names the file of what the commands print.
set -u
hp=$1 java=$2 classes=$3
shift 3
forms=$*
want() { [ -z "$forms" ] || [[ " $forms " = *" $1 "* ]]; }
work=$(mktemp -d)
out=$work/forms
log=${HP_LAB_LOG:-$work/log}
: >"$log"
# shellcheck source=src-it/lab/systemd/emitted.sh
. "$(dirname "$0")/emitted.sh"
cd /

# service FLAG...: starts the service anew with these flags.
service() {
  printf '%s\n' '[Service]' "ExecStart=$java -XX:+UseG1GC -Xms64m -Xmx64m -XX:+AlwaysPreTouch -XX:ReservedCodeCacheSize=16m $* -cp $classes Waits" \
    SuccessExitStatus=143 >$units/shop.service
  systemctl daemon-reload
  systemctl restart shop
}

main_pid() { systemctl show -p MainPID --value shop; }
again() { systemctl restart shop; }

# The JVM of the service, once its heap is there.
jvm() {
  local pid i
  for ((i = 0; i < 10; i++)); do
    sleep 1
    pid=$(main_pid)
    "$hp" advise "$pid" --require any --fail-on never >/dev/null 2>&1
    case $? in 0 | 3) break ;; esac
  done
  echo "$pid"
}

# The exit code of --require; a busy machine may not answer in time.
require() {
  local i code
  for ((i = 0; i < 3; i++)); do
    "$hp" advise "$(jvm)" --require hugetlb --fail-on never --patience 5 >>"$log" 2>&1
    code=$?
    [ $code = 4 ] || break
  done
  echo $code
}

# row FORM FLAGS: with the functions apply and undo, which fail if a command of the form fails.
row() {
  want "$1" || return
  service "$2"
  of_started "$1"
}

# of_started FORM [OPTION...]: the same for a service that runs.
of_started() {
  local form=$1 before applied after undone last
  shift
  before=$(require)
  rm -rf "$out"
  mkdir "$out"
  # shellcheck disable=SC2086
  if ! log "$hp" emit --for "$form" --pages hugetlb "$@" "$(jvm)" -o "$out"; then
    printf '%s\tnot written\t\t\t\t\n' "$form"
    return
  fi
  apply; applied=$?
  again
  after=$(require)
  undo; undone=$?
  again
  last=$(require)
  printf '%s\tapplied %s, undone %s\t%s\t%s\t%s\t%s\n' "$form" $applied $undone "$before" "$after" "$last" "$(pool)"
}

apply() { apply_systemd shop; }
undo() { undo_systemd shop; }
row systemd ""

apply() { log sh "$out"/hp-jvm.sh apply && log sh "$out"/hp-jvm.sh check; }
undo() { log sh "$out"/hp-jvm.sh undo; }
row shell -XX:+UseLargePages

apply() { cp "$out"/60-hp-jvm.conf /etc/sysctl.d && commands "$out"/60-hp-jvm.conf 'Install as' 'At boot' | run; }
undo() { commands "$out"/60-hp-jvm.conf '^# Undo:' '^vm' | run && [ ! -e /etc/sysctl.d/60-hp-jvm.conf ]; }
row sysctl -XX:+UseLargePages

# Its own program applies the file, as at boot.
apply() { cp "$out"/hp-jvm.conf /etc/tmpfiles.d && log systemd-tmpfiles --create /etc/tmpfiles.d/hp-jvm.conf; }
undo() { commands "$out"/hp-jvm.conf '^# Undo:' '^w' | run && [ ! -e /etc/tmpfiles.d/hp-jvm.conf ]; }
row tmpfiles -XX:+UseLargePages

if ! want ansible; then
  :
elif command -v ansible-playbook >/dev/null; then
  play() { log ansible-playbook -i localhost, -c local -e ansible_become=false -e 'ansible_python_interpreter={{ansible_playbook_python}}' "$out"/hp-jvm-playbook.yaml "$@"; }
  apply() { play --check --diff && [ "$(pool)" = 0 ] && ! grep -E 'fatal:|ignored=[1-9]' "$log" && play -e hp_jvm_restart=true && play --check; }
  undo() { play -e hp_jvm_undo=true && play -e hp_jvm_undo=true && [ ! -e $units/shop.service.d ]; }
  row ansible ""
else
  printf 'ansible\tansible-playbook is not installed\t\t\t\t\n'
fi

# A drop-in of a variable that another form sets.
apply() {
  mkdir $units/shop.service.d
  printf '[Service]\nEnvironment=JDK_JAVA_OPTIONS=@%s\n' "$out"/hp-jvm.args >$units/shop.service.d/args.conf
  log "$java" @"$out"/hp-jvm.args -version && systemctl daemon-reload && sysctl -q -w vm.nr_hugepages=100
}
undo() { rm -r $units/shop.service.d && systemctl daemon-reload && sysctl -q -w vm.nr_hugepages=0; }
row jvm ""

# The daemon, on a profile without settings: that of the machine would change more than the pool.
if ! want tuned; then
  :
elif [ -d "${HP_TUNED-}" ] && [ -e /lib/systemd/system/dbus.service ] &&
  PYTHONPATH=$HP_TUNED/usr/lib/python3/dist-packages /usr/bin/python3 -c 'import tuned.daemon.controller' 2>>"$log"; then
  cp -r "$HP_TUNED"/usr/. /usr
  cp -r "$HP_TUNED"/etc/. /etc
  cp "$HP_TUNED"/lib/systemd/system/tuned.service $units
  rm -f /etc/sysctl.d/*
  mkdir /etc/tuned/lab
  printf '%s\n' '[main]' 'summary=Nothing' >/etc/tuned/lab/tuned.conf
  systemctl daemon-reload
  log systemctl start dbus.service tuned.service && log tuned-adm profile lab
  apply() {
    mkdir /etc/tuned/hp-jvm && sed 's/^include=.*/include=lab/' "$out"/tuned.conf >/etc/tuned/hp-jvm/tuned.conf &&
      commands "$out"/tuned.conf 'Then:' '^# Undo:' | run
  }
  undo() { log tuned-adm profile lab && rm -r /etc/tuned/hp-jvm && log tuned-adm verify; }
  row tuned -XX:+UseLargePages
  systemctl stop tuned.service
else
  printf 'tuned\tneeds TuneD in the folder HP_TUNED, the Python modules that it imports, and D-Bus\t\t\t\t\n'
fi

# The first boot of a machine: all stages, with the modules that the user data needs. The network is that of the machine.
if ! want cloud-init; then
  :
elif [ -d "${HP_CLOUD_INIT-}" ]; then
  init() { log env PYTHONPATH="$HP_CLOUD_INIT"/usr/lib/python3/dist-packages "${HP_PYTHON:-/usr/bin/python3}" -m cloudinit.cmd.main "$@"; }
  mkdir -p /etc/cloud /var/lib/cloud/seed/nocloud
  printf '%s\n' 'datasource_list: [NoCloud, None]' 'network: {config: disabled}' 'cloud_init_modules: [write-files]' \
    'cloud_config_modules: [runcmd]' 'cloud_final_modules: [scripts-user]' >/etc/cloud/cloud.cfg
  printf '%s\n' 'instance-id: lab' 'dsmode: local' >/var/lib/cloud/seed/nocloud/meta-data
  apply() {
    cp "$out"/hp-jvm-user-data.yaml /var/lib/cloud/seed/nocloud/user-data
    init init --local && init init && init modules --mode config && init modules --mode final && log cat /run/cloud-init/result.json &&
      grep -q '"errors": \[\]' /run/cloud-init/result.json
  }
  undo() { commands "$out"/hp-jvm-user-data.yaml '^# Undo on a machine:' '^write_files' | run && [ ! -e $units/shop.service.d ] && [ ! -e /run/hp-jvm-host ]; }
  row cloud-init ""
else
  printf 'cloud-init\tneeds cloud-init in the folder HP_CLOUD_INIT\t\t\t\t\n'
fi

# Containers share the network and the control group of the lab, and have the programs of this machine.
log systemctl stop shop
rm -f $units/shop.service
podman_starts() {
  command -v podman >/dev/null || return 1
  mkdir -p "$work"/root/{usr,etc,proc,sys,dev,tmp,run,opt} "$work"/compose
  for folder in bin lib lib64 sbin; do ln -s usr/$folder "$work"/root/$folder; done
  mounts=(/usr "$classes")
  for folder in /etc/java-*; do [ ! -d "$folder" ] || mounts+=("$folder"); done
  java=$(readlink -f "$java")
  case $java in /usr/*) ;; *) mounts+=("${java%/bin/java}") ;; esac
  printf '%s\n' '[storage]' 'driver = "vfs"' "runroot = \"$work/run\"" "graphroot = \"$work/graph\"" >"$work"/storage.conf
  printf '%s\n' '[containers]' 'default_ulimits = []' '[engine]' 'cgroup_manager = "cgroupfs"' 'events_logger = "none"' >"$work"/containers.conf
  export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
  systemctl set-environment CONTAINERS_STORAGE_CONF="$CONTAINERS_STORAGE_CONF" CONTAINERS_CONF="$CONTAINERS_CONF"
  log podman run --rm --network host --cgroups disabled --ulimit host -v /usr:/usr:ro --rootfs "$work"/root /bin/true
}
main_pid() { podman inspect -f '{{.State.Pid}}' shop; }
podman=
if want quadlet || want compose; then podman_starts && podman=yes; fi
flags="-XX:+UseG1GC -Xms64m -Xmx64m -XX:+AlwaysPreTouch -XX:ReservedCodeCacheSize=16m"

# The generator of Podman 5 writes the service; the podman of the machine may be older.
generator=/usr/lib/systemd/system-generators/podman-system-generator
if ! want quadlet; then
  :
elif [ -n "$podman" ] && { [ -x $generator ] || { [ -x "${HP_QUADLET-}" ] && cp "$HP_QUADLET" $generator; }; }; then
  mkdir -p /etc/containers/systemd
  {
    printf '%s\n' '[Container]' ContainerName=shop Rootfs="$work"/root Network=host 'PodmanArgs=--cgroups disabled --ulimit host' "Exec=$java $flags -cp $classes Waits"
    for folder in "${mounts[@]}"; do echo "Volume=$folder:$folder:ro"; done
  } >/etc/containers/systemd/shop.container
  systemctl daemon-reload
  log systemctl start shop
  apply() {
    mkdir -p /etc/containers/systemd && cp -r "$out"/shop.container.d /etc/containers/systemd && cp "$out"/hp-jvm-host.service $units &&
      cp "$out"/hp-jvm-host /usr/local/sbin && commands "$out"/hp-jvm-host.service 'Install as' 'Undo:' | run &&
      commands "$out"/shop.container.d/zz-hp-jvm.conf 'The quadlet is' '^# Undo:' | run
  }
  undo() {
    commands "$out"/shop.container.d/zz-hp-jvm.conf '^# Undo:' '^\[' | run && commands "$out"/hp-jvm-host.service '^# Undo:' '^\[' | run &&
      [ ! -e /etc/containers/systemd/shop.container.d ] && [ ! -e /run/hp-jvm-host ]
  }
  of_started quadlet --container shop
  log systemctl stop shop
else
  printf 'quadlet\tneeds podman, and the generator of Podman 5 in the file HP_QUADLET\t\t\t\t\n'
fi

# The override sets no pool. docker compose is podman-compose here.
if ! want compose; then
  :
elif [ -n "$podman" ] && command -v podman-compose >/dev/null; then
  cd "$work"/compose || exit 1
  tar -c -C "$work"/root . | log podman import - localhost/root
  {
    printf '%s\n' services: '  shop:' '    image: localhost/root' '    container_name: shop' '    network_mode: host' "    command: $java $flags -cp $classes Waits" '    volumes:'
    for folder in "${mounts[@]}"; do echo "      - $folder:$folder:ro"; done
  } >compose.yaml
  compose() { sed "s/^docker compose/podman-compose --podman-run-args='--cgroups=disabled --ulimit=host'/; s/ --quiet//" | run; }
  again() { sleep 1; }
  echo 'docker compose -f compose.yaml up -d' | compose
  apply() { cp "$out"/compose.hp-jvm.yaml . && sysctl -q -w vm.nr_hugepages=100 && commands compose.hp-jvm.yaml 'The service is' '^# Undo:' | compose; }
  undo() { commands compose.hp-jvm.yaml '^# Undo:' '^services' | compose && rm compose.hp-jvm.yaml && sysctl -q -w vm.nr_hugepages=0; }
  of_started compose --container shop
  log podman-compose -f compose.yaml down
  cd /
else
  printf 'compose\tneeds podman and podman-compose\t\t\t\t\n'
fi

for other in 'cmdline:needs a boot: EmitIT gives the pool the pages that it names' \
  'k8s:needs a cluster: EmittedManifestsIT patches a deployment with kubectl --local and checks it, EmitIT runs the script of the node'; do
  ! want "${other%%:*}" || printf '%s\t%s\t\t\t\t\n' "${other%%:*}" "${other#*:}"
done
