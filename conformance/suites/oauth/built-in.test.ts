/** Every other built-in OAuth provider, from a session to a connection, at its own simulated authorization server. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type { AuditEventList, ConnectSession } from "@svc/contract";
import * as calendar from "@svc/provider-google-calendar/simulator";
import * as drive from "@svc/provider-google-drive/simulator";
import * as gmail from "@svc/provider-gmail/simulator";
import * as hubspot from "@svc/provider-hubspot/simulator";
import * as notion from "@svc/provider-notion/simulator";
import * as jira from "@svc/provider-jira/simulator";
import * as linear from "@svc/provider-linear/simulator";
import * as sheets from "@svc/provider-google-sheets/simulator";
import * as slack from "@svc/provider-slack/simulator";
import * as stripe from "@svc/provider-stripe/simulator";
import {
  Connected,
  makeClient,
  openSession,
  startServer,
  uniqueName,
  until,
  verifies,
  type RunningServer,
  type TestClient,
} from "../../harness/index.ts";
import { Journey } from "../../harness/oauth/journey.ts";

type Simulated =
  | Awaited<ReturnType<typeof slack.startSlackSimulator>>
  | Awaited<ReturnType<typeof gmail.startGmailSimulator>>
  | Awaited<ReturnType<typeof notion.startNotionSimulator>>
  | Awaited<ReturnType<typeof hubspot.startHubspotSimulator>>
  | Awaited<ReturnType<typeof jira.startJiraSimulator>>
  | Awaited<ReturnType<typeof linear.startLinearSimulator>>
  | Awaited<ReturnType<typeof calendar.startGoogleCalendarSimulator>>
  | Awaited<ReturnType<typeof drive.startGoogleDriveSimulator>>
  | Awaited<ReturnType<typeof sheets.startGoogleSheetsSimulator>>
  | Awaited<ReturnType<typeof stripe.startStripeSimulator>>;

/**
 * A provider: how to start it, its actions, and the scope that its user removes in one of the tests; null if none can
 * be.
 */
const cases = [
  {
    slug: "slack",
    app: slack.oauthApp,
    // An app that rotates its tokens.
    start: (): Promise<Simulated> =>
      slack.startSlackSimulator({ switches: { accessTokenSeconds: 43_200, refreshTokens: "rotate" } }),
    actions: ["channels.list", "messages.post"],
    read: ["channels.list", {}],
    write: ["messages.post", { channel: "C0GENERAL", text: "Hello" }],
    narrowed: { scope: "chat:write", action: "messages.post", kept: "channels.list" },
  },
  {
    slug: "google-calendar",
    app: calendar.oauthApp,
    start: (): Promise<Simulated> => calendar.startGoogleCalendarSimulator(),
    actions: ["events.get", "events.update"],
    read: ["events.get", { calendarId: "primary", eventId: "standup00001" }],
    write: ["events.update", { calendarId: "primary", eventId: "standup00001", location: "Room 4" }],
    narrowed: {
      scope: "https://www.googleapis.com/auth/calendar.events",
      action: "events.update",
      kept: "events.get",
    },
  },
  {
    slug: "google-drive",
    app: drive.oauthApp,
    start: (): Promise<Simulated> => drive.startGoogleDriveSimulator(),
    actions: ["about.get", "files.create", "files.list"],
    read: ["about.get", {}],
    write: ["files.create", { name: "a.txt", content: "Salt" }],
    narrowed: { scope: "https://www.googleapis.com/auth/drive.file", action: "files.create", kept: "files.list" },
  },
  {
    slug: "gmail",
    app: gmail.oauthApp,
    start: (): Promise<Simulated> => gmail.startGmailSimulator(),
    actions: ["drafts.list", "labels.create", "labels.list"],
    read: ["labels.list", {}],
    write: ["labels.create", { name: "Invoices" }],
    narrowed: { scope: "https://www.googleapis.com/auth/gmail.labels", action: "labels.create", kept: "drafts.list" },
  },
  {
    slug: "jira",
    app: jira.oauthApp,
    start: (): Promise<Simulated> => jira.startJiraSimulator(),
    actions: ["issues.get", "issues.update"],
    read: ["issues.get", { issueKey: "ENG-1" }],
    write: ["issues.update", { issueKey: "ENG-1", priority: "High" }],
    narrowed: { scope: "write:jira-work", action: "issues.update", kept: "issues.get" },
  },
  {
    slug: "notion",
    app: notion.oauthApp,
    // An integration whose tokens expire.
    start: (): Promise<Simulated> => notion.startNotionSimulator({ switches: { refreshTokens: "rotate" } }),
    actions: ["pages.get", "pages.update"],
    read: ["pages.get", { pageId: notion.seededId(11) }],
    write: ["pages.update", { pageId: notion.seededId(11), properties: [{ name: "Status", status: "Done" }] }],
    // Its users choose pages. The integration's capabilities are set in the integration itself.
    narrowed: null,
  },
  {
    slug: "hubspot",
    app: hubspot.oauthApp,
    start: (): Promise<Simulated> => hubspot.startHubspotSimulator(),
    actions: ["contacts.get", "contacts.update"],
    read: ["contacts.get", { id: "101" }],
    write: ["contacts.update", { id: "101", values: [{ name: "phone", value: "7" }] }],
    narrowed: { scope: "crm.objects.contacts.write", action: "contacts.update", kept: "contacts.get" },
  },
  {
    slug: "linear",
    app: linear.oauthApp,
    start: (): Promise<Simulated> => linear.startLinearSimulator({ switches: { scopeForm: "comma" } }),
    actions: ["issues.get", "issues.update"],
    read: ["issues.get", { issueId: "ENG-1" }],
    write: ["issues.update", { issueId: "ENG-1", priority: 2 }],
    narrowed: { scope: "write", action: "issues.update", kept: "issues.get" },
  },
  {
    slug: "stripe",
    app: stripe.oauthApp,
    start: (): Promise<Simulated> => stripe.startStripeSimulator(),
    actions: ["customers.get", "customers.update"],
    read: ["customers.get", { id: "cus_ada00000000001" }],
    write: ["customers.update", { id: "cus_ada00000000001", phone: "7" }],
    // Its one scope is for everything.
    narrowed: null,
  },
  {
    slug: "google-sheets",
    app: sheets.oauthApp,
    start: (): Promise<Simulated> => sheets.startGoogleSheetsSimulator(),
    actions: ["values.get", "values.update"],
    read: ["values.get", { spreadsheetId: "budget-spreadsheet", range: "Months!A1:B2" }],
    write: [
      "values.update",
      { spreadsheetId: "budget-spreadsheet", range: "Months!A1", values: [["Day"]], valueInput: "raw" },
    ],
    narrowed: { scope: "https://www.googleapis.com/auth/spreadsheets", action: "values.update", kept: "values.get" },
  },
] as const;

