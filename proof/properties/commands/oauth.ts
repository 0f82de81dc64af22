/** Commands on OAuth sessions, with a browser. */
import assert from "node:assert/strict";
import { testReturnUrl } from "../../../conformance/harness/index.ts";
import type { CookieClient, Page } from "../../../conformance/harness/oauth/cookie-client.ts";
import { pressAgree, returnedWith } from "../../../conformance/harness/oauth/journey.ts";
import { kind, type Kind } from "../command.ts";
import type { Model, SessionModel } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";
import { awaiting, completed, createSession, show } from "./sessions.ts";

const actions = ["issues.create", "issues.list", "user.get"] as const;

const authorizable = (model: Model): readonly SessionModel[] =>
  model
    .sessionsThat("opened", "authorizing")
    .filter(({ provider, reconnects }) => provider === "github" && reconnects?.status !== "disconnected");

/** Goes to the provider and back. @returns the callback URL, not visited yet. */
async function goToProvider(real: Real, session: SessionModel, browser: CookieClient): Promise<URL> {
  const asked = await real.frontend.send("POST", "/connect/v1/authorize", {}, session.secret ?? "");
  assertStatus(asked, 200);
  const { authorizationUrl } = asked.json as { authorizationUrl: string };
  session.status = "authorizing";
  const page = await browser.get(authorizationUrl);
  assert.equal(page.status, 200, page.text);
  const left = await pressAgree(browser, page);
  assert.ok(left.location !== null, `${left.status}: ${left.text.slice(0, 300)}`);
  const back = await browser.get(left.location);
  assert.ok(back.location !== null, `${back.status}: ${back.text.slice(0, 300)}`);
  return back.location;
}

/** Asserts that a page is a refusal without a redirect. */
function assertRefused(page: Page): void {
  assert.ok(page.status >= 400 && page.location === null, `${page.status} to ${page.location?.href ?? "nowhere"}`);
}

async function assertState(real: Real, session: SessionModel): Promise<void> {
  const { status, connection_id: connectionId } = await show(real, session);
  assert.deepEqual([status, connectionId], [session.status, session.connection?.id ?? null]);
}

/** Commands on OAuth sessions. */
export const oauthCommands: readonly Kind[] = [
  kind({
    name: "create an OAuth session",
    weight: 24,
    on: ({ living }) => living,
    async run(context, tenant) {
      const { model, pick } = context;
      const own = model.connectionsOf("github", "active", "needs_reconnect").filter((one) => one.tenant === tenant);
      const reconnects = pick % 3 === 0 ? (own[0] ?? null) : null;
      const completion = pick % 4 === 1 ? "confirmed" : "automatic";
      const requestedActions = pick % 5 === 0 ? ["user.get"] : actions;
      await createSession(context, tenant, { provider: "github", completion, reconnects, requestedActions });
    },
  }),
  kind({
    name: "agree at the provider",
    weight: 64,
    on: authorizable,
    async run({ model, real, pick }, session) {
      const browser = real.browser();
      const url = await goToProvider(real, session, browser);
      const before = real.browser();
      before.stealFrom(browser);
      if (pick % 3 === 0) {
        // Another browser is refused, and the URL stays valid in the user's own.
        assertRefused(await real.browser().get(url));
        await assertState(real, session);
      }
      const returned = returnedWith(await browser.get(url), testReturnUrl);
      assert.equal(returned["connect_session_id"], session.id);
      const isConfirmed = session.completion === "confirmed";
      assert.equal(returned["status"], isConfirmed ? "awaiting_confirmation" : "completed");
      session.callback = { url, browser: before };
      const credential = real.name("grant");
      if (isConfirmed) awaiting(session, credential, returned["completion_code"] ?? "");
      else completed(model, session, credential, (await show(real, session)).connection_id ?? "");
      await assertState(real, session);
    },
  }),
  kind({
    name: "return from the provider again",
    weight: 8,
    on: (model) => model.sessionsThat("completed", "awaiting_confirmation").filter(({ callback }) => callback !== null),
    async run({ real }, session) {
      assert.ok(session.callback !== null);
      const { url, browser } = session.callback;
      assertRefused(await real.browser().get(url));
      const again = real.browser();
      again.stealFrom(browser);
      const returned = returnedWith(await again.get(url), testReturnUrl);
      assert.deepEqual([returned["status"], returned["connect_session_id"]], [session.status, session.id]);
      await assertState(real, session);
    },
  }),
  kind({
    name: "refuse at the provider",
    weight: 6,
    on: authorizable,
    async run({ real }, session) {
      real.github.world.set({ autoDecision: "cancel" });
      const browser = real.browser();
      const url = await goToProvider(real, session, browser);
      real.github.world.set({ autoDecision: "authorize" });
      const returned = returnedWith(await browser.get(url), testReturnUrl);
      assert.equal(returned["status"], "cancelled");
      session.status = "cancelled";
      await assertState(real, session);
    },
  }),
  kind({
    name: "return while the provider issues no token",
    weight: 6,
    on: authorizable,
    async run({ real, pick }, session) {
      const browser = real.browser();
      const url = await goToProvider(real, session, browser);
      const match = { path: "/login/oauth/access_token" };
      const kind = pick % 2 === 0 ? "html_502" : "reset_before_effect";
      real.github.faults.add({ match, times: "always", fault: { kind } });
      assertRefused(await browser.get(url));
      real.github.faults.clear();
      session.status = "opened";
      await assertState(real, session);
    },
  }),
  kind({
    name: "authorize for a disconnected connection",
    on: (model) =>
      model
        .sessionsThat("opened", "authorizing")
        .filter(({ provider, reconnects }) => provider === "github" && reconnects?.status === "disconnected"),
    async run({ real }, session) {
      const response = await real.frontend.send("POST", "/connect/v1/authorize", {}, session.secret ?? "");
      assertCode(response, "CONNECTION_NOT_ACTIVE");
    },
  }),
  kind({
    name: "the user revokes an OAuth grant",
    weight: 3,
    on: (model) => model.connectionsOf("github", "active"),
    async run({ model, real }) {
      real.github.world.authorization.revokeAuthorization("octocat", real.appClientId);
      for (const { provider, credential } of [...model.connections, ...model.sessions]) {
        if (provider === "github" && credential !== null) model.revoked.add(credential);
      }
      return Promise.resolve();
    },
  }),
];
