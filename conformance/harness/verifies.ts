/** Cites the promise that a test verifies. */
import { test } from "node:test";
import { loadRequirements } from "./requirements.ts";

const known = new Set(loadRequirements().map(({ id }) => id));

/**
 * Registers a test for a requirement. The gate reads the calls from the source, so write the id as a literal.
 * @param options.timeoutMs overrides the run's, for tests that start many servers.
 * @throws Error for an id that no requirement has.
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
