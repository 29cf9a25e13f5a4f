package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes the script of the unit that prepares a host at boot, and the functions that it shares with the script of
 * {@link NodeDaemonSet}. A pool is raised and never lowered. The script reads each value back, and fails with the reason if
 * the kernel did not accept it; the values are then those from before this start. The old values are in a folder below
 * {@code /run}, so that undoing it restores the values that this boot had.
 */
final class HostScript {
    static final String NAME = "hp-jvm-host";
    static final String PLACE = "/usr/local/sbin/" + NAME;

    /**
     * The begin of the line that names the service for which the settings are. A host has one such script. It is the second line,
     * so that no name in the comments after it counts as the service.
     */
    private static final String OWNER = "# Service: ";

    private static final String INDENT = "  ";

    private static final Pattern PATH = Pattern.compile("/(sys/(?!fs/cgroup/)|proc/sys/)[A-Za-z0-9_./-]+");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.+][A-Za-z0-9_.+-]*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    /** Explains why a pool is short. */
    static final String WHY = """
            # why FILE GOT WANTED: why a pool is short.
            why() {
              case $1 in
                /sys/*/hugepages-*kB/*) kib=${1##*hugepages-}; kib=${kib%%kB/*} ;;
                *) kib=$(sed -n 's/^Hugepagesize: *\\([0-9]*\\) kB$/\\1/p' /proc/meminfo) ;;
              esac
              available=$(sed -n 's/^MemAvailable: *\\([0-9]*\\) kB$/\\1/p' /proc/meminfo)
              missing=$((($3 - $2) * kib))
              if [ "$available" -lt "$missing" ]; then
                echo "$((missing / 1024)) MiB are missing, and the host has $((available / 1024)) MiB available"
              else
                echo "memory is fragmented: $((missing / 1024)) MiB are missing; at boot hp-cli emit --for cmdline gets them"
              fi
            }
            """;

    /**
     * Tells whether the JVM of the plan lacks pages of a pool that is large enough. A pool that has its new value before may
     * have it by another plan, and another JVM takes these pages. As long as the JVM of this plan still runs, it has not taken
     * them. {@code /proc/PID/stat} has the time of its start as the 20th number after the name.
     */
    static final String LACKS = """

            # Whether the JVM of this plan still runs: it has not taken the new pages.
            runs() {
              [ -n "${jvm-}" ] || return 1
              ticks=$(sed -n '$s/.*) //p' "/proc/${jvm% *}/stat" 2>/dev/null | cut -d' ' -f20)
              [ "$ticks" = "${jvm#* }" ]
            }

            # available FILE: sets $left to the pages of a pool that are neither in use nor reserved.
            available() {
              case $1 in
                /sys/*)
                  left=$(cat "${1%/*}/free_hugepages")
                  reserved=$(cat "${1%/*}/resv_hugepages" 2>/dev/null || echo 0)
                  ;;
                *)
                  left=$(sed -n 's/^HugePages_Free: *//p' /proc/meminfo)
                  reserved=$(sed -n 's/^HugePages_Rsvd: *//p' /proc/meminfo)
                  ;;
              esac
              left=$((left - reserved))
            }

            # lacks FILE MORE: whether others hold the MORE pages for the JVM of this plan, and why.
            lacks() {
              [ "$2" -gt 0 ] || return 1
              runs || return 1
              available "$1"
              [ "$left" -lt "$2" ] || return 1
              echo "the JVM needs $2 more pages and $left are available; others hold the pages: run hp-cli advise again, or hp-cli size --all"
            }
            """;

    /**
     * Reads values, saves old ones, and explains a pool that is short. {@code failed} is a function of the script that uses
     * these: it gets the reason.
     *
     * <p>{@code nr_hugepages} of sysfs counts surplus pages too, and the sysctl does not ({@code mm/hugetlb.c},
     * nr_hugepages_show_common and hugetlb_sysctl_handler_common). Where the kernel finds too few free blocks, the pool
     * comes out short without an error (Documentation/admin-guide/mm/hugetlbpage.rst).
     */
    private static final String FUNCTIONS = """

            # The value of a file: the choice in brackets, or the pages of a pool without the surplus.
            value_of() {
              text=$(cat "$1") || return 1
              case $text in
                *'['*']'*)
                  text=${text#*'['}
                  text=${text%%']'*}
                  ;;
              esac
              case $1 in
                /sys/*/nr_hugepages) text=$((text - $(cat "${1%/*}/surplus_hugepages"))) ;;
              esac
              printf '%s' "$text"
            }

            # save FILE OLD NEW: the old value of the first time stays.
            save() {
              before=$(sed -n "s|^ $1 \\([^ ]*\\) .*|\\1|p" "$changes" 2>/dev/null || :)
              others=$(grep -v "^ $1 " "$changes" 2>/dev/null || :)
              printf ' %s %s %s\\n%s\\n' "$1" "${before:-$2}" "$3" "$others" >"$changes"
            }

            # write FILE OLD NEW: saves the old value, writes the new one and reads it back.
            write() {
              save "$1" "$2" "$3"
              if reason=$( (printf '%s\\n' "$3" >"$1") 2>&1); then
                got=$(value_of "$1")
                echo "written $1: $2 -> $got"
                if [ "$got" != "$3" ]; then
                  case $1 in
                    */nr_hugepages) failed "$1: the kernel granted $got of $3 pages: $(why "$1" "$got" "$3")" ;;
                    *) failed "$1: the kernel changed $3 to $got" ;;
                  esac
                fi
              else
                failed "cannot write $3 to $1: $reason"
              fi
            }

            # change FILE VALUE
            change() {
              now=$(value_of "$1") || failed "cannot read $1"
              if [ "$now" = "$2" ]; then echo "is      $1: $now"; else write "$1" "$now" "$2"; fi
            }

            # pool FILE PAGES MORE: raises a pool, and never lowers it. MORE of its pages are for the JVM.
            pool() {
              now=$(value_of "$1") || failed "cannot read $1"
              if [ "$now" -ge "$2" ]; then
                if [ "${3-0}" -gt 0 ] && held=$(lacks "$1" "$3"); then failed "$1 has $now pages, but $held"; fi
                echo "is      $1: $now"
              else
                pools=changed
                write "$1" "$now" "$2"
              fi
            }

            # Restores what was written, unless the value has changed since. Sets pools if it changes a pool.
            undo() {
              [ -e "$changes" ] || return 0
              while read -r file old new; do
                [ -n "$file" ] || continue
                now=$(value_of "$file") || continue
                case $file in
                  */nr_hugepages) if [ "$now" -gt "$old" ] && [ "$now" -le "$new" ]; then new=$now; fi ;;
                esac
                if [ "$now" = "$new" ]; then
                  case $file in */nr_hugepages) pools=changed ;; esac
                  printf '%s\\n' "$old" >"$file" || echo "cannot write $old to $file" >&2
                  echo "restored $file: $now -> $(value_of "$file")"
                else
                  echo "kept    $file: $now, changed since"
                fi
              done <"$changes"
              rm -f "$changes"
            }
            """;

    private static final String START = """
            # Usage: hp-jvm-host start|stop|check. start raises pools, never lowers them, and reads each
            # value back; stop restores the values from before the first start; check changes nothing.
            set -eu
            state=${RUNTIME_DIRECTORY:-/run/hp-jvm-host}
            changes=$state/changes
            answer=0
            pools=
            """;

    private static final String END = """

            # Restores the values from before this start.
            failed() {
              undo >&2
              echo "hp-jvm-host: $1; all values are restored" >&2
              exit 1
            }

            # Adds the changes of this start to those that stop restores.
            keep() {
              changes=$state/changes
              [ -e "$state/start" ] || return 0
              while read -r file old new; do
                [ -z "$file" ] || save "$file" "$old" "$new"
              done <"$state/start"
              rm -f "$state/start"
            }

            case ${1-} in
              start)
                mkdir -p "$state"
                keep
                changes=$state/start
                settings
                keep
                [ -z "$pools" ] || echo "a JVM takes the new pages when it starts"
                ;;
              stop)
                keep
                undo
                rmdir "$state" 2>/dev/null || :
                ;;
              check)
                pool() {
                  now=$(value_of "$1") || { answer=1; return; }
                  [ "$now" -ge "$2" ] || { echo "$1: $now of $2 pages"; answer=1; return; }
                  if held=$(lacks "$1" "${3-0}"); then echo "$1: $held"; answer=1; fi
                }
                change() {
                  now=$(value_of "$1") || { answer=1; return; }
                  [ "$now" = "$2" ] || { echo "$1: $now, to be $2"; answer=1; }
                }
                settings
                ;;
              *)
                echo "usage: hp-jvm-host start|stop|check" >&2
                exit 2
                ;;
            esac
            exit "$answer"
            """;

    private HostScript() {}

    /** The lines with the functions. */
    static List<String> functions() {
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(WHY.lines().toList());
        lines.addAll(FUNCTIONS.lines().toList());
        return lines;
    }

    /** The words of the command that prints for which service the script of a host is, and then its settings. */
    static List<String> owner() {
        return List.of("sed", "-n", "2s/^" + OWNER + "//p;/^  change [/]/p;/^  pool [/]/p", PLACE);
    }

    /** The lines of settings, as {@link #owner} prints them. */
    static List<String> lines(List<Setting> settings) {
        return settings.stream()
                .flatMap(setting -> line(setting).stream())
                .map(line -> INDENT + line)
                .toList();
    }

    /** Those lines that have one value for all services; pools add up instead. */
    static List<String> changes(List<Setting> settings) {
        return lines(settings).stream()
                .filter(line -> !line.startsWith(INDENT + "pool "))
                .toList();
    }

    /** Returns whether the script can set it: its path and its value need no quotes, and it is not of a control group. */
    static boolean sets(Setting setting) {
        return setting.store() != Setting.Store.CGROUP
                && PATH.matcher(setting.file()).matches()
                && VALUE.matcher(setting.value()).matches();
    }

    /** Returns whether it is the number of pages of a pool, and more than now. */
    static boolean raisesPool(Setting setting) {
        return setting.file().endsWith("/nr_hugepages")
                && NUMBER.matcher(setting.value()).matches()
                && NUMBER.matcher(setting.was()).matches()
                && Long.parseLong(setting.value()) > Long.parseLong(setting.was());
    }

    /** The number of pages by which a pool grows. */
    private static long more(Setting setting) {
        return Long.parseLong(setting.value()) - Long.parseLong(setting.was());
    }

    /** The assignment of the process id and the start time of the JVM for which a script is; both are empty if it does not run yet. */
    static String process(Jvm jvm) {
        return "jvm='" + (jvm.pid() > 0 ? jvm.pid() + " " + jvm.startTicks() : "") + "'";
    }

    /** The command of the script for one setting; empty for a pool that is to shrink, which needs no setting at boot. */
    private static Optional<String> line(Setting setting) {
        boolean pool = setting.file().endsWith("/nr_hugepages");
        return pool && !raisesPool(setting)
                ? Optional.empty()
                : Optional.of((pool ? "pool " : "change ") + setting.file() + " " + setting.value()
                        + (pool ? " " + more(setting) : ""));
    }

    /**
     * The file.
     *
     * @param head its comments
     * @param owner the service, else the process
     * @param jvm the JVM for which the settings are
     */
    static ConfigFile file(Comments head, String owner, Jvm jvm, List<Setting> settings) {
        List<String> lines = new ArrayList<>(List.of("#!/bin/sh", OWNER + owner));
        lines.addAll(head.lines());
        lines.addAll(START.lines().toList());
        lines.add(process(jvm));
        lines.add("settings() {");
        lines.add("  :");
        lines.addAll(lines(settings));
        lines.add("}");
        lines.addAll(functions());
        lines.addAll(LACKS.lines().toList());
        lines.addAll(END.lines().toList());
        return new ConfigFile(NAME, PLACE, String.join("\n", lines) + "\n");
    }
}
