package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.advisor.fleet.Prices;
import io.github.hpjvm.console.error.UsageException;

/** The value of {@code --price}: {@code core=25,gib=3}. */
final class PriceOption {
    private static final double MOST = 1e9;

    private PriceOption() {}

    /**
     * Parses the value.
     *
     * @param text null for no prices
     * @throws UsageException if it is no list of prices
     */
    static Prices parse(String text) {
        double core = Double.NaN;
        double gib = Double.NaN;
        if (text == null) {
            return Prices.none();
        }
        for (String word : text.split(",", -1)) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            double price = price(text, equals < 0 ? "" : word.substring(equals + 1));
            switch (name.strip()) {
                case "core" -> core = price;
                case "gib" -> gib = price;
                default -> throw wrong(text);
            }
        }
        return new Prices(core, gib);
    }

    private static double price(String text, String number) {
        try {
            double price = Double.parseDouble(number.strip());
            if (price >= 0 && price < MOST) {
                return price;
            }
        } catch (NumberFormatException e) {
            throw wrong(text);
        }
        throw wrong(text);
    }

    private static UsageException wrong(String text) {
        return new UsageException("--price expects prices of a core and of a GiB, such as core=25,gib=3, got " + text);
    }
}
