/** What only svc, the provider and one browser may know stands nowhere else: searched for in all that is printed, answered and stored. */
import assert from "node:assert/strict";
import { assertProblem, testReturnUrl, verifies } from "../harness/index.ts";
import { CanarySearch, type Canary } from "../reliability/canary-search.ts";
import { storedBy } from "../reliability/stored-bytes.ts";
import { agreeAt } from "./consent-clicks.ts";
import { CookieClient, formsOf, type Page } from "./cookie-client.ts";
import { returnedWith, type Journey } from "./journey.ts";
import { app, oauthSuite, repository, type OAuthStage } from "./stage.ts";

const user = { login: "octocat" };

/** A secret of a journey, and the one kind of answer that has to tell it. */
interface JourneyCanary extends Canary {
  readonly toldBy: (page: Pick<Page, "url">) => boolean;
}

oauthSuite(
  "OAuth canaries",
  (stage) => {
    verifies("oauth.canaries", "no secret of a flow or a refresh strays", async () => {
      const own: JourneyCanary[] = [];
      const journeys = await goEveryWay(stage(), own);
      await refreshEveryWay(stage());
      const { server, authorization } = stage();
      const canaries: Canary[] = [
        ...own,
        ...authorization.secrets,
        { name: "client secret", value: app.clientSecret },
        { name: "service key", value: stage().client.key.slice("svc_live_".length + 10) },
      ];
      for (const kind of [
        "access_token",
        "refresh_token",
        "authorization_code",
        "code_verifier",
        "state",
        "cookie",
        "ticket",
      ]) {
        assert.ok(
          canaries.some(({ name }) => name.startsWith(kind)),
          `no ${kind} was planted`,
        );
      }
      const search = new CanarySearch(canaries);
      const found: string[] = [];
      const look = (where: string, what: string | Uint8Array, allowed: readonly string[] = []): void => {
        for (const leak of search.find(what, allowed)) found.push(`${where}: ${leak}`);
      };
      const cookies = own.flatMap(({ name }) => (name.startsWith("cookie") ? [name] : []));
      const pages = journeys.flatMap(({ browser }) => browser.pages).filter(({ url }) => url.origin === server.url);
      for (const page of pages) {
        const allowed = own.filter(({ toldBy }) => toldBy(page)).map(({ name }) => name);
        const { "set-cookie": _cookies, ...headers } = page.headers;
        look(`page ${page.status} ${page.url.pathname}`, `${JSON.stringify(headers)}\n${page.text}`, allowed);
        look(`cookie of ${page.url.pathname}`, page.setCookies.join("\n"), cookies);
      }
      for (const { request, answer } of server.http.exchanges) {
        const url = new URL(request.path, server.url);
        const allowed = own.filter(({ toldBy }) => toldBy({ url })).map(({ name }) => name);
        look(
          `answer ${answer.status} of ${url.pathname}`,
          `${JSON.stringify(answer.headers)}\n${answer.text}`,
          allowed,
        );
      }
      const stored = (await storedBy(server)).filter(({ where }) => !where.endsWith("sandbox-vault-key"));
      for (const { where, bytes } of stored) look(where, bytes);
      look("output", server.log());
      assert.ok(server.log().includes("/callback"), "the log tells of the callback at all");
      assert.deepEqual(found, []);
      // The search would have found them.
      assert.notDeepEqual(search.find(`…${authorization.secrets[0]?.value ?? ""}…`), []);
      console.log(`${canaries.length} canaries, ${pages.length} pages, ${server.http.exchanges.length} answers`);
    });
  },
  { env: { SVC_LOG_LEVEL: "debug" } },
);

