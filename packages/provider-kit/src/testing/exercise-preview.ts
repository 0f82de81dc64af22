/** Tests an action's preview: it only reads, within limits, and shows no secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { previewTextMax } from "@svc/contract";
import type { Action } from "../action.ts";
import { ProviderFailure } from "../failure.ts";
import { preconditionMaxBytes, type Preview } from "../preview.ts";
import type { Provider } from "../provider.ts";
import { lostEnds, statusEnd } from "./ends.ts";
import { unrecordedTexts } from "./facts.ts";
import { sendLonger, textMembers } from "./long-texts.ts";
import type { Send } from "./port.ts";
import { runPreview } from "./preview.ts";
import { aliasesOf, assertForms, requestForms } from "./request-forms.ts";
import { findConnection, findExamples, secretsIn } from "./runs.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

/** The service's own limit. */
const readsMax = 20;

/** Registers the tests. */
export function exercisePreview(
  provider: Provider,
  action: Action,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
): void {
  const title = `${provider.slug}/${action.id}`;
  const { inputs } = findExamples(examples, action);
  const withWorld = async (use: (world: ProviderWorld) => Promise<void>) => {
    const world = await makeWorld();
    try {
      await use(world);
    } finally {
      await world.close();
    }
  };
  test(`${title}: its preview only reads, returns the same twice, and shows no secret`, () =>
    withWorld(async (world) => {
      let reads = 0;
      for (const input of inputs) {
        const first = await preview(provider, action, input, world, world.send);
        assertShort(first.preview);
        assert.ok(first.exchanges.length <= readsMax);
        reads += first.exchanges.length;
        const shown = JSON.stringify(first.preview);
        for (const secret of [...unrecordedTexts(action.input, input), ...secretsIn(provider, world.credential)]) {
          assert.ok(!shown.includes(secret), "the preview shows a secret");
        }
        assert.deepEqual((await preview(provider, action, input, world, world.send)).preview, first.preview);
      }
      assert.ok(reads > 0, "it read nothing");
    }));
  test(`${title}: its preview reads only what the actions in needs read, or the action itself`, () =>
    withWorld(async (world) => {
      const exchangesOf = async (input: unknown) =>
        (await preview(provider, action, input, world, world.send)).exchanges;
      const previews = [];
      for (const input of inputs) previews.push({ input, exchanges: await exchangesOf(input) });
      const needs = [...(action.preview?.needs ?? []), action.id];
      const allowed = await requestForms(provider, needs, world, examples);
      for (const { input, exchanges } of previews) {
        assertForms(exchanges, [input, aliasesOf(examples, action)], { needs, allowed });
      }
    }));
  test(`${title}: its preview is short even if the provider's texts are long`, () =>
    withWorld(async (world) => {
      for (const input of inputs) {
        const { exchanges } = await preview(provider, action, input, world, world.send);
        const withLonger = async (names: readonly string[]): Promise<Preview | null> => {
          const send = sendLonger(exchanges, new Set(names));
          return await preview(provider, action, input, world, send).then(
            (longer) => longer.preview,
            (error: unknown) => {
              // Some texts are ids or constants of the API.
              if (error instanceof ProviderFailure) return null;
              throw error;
            },
          );
        };
        const free: string[] = [];
        for (const name of textMembers(exchanges)) {
          if ((await withLonger([name])) !== null) free.push(name);
        }
        const longest = await withLonger(free);
        if (longest !== null) assertShort(longest);
      }
    }));
  test(`${title}: its preview fails if a read ends badly`, () =>
    withWorld(async (world) => {
      for (const input of inputs) {
        // Some inputs need no read, such as one without a folder.
        const { exchanges } = await preview(provider, action, input, world, world.send);
        if (exchanges.length === 0) continue;
        for (const { facts } of [...lostEnds, ...[403, 500].map(statusEnd)]) {
          const failing: Send = () => Promise.resolve(facts);
          await assert.rejects(preview(provider, action, input, world, failing), ProviderFailure);
        }
      }
    }));
}

function assertShort({ text, precondition }: Preview): void {
  assert.ok(text.length > 0 && text.length <= previewTextMax, `${String(text.length)} characters: ${text}`);
  assert.ok(Buffer.byteLength(JSON.stringify(precondition ?? null)) <= preconditionMaxBytes);
}

async function preview(provider: Provider, action: Action, input: unknown, world: ProviderWorld, send: Send) {
  return await runPreview(provider, action, { ...findConnection(provider, world.credential), send, input });
}
