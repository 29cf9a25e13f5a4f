package io.github.hpjvm.advisor.hotspot.bill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Bytes;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodeCachePagesTest {

    @ParameterizedTest
    @CsvSource({"2, 5826188", "3, 5832780", "6, 6422680", "12, 7602480", "18, 8782280"})
    void stubsTakeWhatCompilersNeed(int compilers, long bytes) {
        assertEquals(bytes, CodeCache.nonMethods(compilers).value());
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "4, 3", "16, 12", "64, 18"})
    void compilersDependOnProcessors(int processors, int compilers) {
        assertEquals(compilers, CodeCache.compilers(processors));
    }

    @ParameterizedTest
    @CsvSource({"2, 121", "16, 122", "64, 121"})
    void theCodeCacheOf25DependsOnProcessors(int processors, long pages) {
        CodeCache cache = CodeCache.of(Optional.empty()).withCompilers(CodeCache.compilers(processors));
        Piece code =
                CodeCachePages.pieces(25, cache, PageSizes.of(Bytes.ofMiB(2))).get(0);
        assertEquals(Span.exactly(pages), code.pages());
        Piece anywhere = CodeCachePages.pieces(25, CodeCache.of(Optional.empty()), PageSizes.of(Bytes.ofMiB(2)))
                .get(0);
        assertEquals(new Span(121, 122), anywhere.pages());
    }
}
