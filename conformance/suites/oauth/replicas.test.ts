/**
 * Three processes on one PostgreSQL whose calls all find the token expired: one refresh per round, no grant revoked.
 * `SVC_REFRESH_ROUNDS` sets the number of rounds.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import {
  Caller,
  chosenEngines,
  makeHome,
  uniqueName,
  verifies,
  type HttpResponse,
  type Connected,
} from "../../harness/index.ts";
import {
  makeOAuthClient,
  OAuthFixture,
  repository,
  startOAuthServer,
  startSimulatedGithub,
} from "../../harness/oauth/fixture.ts";

const processes = 3;
const callsEach = 50;
const rounds = Number(process.env["SVC_REFRESH_ROUNDS"] ?? "4");
const shortSeconds = 2;
const longSeconds = 3600;

describe("refreshes of three processes", { concurrency: false }, () => {
  // SQLite has no second process.
  if (!chosenEngines().includes("postgres")) return;
  verifies("oauth.refresh-once", `${processes} processes, ${callsEach} calls each, ${rounds} rounds`, race);
});

async function race(): Promise<void> {
  const github = await startSimulatedGithub();
  const home = await makeHome("postgres");
  const env = { SVC_CONCURRENCY_PER_CONNECTION: "0" };
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startOAuthServer("postgres", github, { home, env })),
  );
  try {
    const [first] = servers;
    assert.ok(first !== undefined);
    const client = await makeOAuthClient(first);
    const fixture = new OAuthFixture({ engine: "postgres", github, server: first, client });
    const connected = await fixture.connected();
    const everywhere = servers.map(({ http }) => connected.by(new Caller(http, client.key)));
    const figures = { calls: 0, writes: 0, refreshes: 0, msMax: 0 };
    for (let round = 0; round < rounds; round += 1) await playRound(fixture, everywhere, round, figures);
    assert.deepEqual(fixture.authorization.revokedFamilies, []);
    assert.equal(github.api.ledger.effects.length, figures.writes);
    console.log(
      `${rounds} rounds: ${figures.calls} calls (${figures.writes} writes) all 200, ${figures.refreshes} refreshes, ` +
        `no family revoked; the slowest round took ${figures.msMax} ms`,
    );
  } finally {
    for (const server of servers) await server.kill9();
    await github.close();
    await home.remove();
  }
}

type Figures = { calls: number; writes: number; refreshes: number; msMax: number };

/** In even rounds the token has expired; in odd ones the provider rejects it early, which the service can't foresee. */
async function playRound(
  fixture: OAuthFixture,
  everywhere: readonly Connected[],
  round: number,
  figures: Figures,
): Promise<void> {
  const { authorization } = fixture;
  if (round % 2 === 0) await endByTime(fixture, everywhere[0]);
  else await authorization.expireAccessTokens();
  authorization.accessTokenSeconds = longSeconds;
  const before = authorization.refreshes.length;
  const began = performance.now();
  const responses = await Promise.all(everywhere.flatMap(callsOf));
  figures.msMax = Math.max(figures.msMax, Math.round(performance.now() - began));
  const wrong = responses.filter(({ status }) => status !== 200);
  assert.deepEqual(
    wrong.map(({ status, text }) => `${status} ${text}`),
    [],
    `round ${round}`,
  );
  assert.deepEqual(
    authorization.refreshes.slice(before).map(({ status }) => status),
    [200],
    `refreshes of round ${round}`,
  );
  figures.calls += responses.length;
  figures.writes += everywhere.length * Math.floor(callsEach / 2);
  figures.refreshes += authorization.refreshes.length - before;
}

/** Gives the connection a short-lived token, and waits until it expires. */
async function endByTime({ authorization }: OAuthFixture, connected: Connected | undefined): Promise<void> {
  authorization.accessTokenSeconds = shortSeconds;
  await authorization.expireAccessTokens();
  await connected?.run("issues.list", repository);
  await new Promise((resolve) => setTimeout(resolve, shortSeconds * 1000 + 50));
}

function callsOf(connected: Connected): Promise<HttpResponse>[] {
  return Array.from({ length: callsEach }, (_, index) => {
    if (index % 2 === 0) return connected.execute("issues.list", { ...repository, perPage: 1 });
    const title = uniqueName("round");
    return connected.execute("issues.create", { ...repository, title }, { idempotencyKey: title });
  });
}
