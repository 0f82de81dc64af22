/** The programs that npm doesn't have, with their paths. */
import { fromDebian } from "./debian.ts";
import type { Need } from "./need.ts";

/** The full Chromium: it blocks popups and caches pages for the back button. */
export const wholeChromiumPath = "/usr/bin/chromium";
/** Chromium's headless shell, which needs a third less processor time. */
export const chromiumPath = "/usr/lib/chromium/chromium-headless-shell";

/** Both of Debian's builds of Chromium. */
export const chromium: Need = fromDebian({
  name: "Chromium",
  files: [wholeChromiumPath, chromiumPath],
  packages: ["chromium", "chromium-headless-shell"],
});

/** The model checker. */
export const spinPath = "/usr/bin/spin";
/** The compiler for the model checker's output. */
export const compilerPath = "/usr/bin/gcc";

/** The model checker and its compiler. */
export const spin: Need = fromDebian({
  name: "the model checker Spin and gcc",
  files: [spinPath, compilerPath, "/usr/include/stdio.h"],
  packages: ["spin", "gcc", "libc6-dev"],
});

const libraries: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: "x86_64-linux-gnu",
  arm64: "aarch64-linux-gnu",
};

/** The library that sets a program's wall clock, even while it runs; in the variant for programs with threads. */
export const faketimePath = `/usr/lib/${libraries[process.arch] ?? process.arch}/faketime/libfaketimeMT.so.1`;

/** That library. */
export const faketime: Need = fromDebian({ name: "libfaketime", files: [faketimePath], packages: ["libfaketime"] });
