package io.github.hpjvm.advisor.emit;

/** The part of the emitted script that is the same for every plan. */
final class ShellScript {
    private ShellScript() {}

    static void sayUsage(Comments comments) {
        comments.blank()
                .type("sh hp-jvm.sh check        what is set and what is not; changes nothing")
                .type("sudo sh hp-jvm.sh apply   sets it; a second time it changes nothing")
                .type("sudo sh hp-jvm.sh undo    puts back what was seen, the last first")
                .blank()
                .say("It writes nothing if a value is neither the one that was seen nor the new one: then somebody has"
                        + " changed it since, and the advice is out of date. What it writes lasts until the next boot; see"
                        + " --for sysctl, tuned, systemd and cmdline for what lasts longer.");
    }

    /**
     * What the functions before it, {@code settings}, {@code backwards} and {@code then_do}, are called by.
     *
     * <p>{@code nr_hugepages} of sysfs counts surplus pages too, and that of sysctl does not ({@code mm/hugetlb.c},
     * nr_hugepages_show_common and hugetlb_sysctl_handler_common); a pool comes out short where the kernel finds too few
     * free blocks, without an error (Documentation/admin-guide/mm/hugetlbpage.rst).
     */
    static final String BODY = """
            say() {
              printf '%s\\n' "$*"
            }

            fail() {
              printf 'hp-jvm: %s\\n' "$*" >&2
              exit 1
            }

            # What a file says: of several words the chosen one, of a pool its pages without the surplus.
            value_of() {
              [ -e "$1" ] || fail "$1 is not there: this is another kernel or group than the one that was advised on"
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

            show() {
              case $now in
                "$4") say "set      $2: $now" ;;
                "$3") say "not set  $2: $now, to be $4"; answer=1 ;;
                *) say "changed  $2: $now; was $3, to be $4"; answer=1 ;;
              esac
            }

            # write FILE VALUE: false, with the reason in $reason, if the file does not say VALUE then.
            write() {
              reason=$( (printf '%s\\n' "$2" >"$1") 2>&1) || return 1
              got=$(value_of "$1") || exit 1
              [ "$got" = "$2" ] && return 0
              reason="the kernel made it $got"
              case $1 in
                */nr_hugepages) reason="the kernel found memory for $got pages only: it is taken or in pieces" ;;
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
                  if [ "$now" != "$3" ] && [ "$now" != "$4" ]; then
                    fail "$2 says $now, and it was $3 when this was written: changed since, so nothing is done"
                  fi
                  ;;
                apply)
                  if [ "$now" = "$4" ]; then
                    say "is       $2: $4"
                  else
                    written="$written $1 "
                    if ! write "$2" "$4"; then
                      why="cannot set $2 to $4: $reason"
                      mode=restore
                      backwards
                      fail "$why; all is as it was before"
                    fi
                    say "written  $2: $3 -> $4"
                  fi
                  ;;
                restore)
                  case $written in
                    *" $1 "*) [ "$now" = "$3" ] || write "$2" "$3" || fail "$why; and cannot put $2 back to $3: $reason" ;;
                  esac
                  ;;
                undo)
                  if [ "$now" = "$3" ]; then
                    say "is       $2: $3"
                  else
                    write "$2" "$3" || fail "cannot put $2 back to $3: $reason"
                    say "put back $2: $4 -> $3"
                  fi
                  ;;
              esac
            }

            written=
            answer=0
            case ${1-} in
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
