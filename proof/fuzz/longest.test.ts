/** Over HTTP, with the event loop watched: no accepted body blocks other callers. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProviderPage } from "@svc/contract";
import { verifies } from "../../conformance/harness/index.ts";
import {
  makeOAuthClient,
  OAuthFixture,
  startOAuthServer,
  startSimulatedGithub,
} from "../../conformance/harness/oauth/fixture.ts";
import { ofActions, ofOperations, ofTools, type LongRequest } from "./longest-requests.ts";
import { StallWatch } from "./stall-watch.ts";

/** Only work before the database counts, so one engine is enough. */
const engine = "sqlite";

verifies(
  "input.cost",
  "handles the longest arrays, texts and objects in every operation, action and tool",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-longest-"));
    const watch = new StallWatch(folder);
    const github = await startSimulatedGithub();
    const server = await startOAuthServer(engine, github, { env: watch.env });
    try {
      const client = await makeOAuthClient(server);
      const fixture = new OAuthFixture({ engine, github, server, client });
      const page = await fixture.caller.get("/api/catalog/v1/providers/github");
      const provider = page.json as ProviderPage;
      const connected = await fixture.connected({ requestedActions: provider.actions.map(({ id }) => id) });
      const journey = await fixture.journey({ tenantId: connected.tenantId });
      const targets = {
        api: server.api,
        known: {
          tenant_id: connected.tenantId,
          connection_id: connected.id,
          session_id: journey.session.id,
          action_id: "repositories.list",
        },
        key: client.key,
        sessionSecret: await journey.secret(),
      };
      let sent = 0;
      const send = async ({ what, request }: LongRequest): Promise<void> => {
        const { status, text } = await watch.timed(what, () => server.http.send(request));
        assert.ok(status < 500, `${what}: ${status} ${text.slice(0, 200)}`);
        sent += 1;
      };
      watch.start();
      for (const long of ofOperations(targets)) await send(long);
      for (const long of ofActions(connected, provider, client.key)) await send(long);
      for await (const long of ofTools(connected, client.key)) await send(long);
      const { stalls, longestTurn } = await watch.result();
      console.log(`${sent} requests, the longest turn ${JSON.stringify(longestTurn)}`);
      assert.deepEqual(stalls, []);
      assert.ok(sent > 1000, `${sent} requests`);
    } finally {
      await server.dispose();
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
