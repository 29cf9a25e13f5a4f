package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeListTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "0, 1, false",
        "0-3, 2, true",
        "0-3, 4, false",
        "'0,2-3,7', 7, true",
        "'0,2-3,7', 1, false"
    })
    void containsItsNumbers(String list, int number, boolean isIn) {
        assertEquals(Optional.of(isIn), RangeList.parse(list).map(ranges -> ranges.contains(number)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0 | 1", "0-3,8,10 | 6", "' 0-1 , 4 ' | 3", "0-999999 | 1000000"})
    void countsThem(String list, int count) {
        assertEquals(Optional.of(count), RangeList.parse(list).map(RangeList::count));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", "0,", "-1", "3-0", "0-", "0-1-2", "x", "1,0", "0-3,2", "0-1000000", "0x1"})
    void refusesOtherText(String text) {
        assertEquals(Optional.empty(), RangeList.parse(text));
    }
}
