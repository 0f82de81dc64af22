/** Every built-in provider in one sandbox: what `sandbox-credentials` prints connects, and works after a restart. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type { ActionList, TestedConnection, ExchangedConnectToken, ProviderList, Tenant } from "@svc/contract";
import {
  Caller,
  Frontend,
  makeClient,
  makeHome,
  oneEngine,
  openSession,
  runProgram,
  startServer,
  uniqueName,
  untilSettled,
  verifies,
  type RunningServer,
} from "../harness/index.ts";
import { CookieClient, formsOf } from "../harness/oauth/cookie-client.ts";
import { Journey } from "../harness/oauth/journey.ts";

type Printed = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Form = ExchangedConnectToken["session"]["form"];

/** A connection that was made from what the command printed. */
type Made = { readonly what: string; readonly path: string };

const isOfApp = (name: string): boolean => name.startsWith("SVC_OAUTH_");

/** What a person can submit from the printed values: each secret alone, and the parts of one credential together. */
function submissionsOf({ fields }: Form, printed: Printed[string]): ReadonlyMap<string, object> {
  const names = fields.map(({ name }) => name);
  const { options = [] } = fields.find(({ name }) => name === "origin") ?? {};
  const origin = options.length === 0 ? {} : { origin: options[0] };
  const secret = fields.findLast(({ sensitive }) => sensitive)?.name ?? "";
  const parts = Object.entries(printed).filter(([name]) => names.includes(name));
  const alone = Object.entries(printed).filter(([name]) => !names.includes(name) && !isOfApp(name));
  return new Map<string, object>([
    ...alone.map(([name, value]) => [name, { ...origin, [secret]: value }] as const),
    ...(parts.length === 0 ? [] : [["parts", { ...origin, ...Object.fromEntries(parts) }] as const]),
  ]);
}

for (const engine of oneEngine()) {
  describe(`a sandbox's credentials on ${engine}`, { concurrency: false }, () => {
    let printed: Printed;
    let env: Readonly<Record<string, string>>;
    let server: RunningServer;
    let caller: Caller;
    before(async () => {
      const home = await makeHome(engine);
      const at = { cwd: home.folder, env: { SVC_DATABASE_URL: home.databaseUrl } };
      const ran = await runProgram("svc-server", ["sandbox-credentials", "--format", "json"], at);
      assert.equal(ran.exitCode, 0, ran.stderr);
      printed = JSON.parse(ran.stdout) as Printed;
      env = Object.fromEntries(
        Object.values(printed).flatMap((own) => Object.entries(own).filter(([name]) => isOfApp(name))),
      );
      server = await startServer({ engine, env, home });
      ({ caller } = await makeClient(server, {
        allowActions: Object.keys(printed).map((slug) => `${slug}/*`),
      }));
    });
    after(async () => {
      const { home } = server;
      await server.dispose();
      await home.remove();
    });

    verifies(
      "sandbox.connects",
      "every provider connects in each way that it has, and still works after a restart",
      async () => {
        const { providers } = (await caller.get("/api/catalog/v1/providers")).json as ProviderList;
        assert.deepEqual(
          providers.map(({ slug }) => slug).toSorted(),
          Object.keys(printed).toSorted(),
          "the command prints something for each provider",
        );
        const made: Made[] = [];
        for (const { slug: provider, authKinds } of providers) {
          const own = printed[provider] ?? {};
          assert.ok(authKinds.length > 0, provider);
          for (const authKind of authKinds) {
            made.push(
              ...(authKind === "oauth2_authorization_code"
                ? [await authorize(caller, provider)]
                : await submitAll(caller, provider, own)),
            );
          }
        }
        const check = async (): Promise<string[]> => {
          const faults: string[] = [];
          for (const { what, path } of made) {
            const idempotencyKey = uniqueName("test");
            const { json, text, status } = await caller.post(`${path}:test`, undefined, { idempotencyKey });
            const { ok } = Object(json) as Partial<TestedConnection>;
            if (status !== 200 || ok !== true) faults.push(`${what}: ${text}`);
          }
          return faults;
        };
        assert.deepEqual(await check(), []);
        await server.stop();
        server = await startServer({ engine, env, home: server.home });
        caller = new Caller(server.http, caller.key);
        assert.deepEqual(await check(), [], "after a restart");
      },
      { timeoutMs: 240_000 },
    );
  });
}

async function openTenant(caller: Caller): Promise<string> {
  const idempotencyKey = uniqueName("tenant");
  const body = { externalId: idempotencyKey, displayName: "Acme" };
  return ((await caller.post("/v1/tenants", body, { idempotencyKey })).json as Tenant).id;
}

/** Every action of a provider, so that a session asks for all that its credential may do. */
async function actionsOf(caller: Caller, tenantId: string, provider: string): Promise<string[]> {
  const { json } = await caller.get(`/v1/tenants/${tenantId}/providers/${provider}/actions`);
  const { actions } = json as ActionList;
  return actions.map(({ id }) => id);
}

/** Connects with a credential of its own form, for each that is printed. */
async function submitAll(caller: Caller, provider: string, printed: Printed[string]): Promise<Made[]> {
  const made: Made[] = [];
  const tenantId = await openTenant(caller);
  const requestedActions = await actionsOf(caller, tenantId, provider);
  const open = async () => {
    const session = await openSession(caller, tenantId, { provider, requestedActions });
    const frontend = new Frontend(caller.http, session.allowedOrigin);
    const exchanged = (await frontend.exchange(session.token)).json as ExchangedConnectToken;
    return { session, frontend, exchanged };
  };
  const { form } = (await open()).exchanged.session;
  const submissions = submissionsOf(form, printed);
  assert.ok(submissions.size > 0, `nothing is printed that ${provider}'s form takes`);
  for (const [name, submission] of submissions) {
    const what = `${provider} with ${name}`;
    const { session, frontend, exchanged } = await open();
    const response = await frontend.send("POST", "/connect/v1/credential", submission, exchanged.sessionSecret);
    assert.equal(response.status, 200, `${what}: ${response.text}`);
    const { connection_id: id } = await untilSettled(caller, tenantId, session.id);
    assert.ok(id !== null, what);
    made.push({ what, path: `/v1/tenants/${tenantId}/connections/${id}` });
  }
  return made;
}

/** Connects on the simulated provider's own page, whose user agrees to everything. */
async function authorize(caller: Caller, provider: string): Promise<Made> {
  const tenantId = await openTenant(caller);
  const requestedActions = await actionsOf(caller, tenantId, provider);
  const fields = { provider, authKind: "oauth2_authorization_code", requestedActions };
  const browser = new CookieClient();
  const journey = new Journey({ caller, session: await openSession(caller, tenantId, fields), browser });
  const consent = await browser.get(await journey.toProvider());
  const [form] = formsOf(consent);
  assert.ok(form !== undefined, `${provider}: ${consent.text}`);
  const back = await browser.submit(form, consent.url, { decision: "authorize" });
  assert.ok(back.location !== null, `${provider}: ${back.text}`);
  await journey.land(back.location);
  const { status, connection_id: id } = await journey.state();
  assert.equal(status, "completed", `${provider} on its own page`);
  return { what: `${provider} on its own page`, path: `/v1/tenants/${tenantId}/connections/${String(id)}` };
}