/** The providers that declare how to revoke a token. */
const revoking: ReadonlySet<string> = new Set(["hubspot", "linear", "notion", "slack", "stripe"]);

for (const { slug, app, start, actions, read, write, narrowed } of cases) {
  describe(`OAuth of ${slug}`, { concurrency: false }, () => {
    let simulator: Simulated;
    let server: RunningServer;
    let client: TestClient;
    const variable = `SVC_OAUTH_${slug.toUpperCase().replaceAll("-", "_")}`;
    const env = { [`${variable}_CLIENT_ID`]: app.clientId, [`${variable}_CLIENT_SECRET`]: app.clientSecret };
    before(async () => {
      simulator = await start();
      server = await startServer({ engine: "sqlite", env, sandboxProviders: { [slug]: simulator.url } });
      client = await makeClient(server, { allowActions: [`${slug}/*`] });
    });
    after(async () => {
      await server.dispose();
      await simulator.close();
    });

    /** Connects a new tenant. @param without a scope that the user removes. */
    async function connect(without?: string): Promise<{ session: ConnectSession; connected: Connected }> {
      const { caller } = client;
      const idempotencyKey = uniqueName("tenant");
      const body = { externalId: idempotencyKey, displayName: "Acme" };
      const tenantId = ((await caller.post("/v1/tenants", body, { idempotencyKey })).json as { id: string }).id;
      const opened = { provider: slug, authKind: "oauth2_authorization_code", requestedActions: [...actions] };
      const journey = new Journey({ caller, session: await openSession(caller, tenantId, opened) });
      await journey.agreeAtSimulator({ withoutScope: without });
      const session = await journey.state();
      assert.equal(session.status, "completed", JSON.stringify(session));
      return { session, connected: new Connected(caller, tenantId, session.connection_id ?? "") };
    }

    verifies("oauth.flow", `${slug}: connects, reads, writes, and refreshes an expired token`, async () => {
      const { connected } = await connect();
      await connected.run(read[0], read[1]);
      const refreshes = () => simulator.ledger.effects.filter(({ kind }) => kind === "token.refresh").length;
      const earlier = refreshes();
      for (const { name } of simulator.world.tokens.all()) simulator.world.tokens.revoke(name);
      const { execution } = await connected.run(write[0], write[1], { idempotencyKey: uniqueName("k") });
      assert.equal(execution.status, "succeeded");
      assert.equal(refreshes(), earlier + 1);
      await connected.run(read[0], read[1]);
      assert.equal(refreshes(), earlier + 1);
      for (const { name } of simulator.world.tokens.all()) simulator.world.tokens.revoke(name);
      await connected.run(read[0], read[1]);
      assert.equal(refreshes(), earlier + 2, "with the rotated refresh token, or the one that stays valid");
    });

    if (revoking.has(slug))
      verifies("oauth.revocation", `${slug}: revokes on a disconnect only if the operator enables it`, async () => {
        const revocations = () => simulator.ledger.effects.filter(({ kind }) => kind === "token.revoke").length;
        const disconnect = async ({ caller, path }: Connected) => {
          const { status, text } = await caller.delete(path);
          assert.equal(status, 200, text);
        };
        const { connected: kept } = await connect();
        await disconnect(kept);
        assert.equal(revocations(), 0, "it is off by default");
        await server.stop();
        const { home } = server;
        const wanted = { ...env, [`${variable}_REVOKE_ON_DISCONNECT`]: "true" };
        server = await startServer({
          engine: "sqlite",
          home,
          env: wanted,
          sandboxProviders: { [slug]: simulator.url },
        });
        client = await makeClient(server, { allowActions: [`${slug}/*`] });
        const { connected } = await connect();
        await disconnect(connected);
        await until(5000, "the revocation", async () => (revocations() === 1 ? true : null));
        const { auditEvents } = (
          await client.caller.get(`/v1/audit-events?subject=${connected.path.split("/").at(-1)}`)
        ).json as AuditEventList;
        assert.ok(auditEvents.some(({ type }) => type === "credential.revoked"));
      });

    if (narrowed === null) return;
    verifies("oauth.flow", `${slug}: grants only the scopes that its user kept`, async () => {
      const { connected } = await connect(narrowed.scope);
      const { grantedActions } = (await client.caller.get(connected.path)).json as { grantedActions: string[] };
      assert.deepEqual(grantedActions.includes(narrowed.action), false);
      assert.ok(grantedActions.includes(narrowed.kept));
    });
  });
}
