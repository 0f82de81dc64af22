/** Secrets appear only where they belong: the short form of the canaries, and tests of the search. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { CanarySearch, formsOf } from "./canary-search.ts";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { canaryClasses } from "./registry.ts";
import { runCanaries, type CanaryResult } from "./scenario.ts";
import { asciiSecret, secretValue, shapeCount } from "./shapes.ts";

for (const engine of chosenEngines()) {
  let shortForm: Promise<CanaryResult> | undefined;
  const result = (): Promise<CanaryResult> => {
    const seed = seedOfRun();
    shortForm ??= runCanaries({ engine, lives: 1, seed, log: (line) => console.log(`${line}, SVC_TEST_SEED=${seed}`) });
    return shortForm;
  };

  verifies("reliability.canaries", `no secret in any output, response or file on ${engine}`, async () => {
    const { leaks, missed, trials } = await result();
    assert.deepEqual(leaks, []);
    assert.deepEqual(missed, []);
    assert.ok(trials > 400, `${trials} planted leaks`);
  });

  verifies("oauth.canaries", `includes secrets of OAuth flows and refreshes on ${engine}`, async () => {
    const { planted } = await result();
    assert.ok([...planted.keys()].some((kind) => kind.startsWith("OAuth")));
    for (const [kind, count] of planted) assert.ok(count > 0, `${count} of ${kind}`);
  });
}

test("finds every shape of a value in every form: whole, in pieces, and at any base64 offset", () => {
  const random = seededRandom(7);
  for (let shape = 0; shape < shapeCount; shape += 1) {
    for (const value of [secretValue(shape, random), asciiSecret(shape, random)]) {
      const search = new CanarySearch([{ name: "planted", value }]);
      const short = value.slice(0, 400).toWellFormed();
      for (const [form, text] of formsOf(short)) {
        if (form.includes("base64")) continue;
        assert.notDeepEqual(search.find(`before ${text} after`), [], `${form} of shape ${shape}`);
      }
      for (const before of ["", "a", "ab", "abc"]) {
        const whole = Buffer.from(`${before}${short} after`);
        for (const encoding of ["base64", "base64url", "hex"] as const) {
          assert.notDeepEqual(search.find(whole.toString(encoding)), [], `${encoding} after "${before}"`);
        }
      }
      assert.deepEqual(search.find(`planted ${secretValue(shape + shapeCount, random)}`), [], `shape ${shape}`);
      assert.deepEqual(search.find(value, ["planted"]), []);
    }
  }
});

test("has at least twelve classes", () => {
  assert.ok(new Set(canaryClasses).size >= 12);
});
