/** `svc-server sandbox-credentials`: every value can be pasted, and one provider's can be printed alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOperatorActions } from "../../../src/entry/cli/actions.ts";
import type { OperatorEnvironment, SandboxCredentials } from "../../../src/entry/cli/environment.ts";
import { UsageFailure } from "../../../src/entry/cli/io.ts";
import { createOperatorProgram } from "../../../src/entry/cli/program.ts";

const keyFile = JSON.stringify({ type: "service_account", private_key: `-----BEGIN\n${"MII".repeat(40)}\n` }, null, 2);
const pem = "-----BEGIN KEY-----\nMII\n-----END KEY-----\n";
const credentials: SandboxCredentials = {
  doppler: { serviceAccount: "dp.sa.1", cli: "dp.ct.2" },
  google: { keyFile, pem, long: "x".repeat(101) },
  other: { steering: "one\u001b[2Jtwo", notJson: "{not JSON" },
  fields: { region: "eu-west-1", access_key_id: "AKIA" },
  oauth: { SVC_OAUTH_ACME_CLIENT_ID: "acme" },
};

/** Runs the command. Returns what it prints. */
async function run(...args: string[]): Promise<string> {
  const environment = {
    providers: Object.keys(credentials).map((slug) => ({ slug })),
    sandboxCredentials: (only: string | null) =>
      Promise.resolve(only === null ? credentials : { [only]: credentials[only] }),
  } as unknown as OperatorEnvironment;
  let out = "";
  const io = { out: (text: string) => void (out += text), err: () => undefined };
  const actions = createOperatorActions(io, environment, () => Promise.resolve());
  await createOperatorProgram(io, actions).parseAsync(["sandbox-credentials", ...args], { from: "user" });
  return out;
}

test("prints one short credential for each provider, and no long one", async () => {
  assert.deepEqual((await run()).split("\n"), [
    "PROVIDER  NAME            CREDENTIAL",
    "doppler   serviceAccount  dp.sa.1",
    "google    keyFile         (long; print it with: svc-server sandbox-credentials --provider google)",
    "other     steering        one\u{fffd}[2Jtwo",
    "fields    region          eu-west-1",
    "fields    access_key_id   AKIA",
    "oauth     -               (none: a user signs in on the provider's page)",
    "",
  ]);
});

test("prints a provider's short values next to their names, all others below, and JSON on one line", async () => {
  const lines = (await run("--provider", "google")).split("\n");
  assert.deepEqual(lines, [
    "google.keyFile:",
    JSON.stringify(JSON.parse(keyFile)),
    "google.pem:",
    "-----BEGIN KEY-----",
    "MII",
    "-----END KEY-----",
    "google.long:",
    "x".repeat(101),
    "",
  ]);
  assert.deepEqual(JSON.parse(lines[1] ?? ""), JSON.parse(keyFile), "it can be pasted");
  assert.deepEqual((await run("--provider", "other")).split("\n"), [
    "other.steering  one\u{fffd}[2Jtwo",
    "other.notJson   {not JSON",
    "",
  ]);
});

test("prints every value unchanged as JSON", async () => {
  assert.deepEqual(JSON.parse(await run("--format", "json")), credentials);
});

test("prints the credentials of one provider", async () => {
  const expected = "doppler.serviceAccount  dp.sa.1\ndoppler.cli             dp.ct.2\n";
  assert.equal(await run("--provider", "doppler"), expected);
  const { doppler } = credentials;
  assert.deepEqual(JSON.parse(await run("--provider", "doppler", "--format", "json")), { doppler });
});

test("names the providers if there is none with this slug", async () => {
  await assert.rejects(run("--provider", "dopler"), (error) => {
    assert.ok(error instanceof UsageFailure);
    assert.equal(
      error.message,
      "--provider: there is no provider dopler. Use one of: doppler, google, other, fields, oauth.",
    );
    return true;
  });
});
