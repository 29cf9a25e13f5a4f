package io.github.hpjvm.advisor.fleet;

import java.io.Serializable;
import java.util.OptionalDouble;

/**
 * Prices for the summary of a fleet, in any currency and for any time. The labels {@value #CORE} and {@value #GIB} of a host
 * precede them.
 *
 * @param core price of a core; NaN if unknown
 * @param gib price of a GiB of memory; NaN if unknown
 */
public record Prices(double core, double gib) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Label of a host with the price of a core. */
    public static final String CORE = "pricePerCore";

    /** Label of a host with the price of a GiB. */
    public static final String GIB = "pricePerGib";

    /** No prices. */
    public static Prices none() {
        return new Prices(Double.NaN, Double.NaN);
    }

    OptionalDouble core(FleetRow row) {
        return price(row, CORE, core);
    }

    OptionalDouble gib(FleetRow row) {
        return price(row, GIB, gib);
    }

    private static OptionalDouble price(FleetRow row, String label, double usual) {
        String text = row.labels().get(label);
        double price = usual;
        if (text != null) {
            try {
                price = Double.parseDouble(text.strip());
            } catch (NumberFormatException e) {
                return OptionalDouble.empty();
            }
        }
        return price >= 0 && price < 1e9 ? OptionalDouble.of(price) : OptionalDouble.empty();
    }
}
