#!/bin/sh
# Stands in for perf. FAKE_PERF names a file with counts as perf stat -x, prints them; #next separates intervals, and the last
# interval is repeated. FAKE_PERF_DIES=N: ends with an error after N intervals. FAKE_PERF_DENIES: counts no process.
case $1 in
--version)
    echo "perf version 6.1.0"
    exit
    ;;
list)
    awk -F, '!/^#/ { sub(/:u$/, "", $3); print "  " $3 "    [Kernel PMU event]" }' "$FAKE_PERF"
    exit
    ;;
esac
interval= events= pid= all=
while [ $# -gt 0 ]; do
    case $1 in
    -I) interval=$2; shift ;;
    -e) events=$2; shift ;;
    -p) pid=$2; shift ;;
    -a) all=1 ;;
    esac
    shift
done
if [ -n "$FAKE_PERF_DENIES" ] && [ -n "$pid$all" ]; then
    echo "Error:" >&2
    echo "Access to performance monitoring and observability operations is limited." >&2
    exit 255
fi
counts() {
    awk -F, -v events="$events" -v block="$1" -v time="$2" '
        BEGIN { wanted = split(tolower(events), names, ","); last = 1 }
        /^#next/ { last++; next }
        /^#/ { next }
        { name = tolower($3); sub(/:u$/, "", name); line[last, name] = $0 }
        END {
            if (block > last) block = last
            for (i = 1; i <= wanted; i++) {
                text = line[block, names[i]]
                if (text == "") text = "<not supported>,," names[i] ",0,100.00,,"
                print time text
            }
        }' "$FAKE_PERF" >&2
}
if [ -z "$interval" ]; then
    counts 1 ""
    exit
fi
n=0
while [ -z "$pid" ] || [ -d "/proc/$pid" ]; do
    if [ "$n" = "$FAKE_PERF_DIES" ]; then
        echo "perf: Segmentation fault" >&2
        exit 139
    fi
    n=$((n + 1))
    sleep "$(awk -v i="$interval" 'BEGIN { print i / 1000 }')" >/dev/null 2>&1
    counts "$n" "$(awk -v i="$interval" -v n="$n" 'BEGIN { printf "%16.9f,", n * i / 1000 }')"
done
