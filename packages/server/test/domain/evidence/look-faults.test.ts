/** Looks that can't be made properly: the action misbehaves or has changed, or what was sent can't be compared. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure } from "@svc/provider-kit";
import { lostDispatch } from "../../../src/domain/evidence/port.ts";
import { answered } from "../executions/world.ts";
import { inLooksWorld, newestLook, read, sentValue, type LooksWorld } from "./fixture.ts";

const endings: Readonly<Record<string, [settle: LooksWorld["settle"], detail: RegExp, defects: readonly string[]]>> = {
  "a settle that throws": [
    () => {
      throw new TypeError("canary");
    },
    /^The action's look failed\.$/,
    ["things.put"],
  ],
  "a settle that hangs": [() => new Promise(() => undefined), /^The look took too long\.$/, []],
  "a settle that hangs in reads": [
    async (look) => {
      for (;;) await read(look).catch(() => undefined);
    },
    /^The look needed more than 3 reads\.$/,
    [],
  ],
  "a settle that reads too much and reports success": [
    async (look) => {
      for (let reads = 0; reads < 4; reads += 1) await read(look).catch(() => undefined);
      return { verdict: "applied", basis: "marker", output: null };
    },
    /^The look needed more than 3 reads\.$/,
    [],
  ],
  "a settle that compares another field": [
    (look) => {
      look.sameAsSent("name", "n");
      return { verdict: "applied", basis: "marker", output: null };
    },
    /^The action's look failed\.$/,
    ["LookMisuse"],
  ],
  "a settle that quotes the credential": [
    () => ({ verdict: "undetermined", why: "It said canary-credential-4711." }),
    /^The action's reason was withheld\.$/,
    [],
  ],
};
for (const [what, [settle, detail, defects]] of Object.entries(endings)) {
  test(`stops ${what}, and looks again later`, () =>
    inLooksWorld(async (world) => {
      const row = await world.lose();
      world.settle = settle;
      // A settle that polls without end would otherwise starve the timer that stops it.
      world.read = () => new Promise((resolve) => setImmediate(() => resolve(answered(200, {}))));
      await Promise.race([world.round(), new Promise((resolve) => setTimeout(resolve, 3000))]);
      const [status, verdict, text] = await newestLook(world, row);
      assert.deepEqual([status, verdict], ["outcome_unknown", "undetermined"]);
      assert.match(text ?? "", detail);
      assert.deepEqual(world.defects, defects);
      assert.ok(world.requests <= 3);
      world.settle = () => ({ verdict: "applied", basis: "marker", output: null });
      assert.equal((await world.next(row)).status, "succeeded");
    }));
}

test("a look that svc itself couldn't send a read for isn't made, whatever the action concludes, and comes again", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = async (look) => {
      await read(look).catch(() => undefined);
      return { verdict: "applied", basis: "marker", output: null };
    };
    world.read = () => Promise.resolve({ kind: "not_sent", reason: "local" });
    await world.round();
    const { status, looks } = await world.found(row);
    assert.deepEqual([status, looks], ["outcome_unknown", []]);
    await assert.rejects(world.ask(row), { code: "OVERLOADED" });
    world.read = () => Promise.resolve(answered(200, {}));
    assert.equal((await world.next(row)).status, "succeeded");
  }));

test("is undetermined if the digest's key is gone, whatever the action concludes", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose({ digests: { value: "2.other-key" } });
    world.settle = (look) => {
      try {
        look.sameAsSent("value", sentValue);
      } catch {
        // An action that continues regardless.
      }
      return { verdict: "not_applied", basis: "fence", mayRestart: false };
    };
    await world.round();
    const [status, , text] = await newestLook(world, row);
    assert.equal(status, "outcome_unknown");
    assert.match(text ?? "", /key was replaced/);
  }));

test("is undetermined while the tenant's key can't be used", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    const { deps } = world;
    world.deps = { ...deps, tenantDigests: () => Promise.reject(new Error("away")) };
    await world.round();
    assert.match((await newestLook(world, row))[2] ?? "", /key couldn't be used/);
    // If the key service hangs, the look hangs.
    world.deps = { ...deps, tenantDigests: () => new Promise(() => undefined) };
    await world.next(row);
    assert.match((await newestLook(world, row))[2] ?? "", /took too long/);
    world.deps = deps;
    assert.equal((await world.next(row)).status, "succeeded");
  }));

test("is undetermined if the action has changed since, and stops looking automatically", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose({ actionVersion: "another" });
    await world.round();
    assert.match((await newestLook(world, row))[2] ?? "", /has changed since/);
    assert.equal(await world.nextAtMs(row), null);
    assert.deepEqual([world.requests, await world.uses()], [0, []]);
  }));

test("reports a ProviderFailure by its code only", () =>
  inLooksWorld(async (world) => {
    const row = await world.lose();
    world.settle = () => {
      throw new ProviderFailure({ code: "PROVIDER_RATE_LIMITED", detail: "canary" });
    };
    await world.round();
    assert.equal((await newestLook(world, row))[2], "A read failed: PROVIDER_RATE_LIMITED.");
  }));

/** What a failover leaves of a dispatch that the database lost. */
const lost = { actionVersion: lostDispatch, facts: null, digests: {} };

const withoutFacts: Readonly<Record<string, [settle: LooksWorld["settle"], status: string, detail: RegExp]>> = {
  "proves the effect by svc's marker": [
    () => ({ verdict: "applied", basis: "marker", output: null }),
    "succeeded",
    /marker was found/,
  ],
  "proves no absence by another's version": [
    () => ({ verdict: "not_applied", basis: "fence", mayRestart: false }),
    "outcome_unknown",
    /lost what svc saw/,
  ],
  "proves no change of state": [
    () => ({ verdict: "applied", basis: "state", wasDifferent: true, output: null }),
    "outcome_unknown",
    /someone else may have set it/,
  ],
  "compares no value that was sent": [
    (look) => {
      const isSame = look.sameAsSent("value", sentValue);
      return isSame
        ? { verdict: "applied", basis: "fence", output: null }
        : { verdict: "not_applied", basis: "fence", mayRestart: false };
    },
    "outcome_unknown",
    /lost what svc saw/,
  ],
};
for (const [what, [settle, expected, detail]] of Object.entries(withoutFacts)) {
  test(`without the facts of its dispatch, a look ${what}`, () =>
    inLooksWorld(async (world) => {
      const row = await world.lose(lost);
      world.settle = settle;
      await world.round();
      const [status, , text] = await newestLook(world, row);
      assert.equal(status, expected);
      assert.match(text ?? "", detail);
    }));
}
