/** How soon V8 compiles what runs often; set when the server listens, for what runs before runs once. */
import { setFlagsFromString } from "node:v8";

/**
 * V8's options (`node --v8-options`). Its thresholds are those of a page that is left after a minute: a request passes through
 * so much code that the first ten thousand of them would run in code that is compiled without knowledge of its values.
 */
export const hotCodeOptions: readonly string[] = [
  // Types of values are gathered from a function's first call, not from its ninth.
  "--no-lazy-feedback-allocation",
  "--invocation-count-for-maglev=100",
  "--invocation-count-for-turbofan=1000",
];

/** An option that this V8 does not have is told of on standard error, and nothing else follows from it. */
export function compileSooner(): void {
  for (const option of hotCodeOptions) setFlagsFromString(option);
}
