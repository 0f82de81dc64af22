/** Traps of both AWS secrets managers: the account, keys, clocks, rate limits, and signatures that expire. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts, GrantAdvice, Provider } from "@svc/provider-kit";
import { answered, answeredText, answering, holdChange, type Trap, type TrapRun } from "@svc/provider-kit/testing";
import type { Simulated } from "../../server/test/simulated-provider.ts";
import { accountId, awsCredential, type AwsSwitches } from "../simulator/index.ts";

/** The key, which may do everything by default, our clock, and AWS's, which is ours by default. */
export type AwsOptions = { credential?: object; nowMs?: () => number; awsMs?: () => number };

/** Opens a manager's simulated account. */
export type OpenAws<World> = (switches?: Partial<AwsSwitches>, options?: AwsOptions) => Promise<World>;

const minuteMs = 60_000;
const everything = awsCredential("everything");

/** The names in the usual config, the most that a config may have, and how to add one. */
export type AwsNames<World> = { names: readonly string[]; most: number; add: (world: World, name: string) => unknown };

/** The traps of both managers. */
export function awsTraps<World extends Simulated>(
  open: OpenAws<World>,
  { names, most, add }: AwsNames<World>,
): Readonly<Record<string, Trap<World> | readonly TrapRun[]>> {
  const numbered = (count: number) => Array.from({ length: count }, (_, number) => `N${String(number)}`);
  const addNames = (count: number) => (world: World) => numbered(count).forEach((name) => add(world, name));
  const as = (options: AwsOptions, ...runs: TrapRun[]): Trap<World> => ({ in: () => open({}, options), runs });
  const at = (region: string): Trap<World> => ({
    ...as({ credential: awsCredential("everything", region) }, [
      "identify",
      {},
      { slug: `${accountId}/${region}`, name: `arn:aws:iam::${accountId}:user/harbor in ${region}` },
    ]),
    after({ simulator, sent }) {
      assert.deepEqual(sent(), ["POST /"]);
      assert.equal(simulator.ledger.requests[0]?.bodyText, "Action=GetCallerIdentity&Version=2011-06-15");
    },
  });
  const dead = (change: object) =>
    as(
      { credential: { ...everything, ...change } },
      ["identify", {}, "PROVIDER_UNAUTHORIZED"],
      ["secrets.get", {}, "PROVIDER_UNAUTHORIZED"],
    );
  const apart = (minutes: number, end: TrapRun[2]) =>
    as({ awsMs: () => Date.now() + minutes * minuteMs }, ["identify", {}, end], ["secrets.get", {}, end]);
  const notXml = (text: string) =>
    answering([answeredText(200, text), answeredText(200, text)], ["identify", {}, "PROVIDER_ERROR"]);
  return {
    "the account is AWS's with the region, from one signed call to STS": at("eu-west-1"),
    "another region is another account": at("us-east-1"),
    "STS may answer in its documented XML": {
      in: () => open({ stsFormat: "xml" }),
      runs: [["identify", {}, { slug: `${accountId}/eu-west-1` }]],
    },
    "a page from STS is a fault": notXml("<html>"),
    "a malformed account number from STS is a fault": notXml("<Account>1</Account><Arn>arn:a</Arn>"),
    "a response from STS without a name is a fault": notXml(`<Account>${accountId}</Account>`),
    "the root user's key is refused, although AWS accepts it": as(
      { credential: awsCredential("root") },
      ["identify", {}, "PROVIDER_REJECTED"],
      ["secrets.get", {}, {}],
    ),
    "a key with a wrong secret is dead": dead({ secret_access_key: "x".repeat(40) }),
    "a deleted key is dead": dead({ access_key_id: "AKIAUNKNOWN222222222" }),
    "a clock far behind AWS's is a fault": apart(6, "PROVIDER_ERROR"),
    "a clock far ahead of AWS's is a fault": apart(-6, "PROVIDER_ERROR"),
    "a clock a little behind AWS's is no fault": apart(4, {}),
    "a read-only key changes nothing": as(
      { credential: awsCredential("readOnly") },
      ["secrets.set", {}, "PROVIDER_FORBIDDEN"],
      ["secrets.delete", {}, "PROVIDER_FORBIDDEN"],
      ["secrets.get", {}, {}],
    ),
    "a rate limit has its own code": {
      in: () => open({ throttles: true }),
      runs: [["secrets.get", {}, "PROVIDER_RATE_LIMITED"]],
    },
    "lists only names with three parts, and only those of the config": [
      ["projects.list", {}, ["app", "shop"]],
      ["configs.list", {}, ["prod", "production", "dev"]],
      ["configs.list", { environment: "prod" }, ["prod"]],
      ["secrets.names.list", {}, names],
    ],
    "lists the names of several pages": {
      before: addNames(most / 8),
      runs: [["secrets.names.list", {}, [...names, ...numbered(most / 8)]]],
    },
    "gives up on more names than a config may have, after 20 pages": {
      before: addNames(most + 1),
      runs: [["secrets.names.list", {}, "PROVIDER_REJECTED", new RegExp(`more than ${most.toLocaleString("en")}`)]],
      sends: Array.from({ length: 20 }, () => "POST /"),
    },
  };
}

