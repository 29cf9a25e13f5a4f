package io.github.hpjvm.bench.stats;

import java.util.Random;

/**
 * Machines as they are met: what a series of forks, one after the other, costs more or less than it should, iteration
 * by iteration, as a logarithm. Noise belongs to the place in the series, for any fork.
 */
enum Noise {
    /** One per cent from iteration to iteration, and nothing else. */
    QUIET("quiet: 1 % per iteration") {
        @Override
        void add(double[][] series, Random random) {}
    },
    /** One per cent more from fork to fork, up or down. */
    DRIFT("drift: 1 % per fork throughout") {
        @Override
        void add(double[][] series, Random random) {
            double slope = (random.nextBoolean() ? 0.01 : -0.01) / PLACES;
            steps(series, (fork, place, time) -> slope * time);
        }
    },
    /** Temporary load of other processes: 10 to 60 per cent, about every thirty iterations, for about ten. */
    BURSTS("bursts: 10-60 %, a quarter of the time") {
        @Override
        void add(double[][] series, Random random) {
            double[] burst = {0};
            steps(series, (fork, place, time) -> {
                if (burst[0] > 0) {
                    burst[0] = random.nextInt(10) == 0 ? 0 : burst[0];
                } else {
                    burst[0] = random.nextInt(30) == 0 ? StrictMath.log(1.1 + 0.5 * random.nextDouble()) : 0;
                }
                return burst[0];
            });
        }
    },
    /** Slow drift: each iteration has nine tenths of the deviation of the one before. */
    AUTOREGRESSIVE("AR(1) iterations: 0.9, 3 %") {
        @Override
        void add(double[][] series, Random random) {
            double[] state = {0.03 * random.nextGaussian()};
            double fresh = 0.03 * StrictMath.sqrt(1 - 0.9 * 0.9);
            steps(series, (fork, place, time) -> state[0] = 0.9 * state[0] + fresh * random.nextGaussian());
        }
    },
    /**
     * Differences between forks by memory layout and compilation: 5 per cent, the same for all iterations of a fork.
     */
    LUCK("log-normal fork variation: 5 %") {
        @Override
        void add(double[][] series, Random random) {
            luck(series, random, 0.05);
        }
    },
    /** Another frequency, another host: the level jumps by 10 per cent about every eight forks. */
    STEPS("step changes: 10 %, every 8 forks") {
        @Override
        void add(double[][] series, Random random) {
            double[] level = {0};
            steps(series, (fork, place, time) -> {
                level[0] += random.nextInt(8 * PLACES) == 0 ? 0.1 * random.nextGaussian() : 0;
                return level[0];
            });
        }
    },
    /** Forks that stray as Student's t with two degrees of freedom does: it has no variance. */
    HEAVY_TAILS("heavy tails: t(2), 2 %") {
        @Override
        void add(double[][] series, Random random) {
            for (double[] fork : series) {
                double chiSquare = -2 * StrictMath.log(1 - random.nextDouble());
                double t = random.nextGaussian() / StrictMath.sqrt(chiSquare / 2);
                shift(fork, 0.02 * Math.max(-50, Math.min(50, t)));
            }
        }
    },
    /** Everything at once, each at a half to a third of its size. */
    ALL("all of these, smaller") {
        @Override
        void add(double[][] series, Random random) {
            for (Noise one : new Noise[] {DRIFT, BURSTS, AUTOREGRESSIVE, LUCK, STEPS, HEAVY_TAILS}) {
                double[][] alone = new double[series.length][ITERATIONS];
                one.add(alone, random);
                for (int fork = 0; fork < series.length; fork++) {
                    for (int i = 0; i < ITERATIONS; i++) {
                        series[fork][i] += 0.4 * alone[fork][i];
                    }
                }
            }
        }
    };

    /** Measured iterations of a fork, as in the profile quick. */
    static final int ITERATIONS = 4;

    /** Length of a fork with start and warm-up, in iterations. */
    private static final int PLACES = 10;

    private final String label;

    Noise(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** The noise of so many forks in a row: logarithms, by fork and iteration. */
    double[][] series(int forks, Random random) {
        double[][] series = new double[forks][ITERATIONS];
        for (double[] fork : series) {
            for (int i = 0; i < ITERATIONS; i++) {
                fork[i] = 0.01 * random.nextGaussian();
            }
        }
        add(series, random);
        return series;
    }

    abstract void add(double[][] series, Random random);

    /** Differences between forks of any size on an otherwise quiet machine. */
    static double[][] luckOf(double size, int forks, Random random) {
        double[][] series = QUIET.series(forks, random);
        luck(series, random, size);
        return series;
    }

    private static void luck(double[][] series, Random random, double size) {
        for (double[] fork : series) {
            shift(fork, size * random.nextGaussian());
        }
    }

    private static void shift(double[] fork, double by) {
        for (int i = 0; i < fork.length; i++) {
            fork[i] += by;
        }
    }

    private interface AtTime {
        double noise(int fork, int place, int time);
    }

    /** Time goes on while a fork starts and warms up; only its last places are measured. */
    private static void steps(double[][] series, AtTime noise) {
        int time = 0;
        for (int fork = 0; fork < series.length; fork++) {
            for (int place = 0; place < PLACES; place++) {
                double now = noise.noise(fork, place, time++);
                int iteration = place - (PLACES - ITERATIONS);
                if (iteration >= 0) {
                    series[fork][iteration] += now;
                }
            }
        }
    }
}
