/** Every host of the gallery signs in, calls, refreshes in parallel, loses a response, and continues. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { verifies, type TestClient } from "../harness/index.ts";
import { oauthSuite, repository } from "../harness/oauth/fixture.ts";
import { registering, signInPage, startHost, type PublishingHost } from "../suites/agent-sign-in-fixture.ts";
import { chatgpt } from "./chatgpt.ts";
import { crewAi } from "./crewai.ts";
import { hosts } from "./gallery.ts";
import { play } from "./player.ts";

oauthSuite(
  "hosts of agents",
  (fixture) => {
    const published = new Map<string, object>();
    let publisher: PublishingHost;
    let app: TestClient;
    let tenantId: string;
    before(async () => {
      publisher = await startHost();
      publisher.publish((request, response) => {
        const document = published.get(request.url ?? "");
        if (document === undefined) response.statusCode = 404;
        response.end(JSON.stringify(document ?? {}));
      });
      app = await fixture().another({ flags: ["--agent-sign-in-url", signInPage] });
      ({ tenantId } = await fixture().connected({ caller: app.caller }));
    });
    after(() => publisher.close());
    const publish = (path: string, document: object): string => {
      published.set(path, document);
      return new URL(path, publisher.clientId).href;
    };

    verifies("mcp.tools", "lists only what the actions of a sign-in and of a token allow", async () => {
      for (const host of [chatgpt, crewAi]) {
        const { tools } = await play(host, {
          url: fixture().server.url,
          tenantId,
          app: app.caller,
          allowed: { tenant_id: tenantId, subject: "user-318", actions: ["github/issues.list"] },
          publish,
          call: { name: "github_issues_list", arguments: repository },
        });
        assert.deepEqual(tools, ["github_issues_list"]);
      }
    });

    for (const host of hosts) {
      verifies("sign-in.gallery", `lets ${host.name} in, and keeps it in`, async () => {
        assert.ok(host.sources.length > 0 && host.sources.every(({ date }) => /^20\d\d/.test(date)));
        const { tools, signed } = await play(host, {
          url: fixture().server.url,
          tenantId,
          app: app.caller,
          allowed: { tenant_id: tenantId, subject: "user-318", actions: ["github/*"], maxEffect: "write" },
          publish,
          call: { name: "github_issues_list", arguments: repository },
        });
        assert.deepEqual(tools, ["get_execution", "github_issues_create", "github_issues_list", "github_user_get"]);
        assert.equal(signed, host.name === "ChatGPT");
      });
    }
  },
  { env: registering },
);
