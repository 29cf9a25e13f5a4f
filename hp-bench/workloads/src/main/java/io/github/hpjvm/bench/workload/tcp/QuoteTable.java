package io.github.hpjvm.bench.workload.tcp;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The data of the service: quotes by number. */
final class QuoteTable {
    /** Number of quotes that a request needs. */
    private static final int LOOKUPS = 16;

    private static final long SEED = 20_240_229;

    private final Map<Integer, Quote> quotes = new HashMap<>();

    private QuoteTable() {}

    private static final class Quote {
        final int next;
        final double price;
        final double weight;

        Quote(int next, double price, double weight) {
            this.next = next;
            this.price = price;
            this.weight = weight;
        }
    }

    /** Creates a table of that many entries; the same at every call. */
    static QuoteTable filled(int entries) {
        SplittableRandom random = new SplittableRandom(SEED);
        QuoteTable table = new QuoteTable();
        for (int i = 0; i < entries; i++) {
            table.quotes.put(i, new Quote(random.nextInt(entries), random.nextDouble(), random.nextDouble()));
        }
        return table;
    }

    /**
     * The weighted price of a chain of quotes. Each quote names the next.
     *
     * @param first its beginning; a number that is not in the table costs nothing
     */
    double price(int first) {
        double sum = 0;
        int number = first;
        for (int i = 0; i < LOOKUPS; i++) {
            Quote quote = quotes.get(number);
            if (quote == null) {
                break;
            }
            sum += quote.price * quote.weight;
            number = quote.next ^ i;
        }
        return sum;
    }
}
