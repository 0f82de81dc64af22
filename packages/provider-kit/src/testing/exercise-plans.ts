/** Tests the texts of previews with a simulated provider, and which changes by others make an approved plan stale. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure, type ProviderFailureCode } from "../failure.ts";
import type { Preview } from "../preview.ts";
import type { Provider } from "../provider.ts";
import { runPreview } from "./preview.ts";
import { describe, findAction, findConnection, run, shorten } from "./runs.ts";
import type { ProviderWorld } from "./world.ts";

/** The expected previews in a fresh environment. */
export type PlanExamples<World extends ProviderWorld = ProviderWorld> = {
  /** The texts of previews. */
  texts: readonly (readonly [actionId: string, input: unknown, text: string])[];
  /**
   * Changes between a preview and its execution: an action of the provider with its input, or a function. `stale` if
   * nothing may be sent afterwards.
   */
  meanwhile: readonly (readonly [
    actionId: string,
    input: unknown,
    change: Meanwhile<World>,
    expected: "stale" | "same",
  ])[];
  /** Calls that can't be proposed, because they are certain to fail. */
  refused?: readonly (readonly [actionId: string, input: unknown, code: ProviderFailureCode])[];
};

/** An action with its input, or a function that changes the environment. */
export type Meanwhile<World> = readonly [actionId: string, input: unknown] | ((world: World) => unknown);

/** Registers the tests. @param makeWorld opens a fresh environment; called for each test, and closed after it. */
export function exercisePlans<World extends ProviderWorld>(
  provider: Provider,
  makeWorld: () => Promise<World>,
  { texts, meanwhile, refused = [] }: PlanExamples<World>,
): void {
  const inWorld = async (use: (world: World) => Promise<void>) => {
    const world = await makeWorld();
    try {
      await use(world);
    } finally {
      await world.close();
    }
  };
  for (const [id, input, text] of texts) {
    test(`${id} says: ${text}`, () =>
      inWorld(async (world) => {
        assert.equal((await previewIn(provider, world, id, input)).text, text);
      }));
  }
  for (const [id, input, change, expected] of meanwhile) {
    const name = typeof change === "function" ? "another change" : `${change[0]} ${shorten(change[1])}`;
    test(`${id} ${shorten(input)} is ${expected} after ${name}`, () =>
      inWorld(async (world) => {
        const before = await previewIn(provider, world, id, input);
        if (typeof change === "function") await change(world);
        else {
          // A different execution than that of the preview.
          const { end } = await run(provider, findAction(provider, change[0]), change[1], world, world.send, 1);
          assert.equal(end.kind, "output", describe(end));
        }
        const after = await previewIn(provider, world, id, input);
        const isSame = JSON.stringify(after.precondition) === JSON.stringify(before.precondition);
        assert.equal(isSame ? "same" : "stale", expected, JSON.stringify([before, after]));
      }));
  }
  for (const [id, input, code] of refused) {
    test(`${id} ${shorten(input)} can't be proposed: ${code}`, () =>
      inWorld(async (world) => {
        await assert.rejects(
          previewIn(provider, world, id, input),
          (error) => error instanceof ProviderFailure && error.refusal.code === code,
        );
      }));
  }
  test(`${provider.slug}: every preview has an example of its text`, () => {
    const tried = new Set(texts.map(([id]) => id));
    const missing = provider.actions.filter(({ id, preview }) => preview !== null && !tried.has(id));
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    );
  });
}

async function previewIn(provider: Provider, world: ProviderWorld, id: string, input: unknown): Promise<Preview> {
  const options = { ...findConnection(provider, world.credential), send: world.send, input };
  return (await runPreview(provider, findAction(provider, id), options)).preview;
}
