/**
 * An environment in which the suites run a secrets manager's actions. It checks every run's requests, answers and
 * record.
 */
import assert from "node:assert/strict";
import { dropUnrecorded, safeOutput } from "@svc/contract";
import type { Action } from "../action.ts";
import { keepMembers } from "../kept-members.ts";
import type { Provider } from "../provider.ts";
import { secretsContract, type SecretsActionId } from "../secrets/contract.ts";
import { encodings } from "./facts.ts";
import type { Exchange, PassedFacts, RunEnd } from "./port.ts";
import { describe, findAction, run, secretsIn } from "./runs.ts";
import { violations } from "./validation.ts";
import type { ProviderWorld } from "./world.ts";

/** The facts about a secrets manager and its environment that the suites need. */
export type SecretsManagerExamples = {
  /** A project and a config in the environment. */
  project: string;
  config: string;
  /** A secret that the config has, and a name that it doesn't. */
  present: string;
  free: string;
  /** Whether the manager reserves a deleted name for some time; setting it is then refused and changes nothing. */
  keepsDeletedNames?: boolean;
  /** The beginnings of the secret values in the environment. Only a response to `secrets.get` may contain one. */
  stored: readonly [string, ...string[]];
  /** Whether the provider trims stored values, so that its input has to reject a value with leading white space. */
  trims?: true;
  /**
   * Every request of the actions, as listed in the README: `GET /v3/projects`, with `*` for any one segment and `**`
   * for one or more. Parameters after a `?` have to be in its query.
   */
  routes: readonly string[];
  /**
   * The header that names the operation, if all requests have one path. Its value ends the route, as in
   * `POST /Notes.List`.
   */
  operationHeader?: string;
  /** The README that lists the routes. */
  readme: URL;
};

/** Part of an input. */
export type Fields = Readonly<Record<string, unknown>>;

/** One run of an action, with everything it did. */
export type Ran = { action: Action; input: Fields; end: RunEnd; exchanges: readonly Exchange[]; facts: PassedFacts };

/** Runs actions in an open environment. */
export type Bench = {
  /** Runs an action with the environment's project and config, and these fields. */
  execute: (id: SecretsActionId, more?: Fields) => Promise<Ran>;
  /** Runs an action and returns its output. @throws AssertionError if it ends without one. */
  output: (id: SecretsActionId, more?: Fields) => Promise<Fields>;
};

/** A value that occurs nowhere else. */
export const written = "canary-4c1d-the-value-that-is-written";
/** Another such value. */
export const writtenNext = "canary-93ab-the-value-that-replaces-it";

/** Uses an environment, closes it, and checks every run. */
export async function withBench<World extends ProviderWorld>(
  provider: Provider,
  makeWorld: () => Promise<World>,
  examples: SecretsManagerExamples,
  use: (bench: Bench, world: World) => Promise<void>,
): Promise<void> {
  const world = await makeWorld();
  const { project, config } = examples;
  const runs: Ran[] = [];
  const execute: Bench["execute"] = async (id, more = {}) => {
    const action = findAction(provider, id);
    const known = Object.entries({ project, config }).filter(([name]) => name in action.input.properties);
    const input = { ...Object.fromEntries(known), ...more };
    assert.deepEqual(violations(action.input, input), [], id);
    const ran = { action, input, ...(await run(provider, action, input, world, world.send, runs.length)) };
    runs.push(ran);
    return ran;
  };
  const output: Bench["output"] = async (id, more) => {
    const { end } = await execute(id, more);
    assert.ok(end.kind === "output", `${id}: ${describe(end)}`);
    return end.output as Fields;
  };
  try {
    await use({ execute, output }, world);
    for (const ran of runs) {
      assertRequests(ran, examples, secretsIn(provider, world.credential));
      assertAnswers(ran, examples.stored);
      assertRecord(ran, examples.stored);
    }
  } finally {
    await world.close();
  }
}

