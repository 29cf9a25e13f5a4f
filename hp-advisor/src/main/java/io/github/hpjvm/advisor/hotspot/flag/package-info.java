/**
 * What HotSpot makes of its command line before it looks at the host, release by release: which flags and options a
 * build knows, which it refuses, what it says about the others and what they come to. It knows nothing of pages.
 *
 * <p>{@link io.github.hpjvm.advisor.hotspot.flag.FlagSettings} is the door; the words go through the launcher
 * (LauncherWords), then one by one through the VM (VmOptions, ModeOptions, FlagParser), and what is refused only together
 * comes last (FlagConflicts). The table {@code flags.tsv} says what each build knows.
 */
package io.github.hpjvm.advisor.hotspot.flag;