/** The time of the response to the read before a change, by AWS's clock. */
export const seenAt = Date.parse("2026-11-27T10:00:00Z");

/** A response this many minutes after {@link seenAt}; null for one without AWS's time. */
export function answeredAfter(minutes: number | null, body: object): ExchangeFacts {
  const date = minutes === null ? {} : { date: new Date(seenAt + minutes * minuteMs).toUTCString() };
  return answered(200, body, date);
}

/** The verdicts of checks. A signature expires at most 45 minutes after it was made. */
export const verdicts = {
  found: { verdict: "applied", basis: "marker" },
  unsure: { verdict: "undetermined" },
  absent: { verdict: "not_applied", basis: "absence", isAnchored: false },
  expired: { verdict: "not_applied", basis: "expiry", expiresAt: seenAt + 45 * minuteMs },
} as const;

/** The rows of a policy: for these actions, these operations on the example's secrets, and these on everything. */
export type AwsAdvice = {
  grantAdvice: (actionIds: readonly string[]) => GrantAdvice;
  service: string;
  own: string;
  rows: readonly (readonly [actionIds: readonly string[], own: readonly string[], everything: readonly string[]])[];
};

/** Registers the tests that aren't traps. */
export function exerciseAws(provider: Provider, open: OpenAws<Simulated>, advice: AwsAdvice): void {
  test(`${provider.slug}: repeats a read that a rate limit refused`, () => {
    assert.deepEqual(provider.limitStatuses, [400]);
  });
  test(`${provider.slug}: rules out a set that never arrived after 45 minutes of AWS's time, and not before`, async () => {
    let nowMs = Date.now();
    const world = await open({}, { nowMs: () => nowMs });
    const input = { project: "app", config: "prod", name: "API_KEY", value: "ours" };
    const { look } = await holdChange(provider, "secrets.set", input, world);
    for (const [minutes, verdict] of [
      [44, { verdict: "undetermined" }],
      [2, { verdict: "not_applied", basis: "expiry" }],
    ] as const) {
      nowMs += minutes * minuteMs;
      assert.partialDeepStrictEqual(await look(nowMs), { kind: "verdict", verdict });
    }
    assert.ok(!JSON.stringify(world.simulator.ledger.requests).includes(everything.secret_access_key));
    await world.close();
  });
  test(`${provider.slug}: advises the policy for the requested actions, and no more`, () => {
    const { grantAdvice, service, own, rows } = advice;
    for (const [ids, ...operations] of rows) {
      const statements = [own, "*"].flatMap((Resource, at) => {
        const names = operations[at] ?? [];
        const Action = names.map((name) => `${service}:${name}`);
        return names.length === 0 ? [] : [{ Effect: "Allow", Action, Resource }];
      });
      const { Statement } = JSON.parse(grantAdvice(ids).policy ?? "{}") as { Statement?: unknown };
      assert.deepEqual(Statement, statements, ids.join());
    }
    assert.equal(grantAdvice([]).policy, undefined);
  });
}
