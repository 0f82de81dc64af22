/** Runs every action of a provider against its simulator, with every end that an exchange can have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { safeOutput } from "@svc/contract";
import type { Action } from "../action.ts";
import type { ExchangeFacts } from "../exchange.ts";
import type { Provider } from "../provider.ts";
import { requestFault } from "../request-rules.ts";
import { textsOf, unrecordedTexts } from "./facts.ts";
import { answered } from "./responses.ts";
import {
  lostEnds,
  malformedReads,
  notSentEnds,
  refusedStatuses,
  statusEnd,
  unprovenStatuses,
  type ProviderEnd,
} from "./ends.ts";
import type { Exchange, RunEnd, Send } from "./port.ts";
import { describe, findExamples, run, secretsIn } from "./runs.ts";
import { violations } from "./validation.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

export function exerciseActions(
  provider: Provider,
  action: Action,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
  title: string,
): void {
  const { inputs, emptyResponse, failsIfRepeated } = findExamples(examples, action);
  const withWorld = async (use: (world: ProviderWorld) => Promise<void>) => {
    const world = await makeWorld();
    try {
      await use(world);
    } finally {
      await world.close();
    }
  };
  test(`${title}: returns an output that matches its schema, within the port's rules`, () =>
    withWorld(async (world) => {
      for (const [number, input] of inputs.entries()) {
        const { end, exchanges } = await run(provider, action, input, world, world.send, number);
        assert.equal(end.kind, "output", describe(end));
        if (end.kind === "output") {
          assert.deepEqual(violations(action.output, end.output), []);
          const recorded = textsOf(safeOutput(action, end.output)).join("\n");
          const repeated = unrecordedTexts(action.input, input).find((text) => recorded.includes(text));
          assert.equal(repeated, undefined, "The record of its output repeats what its input keeps out of records.");
        }
        assertRequests(provider, action, exchanges, secretsIn(provider, world.credential));
      }
    }));
  test(`${title}: fails if a read ends badly, and changes nothing after it`, async () => {
    const ends = [
      ...notSentEnds,
      ...lostEnds,
      ...[...refusedStatuses, 301, 500, 502].map(statusEnd),
      ...malformedReads.filter(
        ({ facts }) => emptyResponse === undefined || !isDeepStrictEqual(facts, answered(200, emptyResponse)),
      ),
    ];
    await withWorld(async (world) => {
      for (const readEnd of ends) await assertBadRead(provider, action, inputs[0], world, readEnd);
    });
  });
  if (emptyResponse !== undefined) {
    test(`${title}: succeeds for a read that returns nothing`, () =>
      withWorld(async (world) => {
        const { end } = await run(
          provider,
          action,
          inputs[0],
          world,
          answerFirstRead(world, answered(200, emptyResponse)),
        );
        assert.equal(end.kind, "output", describe(end));
        if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
      }));
  }
  if (action.effect === "read") return;
  const ends = failsIfRepeated === undefined ? "doesn't end as failed" : `ends as failed, because ${failsIfRepeated}`;
  test(`${title}: a change that arrives twice, as behind a proxy that repeats it, ${ends}`, () =>
    withWorld(async (world) => {
      const sendTwice: Send = async (request, purpose) => {
        if (purpose === "change") await world.send(request, purpose);
        return await world.send(request, purpose);
      };
      const { end } = await run(provider, action, inputs[0], world, sendTwice);
      // The second response may refuse the request because of the first, which took effect.
      const isRight = end.kind === "output" || end.kind === "unknown";
      assert.equal(isRight, failsIfRepeated === undefined, describe(end));
    }));
  test(`${title}: reports each ending of the change correctly`, async () => {
    const statuses = [...unprovenStatuses, ...refusedStatuses].map(statusEnd);
    await withWorld(async (world) => {
      for (const changeEnd of [...notSentEnds, ...lostEnds, ...statuses]) {
        await assertChangeEnding(provider, action, inputs[0], world, changeEnd);
      }
    });
  });
}

/** Sends to the environment, except that the first request, if it is a read, gets these facts. */
function answerFirstRead(world: ProviderWorld, facts: ExchangeFacts): Send {
  let requests = 0;
  return async (request, purpose) => {
    requests += 1;
    return requests === 1 && purpose === "read" ? facts : world.send(request, purpose);
  };
}

