/** Tests an action of a provider with OAuth with a token that has only the scopes that a session for it requests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Action } from "../action.ts";
import type { Provider } from "../provider.ts";
import { exampleLook } from "./exercise-evidence.ts";
import { runPreview } from "./preview.ts";
import { describe, findAction, findConnection, findExamples, run } from "./runs.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

/** Registers the tests: the action itself, its preview and its evidence, each with the actions that it needs. */
export function exerciseScopes(
  provider: Provider,
  action: Action,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
): void {
  const { inputs } = findExamples(examples, action);
  /** Opens an environment whose token is for the action and these others. */
  const withTokenFor = async (others: readonly string[], use: (world: ProviderWorld) => Promise<void>) => {
    const world = await makeWorld();
    try {
      assert.notEqual(world.narrow, undefined, "an environment for a provider with OAuth sets `narrow`, or null");
      if (world.narrow === null || world.narrow === undefined) return;
      const requested = [action, ...others.map((id) => findAction(provider, id))];
      world.narrow([...new Set(requested.flatMap(({ requiredScopes }) => requiredScopes))]);
      await use(world);
    } finally {
      await world.close();
    }
  };
  const title = `${provider.slug}/${action.id}`;
  test(`${title}: needs no scope besides those that it declares`, async () => {
    await withTokenFor([], async (world) => {
      for (const [number, input] of inputs.entries()) {
        const { end } = await run(provider, action, input, world, world.send, number);
        assert.equal(end.kind, "output", describe(end));
      }
    });
    const { preview, evidence } = action;
    if (preview !== null) {
      await withTokenFor(preview.needs, async (world) => {
        const { credential, send } = world;
        await runPreview(provider, action, { ...findConnection(provider, credential), send, input: inputs[0] });
      });
    }
    if (evidence !== null) {
      await withTokenFor(evidence.needs, async (world) => {
        const end = await exampleLook(provider, { ...action, evidence }, world, inputs[0]);
        assert.notEqual(end?.kind, "failed", end === null ? "" : describe(end));
      });
    }
  });
}
