#!/bin/bash
# Runs in the lab of boot.sh: applies the forms of hp-cli emit to a service, checks and undoes them. Each line of the output is a
# row: the form, what was done or why it was not, the exit codes of --require before, after, and when undone, and the pool then.
#
#   forms.sh HP JAVA CLASSES      hp-cli, a java of JDK 17 or newer, the folder of the class Waits
set -u
cd /
hp=$1 java=$2 classes=$3
work=$(mktemp -d)
out=$work/forms
log=$work/log
units=/etc/systemd/system
pool() { cat /proc/sys/vm/nr_hugepages; }
log() { "$@" >>"$log" 2>&1; }

# service FLAG...: starts the service anew with these flags.
service() {
  printf '%s\n' '[Service]' "ExecStart=$java -XX:+UseG1GC -Xms64m -Xmx64m -XX:+AlwaysPreTouch -XX:ReservedCodeCacheSize=16m $* -cp $classes Waits" \
    SuccessExitStatus=143 >$units/shop.service
  systemctl daemon-reload
  systemctl restart shop
}

# The JVM of the service, once its heap is there.
jvm() {
  local pid i
  for ((i = 0; i < 10; i++)); do
    sleep 1
    pid=$(systemctl show -p MainPID --value shop)
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

# commands FILE FROM TO: the commands in the comments between two sentences, without sudo.
commands() {
  sed -n "/$2/,/$3/p" "$1" | sed -n 's/^#   //p' | sed 's/sudo //g'
}

run() { # runs each line of stdin; fails if one fails
  local line failed=0
  while IFS= read -r line; do
    log bash -c "$line" </dev/null || { echo "failed: $line" >>"$log"; failed=1; }
  done
  return $failed
}

# row FORM FLAGS: with the functions apply and undo, which fail if a command of the form fails.
row() {
  local form=$1 before applied after undone last
  service "$2"
  before=$(require)
  rm -rf "$out"
  mkdir "$out"
  # shellcheck disable=SC2086
  if ! log "$hp" emit --for "$form" --pages hugetlb "$(jvm)" -o "$out"; then
    printf '%s\tnot written\t\t\t\t\n' "$form"
    return
  fi
  apply; applied=$?
  systemctl restart shop
  after=$(require)
  undo; undone=$?
  systemctl restart shop
  last=$(require)
  printf '%s\tapplied %s, undone %s\t%s\t%s\t%s\t%s\n' "$form" $applied $undone "$before" "$after" "$last" "$(pool)"
}

apply() {
  cp -r "$out"/shop.service.d $units && cp "$out"/hp-jvm-host.service $units && cp "$out"/hp-jvm-host /usr/local/sbin &&
    commands "$out"/hp-jvm-host.service 'Install as' 'Undo:' | run &&
    commands "$out"/shop.service.d/hp-jvm.conf 'Install as' '^# Undo:' | run
}
undo() {
  commands "$out"/shop.service.d/hp-jvm.conf '^# Undo:' '^\[' | run && commands "$out"/hp-jvm-host.service '^# Undo:' '^\[' | run &&
    [ ! -e $units/shop.service.d ] && [ ! -e /usr/local/sbin/hp-jvm-host ] && [ ! -e /run/hp-jvm-host ]
}
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

if command -v ansible-playbook >/dev/null; then
  play() { log ansible-playbook -i localhost, -c local -e ansible_become=false -e 'ansible_python_interpreter={{ansible_playbook_python}}' "$out"/hp-jvm-playbook.yaml "$@"; }
  apply() { play --check --diff && [ "$(pool)" = 0 ] && play -e hp_jvm_restart=true; }
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

for other in 'tuned:TuneD is no part of the lab: EmittedFormsIT loads the profile by its own classes' \
  'cmdline:needs a boot: EmitIT gives the pool the pages that it names' \
  'cloud-init:needs a first boot: EmittedFormsIT checks it by its schema; its files are those of systemd' \
  'compose:needs a container engine: EmittedFormsIT checks it by its schema' \
  'quadlet:needs Podman 5: EmittedUnitsIT reads it by its generator; its host files are those of systemd' \
  'k8s:needs a cluster: EmittedManifestsIT checks it, EmitIT runs the script of the node'; do
  printf '%s\t%s\t\t\t\t\n' "${other%%:*}" "${other#*:}"
done
systemctl stop shop