async function assertBadRead(
  provider: Provider,
  action: Action,
  input: unknown,
  world: ProviderWorld,
  readEnd: ProviderEnd,
): Promise<void> {
  const { end, exchanges } = await run(provider, action, input, world, answerFirstRead(world, readEnd.facts));
  const [first] = exchanges;
  if (first?.purpose === "change" || isDocument(first, readEnd)) return;
  const hint = malformedReads.includes(readEnd) && end.kind === "output" ? emptyResponseHint : "";
  assert.equal(end.kind, "failed", `${readEnd.name}: ${describe(end)}${hint}`);
  assert.ok(!exchanges.some(({ purpose }) => purpose === "change"), `${readEnd.name}: a change was sent afterwards`);
}

/** Whether the read is of a text, which may be any. */
function isDocument(exchange: Exchange | undefined, { facts }: ProviderEnd): boolean {
  const isText = exchange?.request.responseBody === "text";
  return isText && facts.kind === "answered" && facts.status === 200 && facts.body.kind === "complete";
}

async function assertChangeEnding(
  provider: Provider,
  action: Action,
  input: unknown,
  world: ProviderWorld,
  changeEnd: ProviderEnd,
): Promise<void> {
  const send: Send = (request, purpose) =>
    purpose === "read" ? world.send(request, purpose) : Promise.resolve(changeEnd.facts);
  const { end, exchanges } = await run(provider, action, input, world, send);
  const change = exchanges.find(({ purpose }) => purpose === "change");
  assert.ok(change !== undefined, "the action made no change");
  assert.equal(exchanges.filter(({ purpose }) => purpose === "change").length, 1, `${changeEnd.name}: it was retried`);
  const { facts } = changeEnd;
  const accepted = facts.kind === "answered" && (change.accept?.includes(facts.status) ?? false);
  const expected: readonly RunEnd["kind"][] = [
    ...(accepted ? (["output", "failed"] as const) : [expectedVerdict(changeEnd)]),
    // These bodies are uninformative, so a provider that judges bodies may doubt every response.
    ...(facts.kind === "answered" && provider.judge !== undefined ? (["unknown"] as const) : []),
  ];
  assert.ok(expected.includes(end.kind), `${changeEnd.name}: ${describe(end)}`);
  if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
}

/** The verdict according to contract §4.2 and §4.3, written independently of the code under test. */
function expectedVerdict({ facts }: ProviderEnd): RunEnd["kind"] {
  if (facts.kind === "not_sent") return "failed";
  if (facts.kind === "lost") return "unknown";
  return refusedStatuses.includes(facts.status) ? "failed" : "unknown";
}

function assertRequests(
  provider: Provider,
  action: Action,
  exchanges: readonly Exchange[],
  secrets: readonly string[],
): void {
  const changes = exchanges.filter(({ purpose }) => purpose === "change");
  assert.ok(exchanges.length > 0, "it sent no request");
  assert.ok(changes.length <= (action.effect === "read" ? 0 : 1), "more changes than its effect allows");
  for (const { purpose, request } of exchanges) {
    assert.equal(requestFault(provider, request, purpose), null);
    for (const segment of request.path) assert.doesNotMatch(segment, /^\.{0,2}$/, "URLs drop this path segment");
    const { path, query, headers, json, form, text } = request;
    const sent = JSON.stringify([path, query, headers, json, form, text]);
    for (const secret of secrets) assert.ok(!sent.includes(secret), "the credential is in the request itself");
  }
}

const emptyResponseHint =
  ". If the API returns this when there is nothing to return, declare the body as `emptyResponse` in the action's examples.";
