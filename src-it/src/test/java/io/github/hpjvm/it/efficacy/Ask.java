package io.github.hpjvm.it.efficacy;

import java.util.List;

/** The pages that the arguments of a JVM request, as users write them. */
enum Ask {
    NONE(List.of("")),
    THP(List.of("-XX:+UseTransparentHugePages", "-XX:+UseTransparentHugePages -XX:+AlwaysPreTouch")),
    LARGE_PAGES(List.of("-XX:+UseLargePages", "-XX:+UseLargePages -XX:+AlwaysPreTouch")),
    BOTH(List.of("-XX:+UseLargePages -XX:+UseTransparentHugePages", "-XX:+UseTransparentHugePages -XX:+UseLargePages")),
    /** Requested, and disabled by another flag. */
    CONTRADICTORY(List.of(
            "-XX:+UseLargePages -XX:-UseTransparentHugePages",
            "-XX:-UseLargePages -XX:+UseTransparentHugePages",
            "-XX:+UseTransparentHugePages -XX:-UseLargePages",
            "-XX:+UseLargePages -XX:-UseLargePages")),
    /** For an older release or another machine. */
    STALE(List.of(
            "-XX:+IgnoreUnrecognizedVMOptions -XX:+UseHugeTLBFS -XX:+UseLargePages",
            "-XX:+IgnoreUnrecognizedVMOptions -XX:+UseSHM -XX:+UseLargePages",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=4m",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=1g",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=2m"));

    private final List<String> wordings;

    Ask(List<String> wordings) {
        this.wordings = wordings;
    }

    List<String> wordings() {
        return wordings;
    }

    /** Returns the request of a command line; a command line that is none of these requests nothing. */
    static Ask of(List<String> arguments) {
        Ask found = NONE;
        int length = 0;
        for (Ask ask : values()) {
            for (String wording : ask.wordings) {
                boolean said =
                        !wording.isEmpty() && (" " + String.join(" ", arguments) + " ").contains(" " + wording + " ");
                if (said && wording.length() > length) {
                    found = ask;
                    length = wording.length();
                }
            }
        }
        return found;
    }
}
