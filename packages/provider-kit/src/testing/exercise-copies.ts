/**
 * Tests a request that arrives twice, as behind a proxy that repeats it: the provider answers the copy, and may refuse
 * it because of the first one. Such a refusal doesn't prove that nothing happened.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Provider } from "../provider.ts";
import type { SecretsActionId } from "../secrets/contract.ts";
import { findAction } from "./runs.ts";
import { codeOf, withBench, written, type SecretsManagerExamples } from "./secrets-bench.ts";
import type { ProviderWorld } from "./world.ts";

/** Registers a test for each change that a secrets manager can refuse because of a copy of itself. */
export function exerciseCopies(
  provider: Provider,
  makeWorld: () => Promise<ProviderWorld>,
  examples: SecretsManagerExamples,
): void {
  const { present, free } = examples;
  const creates = provider.actions.some(({ id }) => id === "secrets.create");
  const changes: readonly (readonly [SecretsActionId, string])[] = [
    ["secrets.set", present],
    [creates ? "secrets.create" : "secrets.set", free],
    ["secrets.delete", present],
  ];
  for (const [id, name] of changes) {
    const whose = name === present ? "a present secret" : "a new one";
    test(`${provider.slug}: ${id} of ${whose} that arrives twice doesn't end as failed`, async () => {
      const world = await makeWorld();
      const sendTwice: ProviderWorld["send"] = async (request, purpose) => {
        if (purpose === "change") await world.send(request, purpose);
        return world.send(request, purpose);
      };
      const makeTwice = () => Promise.resolve({ ...world, send: sendTwice });
      await withBench(provider, makeTwice, examples, async ({ execute }) => {
        const hasValue = "value" in findAction(provider, id).input.properties;
        const { end } = await execute(id, { name, ...(hasValue ? { value: written } : {}) });
        assert.ok(end.kind === "output" || end.kind === "unknown", codeOf(end));
      });
    });
  }
}
