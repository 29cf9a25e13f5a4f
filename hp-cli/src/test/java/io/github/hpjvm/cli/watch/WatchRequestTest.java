package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.cli.option.Format;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchRequestTest {
    private static WatchRequest request(boolean all, boolean required) {
        return new WatchRequest(
                all ? 0 : 4242,
                all,
                Duration.ofSeconds(1),
                Optional.empty(),
                0.9,
                false,
                Format.TEXT,
                null,
                required ? Optional.of(Requirement.parse("thp", List.of(RegionName.HEAP))) : Optional.empty(),
                Optional.empty());
    }

    /** Without a JVM nothing shows that the requirement holds; without a requirement there is nothing to show. */
    @ParameterizedTest
    @CsvSource({
        "true, true, 0, false, false, 4",
        "true, true, 0, true, false, 0",
        "true, true, 0, true, true, 4",
        "true, true, 3, true, true, 3",
        "true, false, 0, false, false, 0",
        "true, false, 0, false, true, 4",
        "true, false, 0, true, true, 0",
        "false, true, 0, false, false, 4",
        "false, true, 3, true, false, 3",
        "false, false, 0, false, false, 4",
        "false, false, 0, true, false, 0"
    })
    void theExitCodeIsThatOfTheRequirementUnlessTooLittleIsKnown(
            boolean all, boolean required, int judged, boolean known, boolean hidden, int code) {
        assertEquals(code, request(all, required).exitCode(judged, known, hidden));
    }
}
