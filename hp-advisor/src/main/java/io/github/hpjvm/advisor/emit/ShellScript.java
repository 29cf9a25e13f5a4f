package io.github.hpjvm.advisor.emit;

/** The part of the emitted script that is the same for each plan. */
final class ShellScript {
    private ShellScript() {}

    static void sayUsage(Comments comments) {
        comments.blank()
                .type("sh hp-jvm.sh check        shows the values; changes nothing")
                .type("sudo sh hp-jvm.sh apply   writes the new values; a second run changes nothing")
                .type("sudo sh hp-jvm.sh undo    restores the old values in reverse order")
                .blank()
                .say(
                        "It writes nothing if a file has neither its old nor its new value: the file has changed since, and"
                                + " this plan is out of date. Values last until the next boot; for settings that survive it see"
                                + " --for sysctl, tuned, systemd and cmdline.");
    }

    /**
     * The body of the script. It calls the functions before it: {@code settings}, {@code backwards} and {@code then_do}.
     *
     * <p>{@code nr_hugepages} of sysfs counts surplus pages too, and the sysctl does not ({@code mm/hugetlb.c},
     * nr_hugepages_show_common and hugetlb_sysctl_handler_common); a pool comes out short where the kernel finds too few
     * free blocks, without an error (Documentation/admin-guide/mm/hugetlbpage.rst).
     */
    static final String BODY = HostScript.WHY + HostScript.LACKS + """

            say() {
              printf '%s\\n' "$*"
            }

            fail() {
              printf 'hp-jvm: %s\\n' "$*" >&2
              exit 1
            }

            # Prints the value of a file: the choice in brackets, or the pages of a pool without the surplus.
            value_of() {
              [ -e "$1" ] || fail "$1 does not exist: this plan is for another kernel or control group"
              text=$(cat "$1") || fail "cannot read $1"
              case $text in
                *'['*']'*)
                  text=${text#*'['}
                  text=${text%%']'*}
                  ;;
              esac
              case $1 in
                /sys/*/nr_hugepages)
                  surplus=$(cat "${1%/*}/surplus_hugepages") || fail "cannot read ${1%/*}/surplus_hugepages"
                  text=$((text - surplus))
                  ;;
              esac
              printf '%s' "$text"
            }

            # Returns whether the file has its new value. A pool that is to grow may be larger.
            is_set() {
              [ "$now" != "$4" ] || return 0
              is_larger "$@"
            }

            # Returns whether a pool is larger than wanted: other programs have raised it.
            is_larger() {
              case $2 in
                */nr_hugepages) [ "$4" -gt "$3" ] && [ "$now" -gt "$4" ] ;;
                *) return 1 ;;
              esac
            }

            # The number of pages by which a pool is to grow; 0 for other files.
            more() {
              case $2 in
                */nr_hugepages) echo "$(($4 - $3))" ;;
                *) echo 0 ;;
              esac
            }

            show() {
              if is_set "$@"; then
                if held=$(lacks "$2" "$(more "$@")"); then
                  answer=1
                  say "held     $2: $now, but $held"
                  return 0
                fi
                say "set      $2: $now"
                return 0
              fi
              answer=1
              case $now in
                "$3") say "not set  $2: $now, to be $4" ;;
                *) say "changed  $2: $now; was $3, to be $4" ;;
              esac
            }

            # write FILE VALUE: fails with the reason in $reason if the file does not have VALUE afterwards.
            write() {
              reason=$( (printf '%s\\n' "$2" >"$1") 2>&1) || return 1
              got=$(value_of "$1") || exit 1
              [ "$got" = "$2" ] && return 0
              reason="the kernel changed it to $got"
              case $1 in
                */nr_hugepages)
                  if [ "$got" -lt "$2" ]; then
                    reason="the kernel granted $got of $2 pages: $(why "$1" "$got" "$2")"
                  else
                    reason="$got pages are in use"
                  fi
                  ;;
              esac
              return 1
            }

            setting() {
              now=$(value_of "$2") || exit 1
              case $mode in
                show)
                  show "$@"
                  ;;
                unchanged)
                  if [ "$command" = apply ] && is_set "$@" && held=$(lacks "$2" "$(more "$@")"); then
                    fail "$2 is $now already, but $held. Nothing is changed"
                  fi
                  if [ "$now" != "$3" ] && ! is_set "$@"; then
                    fail "$2 is $now, and was $3 when this was written: nothing is changed"
                  fi
                  ;;
                apply)
                  if is_set "$@"; then
                    say "is       $2: $now"
                  else
                    written="$written $1 "
                    if ! write "$2" "$4"; then
                      why="cannot set $2 to $4: $reason"
                      mode=restore
                      backwards
                      fail "$why; all values are restored"
                    fi
                    say "written  $2: $3 -> $4"
                  fi
                  ;;
                restore)
                  case $written in
                    *" $1 "*) [ "$now" = "$3" ] || write "$2" "$3" || fail "$why; and cannot restore $2 to $3: $reason" ;;
                  esac
                  ;;
                undo)
                  if [ "$now" = "$3" ]; then
                    say "is       $2: $3"
                  elif is_larger "$@"; then
                    say "kept     $2: $now pages; another program has raised the pool"
                  else
                    write "$2" "$3" || fail "cannot restore $2 to $3: $reason"
                    say "restored $2: $4 -> $3"
                    case $2 in
                      */nr_hugepages) say "         pages that a process uses stay until it ends" ;;
                    esac
                  fi
                  ;;
              esac
            }

            written=
            answer=0
            command=${1-}
            case $command in
              check)
                mode=show
                settings
                ;;
              apply | undo)
                [ "$(id -u)" -eq 0 ] || fail "needs root: sudo sh $0 $1"
                mode=unchanged
                settings
                mode=$1
                if [ "$mode" = apply ]; then
                  settings
                  then_do
                else
                  backwards
                fi
                ;;
              *)
                printf 'usage: sh %s check|apply|undo\\n' "$0" >&2
                exit 2
                ;;
            esac
            exit "$answer"
            """;
}
