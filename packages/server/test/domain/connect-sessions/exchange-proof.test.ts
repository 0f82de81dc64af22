import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnectFrontend } from "../../../src/domain/connect-sessions/frontend.ts";
import { hasTokenForm } from "../../../src/adapters/vault/service-key.ts";
import { created, credential, refusedWith } from "./flow.ts";
import { createFixture, origin, publicUrl, refused, unsure } from "./fixture.ts";

const proof = "p".repeat(43);
const otherProof = "q".repeat(43);

async function exchanged() {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  const exchange = (own: string | null = proof, from: string | null = origin) =>
    frontend.exchange(from, token, [], own);
  const first = await exchange();
  return { fixture, token, frontend, exchange, secret: first.sessionSecret };
}

test("the same proof returns the same secret again, and it works", async () => {
  const { fixture, exchange, frontend, secret, token } = await exchanged();
  assert.ok(hasTokenForm("css_", secret));
  assert.equal((await exchange()).sessionSecret, secret);
  assert.equal((await exchange(proof, publicUrl)).sessionSecret, secret);
  assert.equal((await frontend.session(origin, secret)).status, "opened");
  const types = fixture.audit.map(({ type }) => type).filter((type) => type.includes("exchange"));
  // The second repeat came from the hosted page, which has another origin.
  assert.deepEqual(types, [
    "connect_session.exchanged",
    "connect_session.exchange_repeated",
    "connect_session.exchange_repeated",
  ]);
  const kept = JSON.stringify([await fixture.sessions(), fixture.audit]);
  for (const text of [proof, secret, token]) assert.equal(kept.includes(text), false);
});

test("rejects a used token without the same proof or from another origin", async () => {
  const { exchange } = await exchanged();
  await refusedWith("CONNECT_TOKEN_USED", () => exchange(otherProof));
  await refusedWith("CONNECT_TOKEN_USED", () => exchange(null));
  await refusedWith("ORIGIN_NOT_ALLOWED", () => exchange(proof, "https://evil.example"));
});

test("does not repeat an exchange that was made without a proof", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  await frontend.exchange(origin, token);
  await refusedWith("CONNECT_TOKEN_USED", () => frontend.exchange(origin, token, [], proof));
});

test("two sessions with the same proof get different secrets", async () => {
  const fixture = await createFixture();
  const frontend = createConnectFrontend(fixture.deps);
  const secrets = [];
  for (let count = 0; count < 2; count += 1) {
    const { token } = await created(fixture);
    secrets.push((await frontend.exchange(origin, token, [], proof)).sessionSecret);
  }
  assert.notEqual(secrets[0], secrets[1]);
});

test("repeats an exchange for two minutes", async () => {
  const { fixture, exchange, secret } = await exchanged();
  fixture.clock.nowMs += 2 * 60 * 1000 - 1;
  assert.equal((await exchange()).sessionSecret, secret);
  fixture.clock.nowMs += 1;
  await refusedWith("CONNECT_TOKEN_USED", () => exchange());
});

test("repeats nothing once a credential was checked or rejected, or the session's status has changed", async () => {
  for (const status of [
    "authorizing",
    "awaiting_confirmation",
    "completed",
    "failed",
    "cancelled",
    "expired",
  ] as const) {
    const { fixture, exchange } = await exchanged();
    fixture.setStatus(status);
    await refusedWith("CONNECT_TOKEN_USED", () => exchange());
  }
  const rejected = await exchanged();
  rejected.fixture.provider.responses = [refused];
  await refusedWith("CREDENTIAL_REJECTED", () => rejected.frontend.credential(origin, rejected.secret, credential));
  await refusedWith("CONNECT_TOKEN_USED", () => rejected.exchange());
  const checking = await exchanged();
  checking.fixture.provider.responses = [
    async () => (await refusedWith("CONNECT_TOKEN_USED", () => checking.exchange()), unsure()),
  ];
  await refusedWith("CREDENTIAL_UNVERIFIED", () => checking.frontend.credential(origin, checking.secret, credential));
});

test("one of 50 concurrent exchanges wins with different proofs, and all get one secret with the same proof", async () => {
  const fixture = await createFixture();
  const frontend = createConnectFrontend(fixture.deps);
  const outcomes = async (proofOf: (index: number) => string | null) => {
    const { token } = await created(fixture);
    const calls = Array.from({ length: 50 }, (_, index) => frontend.exchange(origin, token, [], proofOf(index)));
    const settled = await Promise.allSettled(calls);
    return settled.map((one) =>
      one.status === "fulfilled" ? one.value.sessionSecret : (one.reason as { code: string }).code,
    );
  };
  const distinct = await outcomes((index) => (index % 2 === 0 ? String(index).padStart(43, "a") : null));
  assert.equal(distinct.filter((outcome) => outcome === "CONNECT_TOKEN_USED").length, 49);
  const same = await outcomes(() => proof);
  assert.equal(new Set(same).size, 1);
  assert.match(same[0] ?? "", /^css_/);
});
