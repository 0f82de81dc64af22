/** Connections to a sandbox's simulated OAuth providers survive its restart. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { googleUser } from "@svc/google/simulator";
import { registeredProviders } from "../../../src/app/providers.ts";
import { startSandboxTargets } from "../../../src/app/sandbox.ts";

const byOAuth = registeredProviders.filter(({ provider }) =>
  provider.auth.some(({ kind }) => kind === "oauth2_authorization_code"),
);

test("each simulated OAuth provider keeps the tokens that it has issued in the sandbox's folder", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "svc-sandbox-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const apps = new Map<string, { clientId: string; clientSecret: string; eventSecrets: string[] }>();
  for (const { provider, sandboxCredentials } of byOAuth) {
    const printed = Object.entries(await sandboxCredentials());
    const part = (name: string) => printed.find(([key]) => key.endsWith(`_${name}`))?.[1] ?? "";
    apps.set(provider.slug, { clientId: part("CLIENT_ID"), clientSecret: part("CLIENT_SECRET"), eventSecrets: [] });
  }
  const config = {
    databaseUrl: `sqlite:${join(folder, "sandbox.sqlite")}`,
    listedOrigins: new Map(),
    extraCa: null,
    // The simulators only need to know that there is an app.
    oauthApps: apps as never,
  };
  const start = () => startSandboxTargets(byOAuth, [], config);
  const first = await start();
  const issued = new Map<string, string>();
  for (const [slug, url] of Object.entries(first.origins)) issued.set(slug, await issueToken(slug, url, apps));
  assert.equal(issued.size, byOAuth.length);
  await Promise.all(first.simulators.map((simulator) => simulator.close()));

  const second = await start();
  t.after(() => Promise.all(second.simulators.map((simulator) => simulator.close())));
  for (const [slug, url] of Object.entries(second.origins)) {
    const revoked = await control(url, "revoke-token", { token: issued.get(slug) });
    assert.equal(revoked.status, 200, `${slug} has forgotten its token`);
  }
});

/** A user of each simulator who can authorize; Google's simulators share one. */
const logins: Readonly<Record<string, string>> = { github: "octocat", slack: "robin" };
const loginOf = (slug: string): string => logins[slug] ?? (/^(?:google-|gmail)/.test(slug) ? googleUser.email : "alex");

/** Makes a simulator issue a token as if a user had authorized the sandbox's app. */
async function issueToken(slug: string, url: string, apps: ReadonlyMap<string, { clientId: string }>): Promise<string> {
  const fields = { login: loginOf(slug), client_id: apps.get(slug)?.clientId, scopes: "" };
  const response = await control(url, "issue-token", fields);
  const body = await response.text();
  assert.equal(response.status, 200, `${slug}: ${body}`);
  return (JSON.parse(body) as { access_token: string }).access_token;
}

function control(url: string, command: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", "x-simulator-control": "1" };
  return fetch(`${url}/__simulator/${command}`, { method: "POST", headers, body: JSON.stringify(body) });
}
