# Functions for forms.sh and products.sh: they apply and undo what hp-cli emit wrote to the folder $out, and log to $log.
# shellcheck shell=bash disable=SC2154 # the scripts set out and log
units=/etc/systemd/system
pool() { cat /proc/sys/vm/nr_hugepages; }
log() { "$@" >>"$log" 2>&1; }

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

# apply_systemd SERVICE, undo_systemd SERVICE: the drop-in of the service, and the unit of the host with its script.
apply_systemd() {
  cp -r "$out/$1.service.d" $units && cp "$out"/hp-jvm-host.service $units && cp "$out"/hp-jvm-host /usr/local/sbin &&
    commands "$out"/hp-jvm-host.service 'Install as' 'Undo:' | run &&
    commands "$out/$1.service.d/zz-hp-jvm.conf" 'Install as' '^# Undo:' | run
}
undo_systemd() {
  commands "$out/$1.service.d/zz-hp-jvm.conf" '^# Undo:' 'takes flags\|^\[' | run && commands "$out"/hp-jvm-host.service '^# Undo:' '^\[' | run &&
    [ ! -e "$units/$1.service.d" ] && [ ! -e /usr/local/sbin/hp-jvm-host ] && [ ! -e /run/hp-jvm-host ]
}
