/**
 * The evaluation of a command line by HotSpot before it examines the host, release by release. It covers the flags and
 * options that a build knows, the options that it refuses, its messages about the others and their values. It does not depend
 * on pages.
 *
 * <p>{@link io.github.hpjvm.advisor.hotspot.flag.FlagSettings} is the entry point. The words pass through the launcher
 * (LauncherWords), then one by one through the VM (VmOptions, ModeOptions, FlagParser). Refusals of combinations come
 * last (FlagConflicts). The table {@code flags.tsv} lists the flags that each build knows.
 */
package io.github.hpjvm.advisor.hotspot.flag;
