/** What V8 is told when the server listens: its own thresholds are those of a page that is left after a minute. */
import { setFlagsFromString } from "node:v8";

/** As `node --v8-options` names them. */
export const serverOptions: readonly string[] = [
  // What runs often is compiled sooner: types of values are gathered from a function's first call, not from its ninth. What
  // runs before the server listens runs once, and stays as it is.
  "--no-lazy-feedback-allocation",
  "--invocation-count-for-maglev=100",
  "--invocation-count-for-turbofan=1000",
  // The old generation is looked through when it is one and a half times what was left of it, and not four times: of 30 MB
  // that live, V8 would make 130 first.
  "--heap-growing-percent=50",
];

/** An option that this V8 does not have is told of on standard error, and nothing else follows from it. */
export function setServerOptions(): void {
  for (const option of serverOptions) setFlagsFromString(option);
}
