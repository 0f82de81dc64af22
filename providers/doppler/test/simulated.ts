/** The provider through the server's own outbound client, against the simulated API. */
import assert from "node:assert/strict";
import { runAction } from "@svc/provider-kit/testing";
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import { startDopplerSimulator, tokens } from "../simulator/index.ts";
import type { DopplerSimulator, Switches, TokenName } from "../simulator/index.ts";
import { doppler } from "../src/index.ts";
import { actionOf } from "./doppler.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated provider and one token for it. */
export type Simulated = simulated.Simulated<DopplerSimulator>;

/** Starts the simulator and opens a channel to it with the named token. */
export async function openSimulated(token: TokenName, switches: Partial<Switches> = {}): Promise<Simulated> {
  const simulator = await startDopplerSimulator({ switches });
  const submission = { access_token: tokens[token] };
  const opened = simulated.openSimulated(doppler, simulator, {
    credential: submission,
    scenarios: scenariosOf(simulator.world),
  });
  return {
    ...opened,
    run: async (id, input) => {
      const { end, exchanges } = await runAction(doppler, actionOf(id), input, opened);
      assertWire(simulator);
      if (id === "secrets.set") {
        const change = exchanges.find(({ purpose }) => purpose === "change");
        const facts = change?.facts;
        if (facts?.kind === "answered" && facts.status < 400) assert.deepEqual(facts.body, { kind: "discarded" });
      }
      return end;
    },
    async close() {
      assertWire(simulator);
      await opened.close();
    },
  };
}

/** Asserts the rules that hold for every request in every test. */
function assertWire(simulator: DopplerSimulator): void {
  for (const { method, path, query, bodyText } of simulator.ledger.requests) {
    assert.ok(routes.has(`${method} ${path}`), `${method} ${path} is not one of the seven`);
    if (path.endsWith("/names")) assert.match(query, /(?:^|&)include_dynamic_secrets=false(?:&|$)/);
    assert.ok(!`${path}${query}${bodyText}`.includes("dp."), "a token is outside the header");
    if (method !== "POST") assert.equal(bodyText, "");
    else assertOneChange(JSON.parse(bodyText));
  }
  assert.equal(simulator.world.leasesIssued, 0);
}

/** Every request the provider sends, including the one that identifies the account. */
export const routes: ReadonlySet<string> = new Set([
  "GET /v3/me",
  "GET /v3/projects",
  "GET /v3/configs",
  "GET /v3/configs/config/secrets/names",
  "GET /v3/configs/config/secret",
  "POST /v3/configs/config/secrets",
  "DELETE /v3/configs/config/secret",
]);

function assertOneChange(body: unknown): void {
  const { project, config, change_requests: changes, ...others } = body as Record<string, unknown>;
  assert.deepEqual(others, {});
  assert.ok(typeof project === "string" && typeof config === "string");
  assert.ok(Array.isArray(changes) && changes.length === 1);
  const { name, originalName, value, visibility, ...more } = changes[0] as Record<string, unknown>;
  assert.deepEqual(more, {});
  assert.ok(typeof value === "string" && (originalName === null || originalName === name));
  assert.notEqual(visibility, null);
}