/** Returns the code of a failure, or a description of any other end. */
export function codeOf(end: RunEnd): string {
  return end.kind === "failed" ? end.refusal.code : describe(end);
}

/**
 * Asserts that a run sent at most one changing request, none if it reads, and only requests that the README lists,
 * without the value in an address or header and without the credential.
 */
function assertRequests(
  { action, input, exchanges }: Ran,
  { routes, operationHeader = "" }: Pick<SecretsManagerExamples, "routes" | "operationHeader">,
  secrets: readonly string[],
): void {
  const changes = exchanges.filter(({ purpose }) => purpose === "change");
  const { effect } = secretsContract[action.id as SecretsActionId];
  assert.ok(changes.length <= (effect === "read" ? 0 : 1), `${action.id} sent ${String(changes.length)} changes`);
  for (const { request } of exchanges) {
    const { method, path, query = {}, headers, json, form, text } = request;
    const operation = headers?.[operationHeader] ?? [];
    const sent = [`${method} `, ...path, operation].flat();
    const isListed = routes.some((route) => {
      const [place = "", wanted = ""] = route.split("?");
      const isAsked = [...new URLSearchParams(wanted)].every(([name, value]) => String(query[name]) === value);
      return isAsked && matches(place.split("/"), sent);
    });
    assert.ok(isListed, `${action.id} sent ${sent.join("/")}, which isn't listed`);
    const { value = "" } = input;
    const isQuoted = value !== "" && JSON.stringify([path, query, headers]).includes(String(value));
    assert.ok(!isQuoted, `${action.id} has the value in an address or a header`);
    const whole = JSON.stringify([path, query, headers, json, form, text]);
    assert.ok(!secrets.some((secret) => whole.includes(secret)), `${action.id} has the credential in a request`);
  }
}

/**
 * Asserts that answers contain no value, except the requested one in `secrets.get`. Members that aren't kept don't
 * count.
 */
function assertAnswers({ action, input, end, exchanges }: Ran, stored: readonly string[]): void {
  const own = action.id === "secrets.get" && end.kind === "output" ? JSON.stringify(end.output) : "";
  const others = [...stored, written, writtenNext].filter((text) => !own.includes(text)).flatMap(encodings);
  // Only the manager knows how an unusable value looks.
  if (action.id === "secrets.get" && end.kind === "failed" && end.refusal.code !== "SECRET_NOT_FOUND") return;
  for (const { facts, request } of exchanges) {
    if (facts.kind !== "answered" || facts.body.kind !== "complete") continue;
    const { responseBody } = request;
    const isCut = typeof responseBody === "object" && "keep" in responseBody && facts.status < 400;
    const text = isCut ? keptOf(facts.body.text, responseBody.keep) : facts.body.text;
    for (const other of others) {
      assert.ok(!text.includes(other), `${action.id} of ${String(input["name"])} was answered with a value`);
    }
  }
}

/** Returns the kept members of a JSON text. */
function keptOf(text: string, keep: readonly string[]): string {
  return text === "" ? text : JSON.stringify([keepMembers(JSON.parse(text), keep)]);
}

/** Asserts that the record of an execution and its result contain no value. */
function assertRecord({ action, input, end, facts }: Ran, stored: readonly string[]): void {
  const said = end.kind === "output" ? safeOutput(action, end.output) : end.kind === "failed" ? end.refusal : null;
  const kept = JSON.stringify([dropUnrecorded(action.input, input), said, facts]);
  for (const value of [...stored, written, writtenNext].flatMap(encodings))
    assert.ok(!kept.includes(value), `the record of ${action.id} has a value`);
}

/** Whether a route includes a request; `**` matches one or more segments. */
function matches([part, ...parts]: readonly string[], [segment, ...segments]: readonly string[]): boolean {
  if (part === undefined || segment === undefined) return part === segment;
  const isSame = part === segment || part === "*" || part === "**";
  return isSame && (matches(parts, segments) || (part === "**" && matches([part, ...parts], segments)));
}
