/** Stryker, which judges tests by changing the code. */
export { Stryker } from "@stryker-mutator/core";