/** Ways that end well and badly. */
async function goEveryWay(stage: OAuthStage, own: JourneyCanary[]): Promise<readonly Journey[]> {
  const plant = (name: string, value: string, toldBy: JourneyCanary["toldBy"]): void => {
    own.push({ name: `${name} ${own.length}`, value, toldBy });
  };
  const journeys: Journey[] = [];
  const begin = async (
    completion: "automatic" | "confirmed",
  ): Promise<{ journey: Journey; callback: (cancel?: boolean) => Promise<URL> }> => {
    const journey = await stage.journey({ completion });
    journeys.push(journey);
    plant("Connect token", journey.session.token, ({ url }) => url.pathname.endsWith("/connect-sessions"));
    plant("session secret", await journey.secret(), ({ url }) => url.pathname === "/connect/v1/exchange");
    return { journey, callback: (cancel) => plantAndAgree(journey, plant, cancel === true) };
  };

  const good = await begin("automatic");
  await good.journey.land(await good.callback());
  await good.journey.authorize();

  const confirmed = await begin("confirmed");
  const back = await confirmed.journey.land(await confirmed.callback());
  const { completion_code: code = "" } = returnedWith(back, testReturnUrl);
  plant("completion code", code, ({ url }) => url.pathname.endsWith("/callback"));
  assertProblem(await confirmed.journey.complete(`${code.slice(0, -2)}xx`), "COMPLETION_CODE_INVALID");
  assert.equal((await confirmed.journey.complete(code)).status, 200);

  const cancelled = await begin("automatic");
  await cancelled.journey.land(await cancelled.callback(true));

  const bad = await begin("automatic");
  await bad.journey.land(await bad.callback(), new CookieClient());
  const withIss = await bad.callback();
  withIss.searchParams.set("iss", "https://evil.example");
  await bad.journey.land(withIss);
  const elsewhere = await bad.callback();
  elsewhere.pathname = "/connect/oauth/doppler/callback";
  await bad.journey.land(elsewhere);
  // The authorization server says back what it was sent.
  const echoed = await bad.callback();
  const echo = JSON.stringify({ error: "invalid_request", error_description: echoed.searchParams.get("code") });
  stage.github.origin.tokenFaults.push({ kind: "status", status: 400, body: echo, type: "application/json" });
  await bad.journey.land(echoed);
  await stage.assertNothingMade(bad.journey);
  return journeys;
}

type Plant = (name: string, value: string, toldBy: JourneyCanary["toldBy"]) => void;

async function plantAndAgree(journey: Journey, plant: Plant, cancel: boolean): Promise<URL> {
  const isAuthorizePage = ({ url }: Pick<Page, "url">): boolean => url.pathname.endsWith("/authorize");
  const url = await journey.authorizationUrl();
  const [, ticket = ""] = [...url.searchParams][0] ?? [];
  plant("ticket", ticket, isAuthorizePage);
  const page = await journey.openPage(url);
  for (const cookie of page.setCookies) {
    const value = cookie.split(";")[0]?.split("=").slice(1).join("=") ?? "";
    plant("cookie", value, () => false);
  }
  for (const [name, value] of formsOf(page)[0]?.fields ?? [])
    if (value !== ticket) plant(`field ${name}`, value, isAuthorizePage);
  const atProvider = await journey.toProvider(page);
  plant("state", atProvider.searchParams.get("state") ?? "", isAuthorizePage);
  return await agreeAt(journey.browser, atProvider, { ...user, decision: cancel ? "cancel" : "authorize" });
}

/** Rotations, faults that echo the refresh token, a revoked grant and a reconnect by somebody else. */
async function refreshEveryWay(stage: OAuthStage): Promise<void> {
  const { authorization, github } = stage;
  const connected = await stage.connected();
  await authorization.expireAccessTokens();
  await connected.run("issues.list", repository);
  await authorization.expireAccessTokens();
  const last = authorization.secrets.findLast(({ name }) => name.startsWith("refresh_token"))?.value;
  const echo = { kind: "status", status: 500, body: `Not accepted: ${last ?? ""}`, type: "text/plain" } as const;
  const json = JSON.stringify({ error: "invalid_client", error_description: last, error_uri: last });
  github.origin.tokenFaults.push(echo, echo, { ...echo, status: 401, body: json, type: "application/json" });
  await connected.execute("issues.list", repository);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await connected.execute("issues.list", repository);
  github.origin.tokenFaults.length = 0;
  const journey = await stage.journey({ tenantId: connected.tenantId, connection_id: connected.id });
  await journey.land(await journey.toCallback({ login: "hubot" }));
  await authorization.revokeGrantsOf(user.login);
  await connected.execute("issues.list", repository);
  await connected.caller.delete(connected.path);
}
