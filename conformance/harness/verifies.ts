/** How a suite says which promise a test is about. */
import { test } from "node:test";
import { loadRequirements } from "./requirements.ts";

const known = new Set((await loadRequirements()).map(({ id }) => id));

/**
 * Registers a test that proves a requirement. The gate reads the calls from the suites' text, so write the id as a literal.
 * @param options.timeoutMs another one than the run's, for what starts many servers.
 * @throws Error for an id that no `requirements.ts` has.
 */
export function verifies(
  id: string,
  name: string,
  prove: () => Promise<void>,
  options: { readonly timeoutMs?: number } = {},
): void {
  if (!known.has(id)) throw new Error(`No requirement has the id ${id}.`);
  test(`${id}: ${name}`, options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }, prove);
}
