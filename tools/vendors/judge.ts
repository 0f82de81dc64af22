/** Registers the tests of one provider against its vendor's own description. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { alterationFindings, type Tally } from "./alter.ts";
import { responseFindings, matchAll, requestFindings, scopeFindings, type Finding, type Matched } from "./check.ts";
import { committedDigest } from "./digest-files.ts";
import { digestOf } from "./digest.ts";
import { factsOf } from "./facts/index.ts";
import { recordProvider, type Recorded } from "./record.ts";
import { Schemas } from "./schemas.ts";
import { vendorOf, type Vendor } from "./vendors.ts";

/** A provider's recording, held against its description. */
export type Case = {
  recorded: Recorded;
  vendor: Vendor;
  schemas: Schemas;
  matched: readonly Matched[];
  unmatched: readonly Finding[];
  digest: string;
};

/** Records a provider and pairs everything with the vendor's description. */
export async function openCase(slug: string): Promise<Case> {
  const vendor = vendorOf(slug);
  const [recorded, description] = await Promise.all([recordProvider(slug), vendor.describe()]);
  const schemas = new Schemas(description);
  const { matched, findings } = matchAll(recorded, description);
  return { recorded, vendor, schemas, matched, unmatched: findings, digest: digestOf(description, matched, schemas) };
}

/** Registers the tests. */
export function judgeProvider(slug: string): void {
  let opened: Promise<Case> | null = null;
  const get = (): Promise<Case> => (opened ??= openCase(slug));
  const used = new Set<RegExp>();

  test(`${slug}: every request is one that the vendor describes`, async () => {
    const { matched, schemas, unmatched, vendor } = await get();
    report([...unmatched, ...matched.flatMap((one) => requestFindings(one, schemas))], vendor, used);
  });

  test(`${slug}: the simulator's responses have what the vendor describes, wherever an action reads`, async () => {
    const { matched, schemas, vendor } = await get();
    report(
      matched.flatMap((one) => responseFindings(one, schemas)),
      vendor,
      used,
    );
  });

  test(`${slug}: each action copes with the responses that the vendor may give, and with its refusals`, async (context) => {
    const { recorded, matched, schemas, vendor } = await get();
    const tally: Tally = { alterations: 0, refusals: 0 };
    const findings: Finding[] = [];
    for (const one of matched) {
      findings.push(...(await alterationFindings({ recorded, matched: one, schemas, sent: vendor.sent, tally })));
    }
    context.diagnostic(`${slug}: ${String(tally.alterations)} altered responses, ${String(tally.refusals)} refusals`);
    report(findings, vendor, used);
  });

  test(`${slug}: each action, its preview and its evidence have a scope for every request`, async () => {
    const { matched, recorded, vendor } = await get();
    report(
      matched.flatMap((one) => scopeFindings(one, recorded.provider)),
      vendor,
      used,
    );
  });

  test(`${slug}: every accepted difference still exists`, async () => {
    const { vendor } = await get();
    assert.deepEqual(
      vendor.accepted.filter(({ what }) => !used.has(what)).map(({ what }) => what.source),
      [],
    );
  });

  test(`${slug}: the committed digest is what the description says`, async () => {
    const { digest } = await get();
    assert.equal(committedDigest(slug), digest, "run: npm run test:vendors -- --digest, and read its diff");
  });

  judgeFacts(slug, async () => (await get()).recorded);
}

/**
 * Registers a test for each fact that the vendor's pages say.
 * @param get the provider's recording; made when it is needed.
 */
export function judgeFacts(slug: string, get: () => Promise<Recorded> = once(() => recordProvider(slug))): void {
  for (const { says, holds } of factsOf(slug)) {
    test(`${slug}: ${says}`, async () => {
      await holds(await get());
    });
  }
}

/** Fails with every finding that isn't accepted, once each. */
function report(findings: readonly Finding[], { accepted }: Vendor, used: Set<RegExp>): void {
  const told = new Map<string, Set<string>>();
  for (const { action, where, what } of findings) {
    const text = `${where}: ${what.replaceAll(/\/\d+(?=\/|\s)/g, "/0")}`;
    const known = accepted.find((one) => one.what.test(text));
    if (known !== undefined) used.add(known.what);
    else told.set(text, (told.get(text) ?? new Set()).add(action));
  }
  const lines = [...told].map(([text, actions]) => `${text} (${[...actions].join(", ")})`);
  assert.ok(lines.length === 0, `\n${lines.join("\n")}`);
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}
