/**
 * A form with several fields: a choice, a text, a secret, and an optional text, with a policy to paste at the provider.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Connection, CredentialField, ExchangedConnectToken } from "@svc/contract";
import { clients } from "@svc/provider-infisical/simulator";
import { tokens } from "@svc/provider-vault/simulator";
import type { Page } from "../../../judges/pages/playwright.ts";
import { assertNothingSticksOut, checkPage, openForm, preventReturn, untilState } from "./check-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

const text = (name: string, label: string): CredentialField => ({
  name,
  label,
  help: `About the ${name}.`,
  helpUrl: "https://docs.example/keys",
  pattern: "^[a-z0-9]{4,20}$",
  sensitive: false,
  required: true,
  options: [],
  hints: [],
});

const fields: readonly CredentialField[] = [
  { ...text("server", "Server"), options: ["prod", "staging"] },
  text("key_id", "Key id"),
  { ...text("key", "Secret key"), sensitive: true },
  { ...text("space", "Namespace"), required: false },
];
const policy = `path "kv/data/app/prod/*" {\n  capabilities = ["create", "read", "update"] # ${"long ".repeat(30)}\n}`;

/** Opens the form as if the provider had these fields; collects and refuses what the page submits. */
async function openFields(shown: readonly CredentialField[]): Promise<{ page: Page; submitted: unknown[] }> {
  const page = await (await fixture.context()).newPage();
  const submitted: unknown[] = [];
  await page.route("**/connect/v1/exchange", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as ExchangedConnectToken;
    body.session.form.fields = [...shown];
    body.session.form.grant = { title: "A token with this policy", why: "It allows nothing else.", policy };
    await route.fulfill({ response, json: body });
  });
  await page.route("**/connect/v1/credential", async (route) => {
    submitted.push(route.request().postDataJSON());
    await route.fulfill({ status: 422, json: { code: "CREDENTIAL_INVALID" } });
  });
  await openForm(page, await fixture.session());
  return { page, submitted };
}

test("shows each kind of field, and submits all fields except empty optional ones", async () => {
  const { page, submitted } = await openFields(fields);
  await checkPage(page, "form-fields");
  await assertNothingSticksOut(page, "several fields");
  assert.equal(await page.locator("pre").innerText(), policy);
  assert.equal(await page.getByLabel("Key id").getAttribute("type"), "text");
  assert.equal(await page.getByLabel("Secret key").getAttribute("type"), "password");
  assert.equal(await page.getByRole("button", { name: "Show token" }).count(), 1);
  const connect = page.getByRole("button", { name: "Connect" });
  await connect.click();
  assert.deepEqual(submitted, []);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "field-server");
  assert.equal(await page.getByText("Fill in this field.").count(), 2);
  await page.getByLabel("Server").selectOption("staging");
  await page.getByLabel("Key id").fill("a b");
  await page.getByLabel("Secret key").fill("secret1");
  await connect.click();
  assert.deepEqual(submitted, []);
  assert.equal(await page.getByText("This doesn't have the right format.").count(), 1);
  await page.getByLabel("Key id").fill("key1");
  await connect.click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Namespace").fill("team");
  await connect.click();
  await page.getByRole("alert").waitFor();
  const all = { server: "staging", key_id: "key1", key: "secret1" };
  assert.deepEqual(submitted, [all, { ...all, space: "team" }]);
});

test("preselects a single option", async () => {
  const { page, submitted } = await openFields([
    { ...text("server", "Server"), options: ["prod"] },
    { ...text("key", "Secret key"), sensitive: true },
  ]);
  await page.getByLabel("Secret key").fill("secret1");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  assert.deepEqual(submitted, [{ server: "prod", key: "secret1" }]);
});

test("connects to Vault: a server by name, the policy to paste, and a token in its own field", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session({ provider: "vault", requestedActions: ["secrets.get", "secrets.set"] });
  await openForm(page, session);
  // The policy would push the form out of sight, so it is folded.
  assert.equal(await page.locator("pre").isVisible(), false);
  await page.getByText("Show the text to copy").click();
  assert.match(await page.locator("pre").innerText(), /path "kv\/data\/app\/prod\/\*"/);
  // The only server is already selected.
  assert.equal(await page.getByLabel("Server").inputValue(), "sandbox");
  // One of two credentials is a choice: only the fields of the chosen one are there.
  await page.getByRole("group", { name: "How do you want to connect?" }).waitFor();
  assert.equal(await page.getByRole("radio", { name: "AppRole" }).isChecked(), true);
  const token = page.locator("#field-access_token");
  assert.equal(await token.isVisible(), false);
  await page.getByLabel("Role ID (AppRole)").fill("a-role-id");
  await checkPage(page, "form-vault-app-role");
  await page.getByRole("radio", { name: "Service token" }).check();
  assert.equal(await page.getByLabel("Role ID (AppRole)").isVisible(), false);
  assert.equal(await page.getByLabel("Role ID (AppRole)").inputValue(), "", "what isn't shown isn't kept");
  await token.fill(`hvb.${"a".repeat(30)}`);
  assert.equal(await page.getByText("This is a batch token").count(), 1);
  await token.fill(tokens.everything);
  await checkPage(page, "form-vault");
  const stay = await preventReturn(page);
  await page.getByRole("button", { name: "Connect" }).click();
  await untilState(page, "completed");
  await stay.over();
  const { connection_id: id } = await fixture.readSession(session);
  const response = await fixture.caller.get(`/v1/tenants/${session.tenant_id}/connections/${String(id)}`);
  assert.deepEqual((response.json as Connection).provider_binding, { origin: "sandbox" });
});

test("connects to Infisical with one of two credentials: explains a token in the wrong field, and submits only the pair", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session({ provider: "infisical", requestedActions: ["secrets.get"] });
  const submitted: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/connect/v1/credential")) submitted.push(request.postDataJSON());
  });
  await openForm(page, session);
  const id = page.getByLabel("Client ID (Universal Auth)");
  const secret = page.getByLabel("Client secret (Universal Auth)", { exact: true });
  assert.equal(await page.getByLabel("Access token (Token Auth)", { exact: true }).isVisible(), false);
  await id.fill(clients.everything.client_id);
  await secret.fill("eyJ");
  assert.equal(await page.getByText("This is an access token, which has a field of its own.").count(), 1);
  await secret.fill(clients.everything.client_secret.slice(0, 8));
  await secret.blur();
  assert.equal(await page.getByText("The credential is incomplete. Copy all of it again.").count(), 1);
  // A client ID alone isn't a credential, so nothing is sent.
  await secret.fill("");
  const connect = page.getByRole("button", { name: "Connect" });
  await connect.click();
  assert.equal(await page.getByText("Paste the credential first.").count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "field-client_secret");
  assert.deepEqual(submitted, []);
  await secret.fill(clients.everything.client_secret);
  await checkPage(page, "form-infisical");
  const stay = await preventReturn(page);
  await connect.click();
  await untilState(page, "completed");
  await stay.over();
  assert.deepEqual(submitted, [{ origin: "sandbox", ...clients.everything }]);
  const { connection_id } = await fixture.readSession(session);
  const response = await fixture.caller.get(`/v1/tenants/${session.tenant_id}/connections/${String(connection_id)}`);
  assert.deepEqual((response.json as Connection).provider_binding, { origin: "sandbox" });
});

test("uses AWS's own word for the credential, and says that writing can't be checked", async () => {
  const page = await (await fixture.context()).newPage();
  const requested = { provider: "aws-secrets-manager", requestedActions: ["secrets.get", "secrets.set"] };
  await openForm(page, await fixture.session(requested));
  const shown = await page.locator("main").innerText();
  assert.match(shown, /We check the access key with AWS Secrets Manager/);
  assert.match(shown, /doesn't say what this access key may change, so writing can't be checked here/);
  assert.doesNotMatch(shown, /\btokens?\b/i);
  await checkPage(page, "form-aws");
  const reading = await (await fixture.context()).newPage();
  await openForm(reading, await fixture.session({ ...requested, requestedActions: ["secrets.get"] }));
  assert.doesNotMatch(await reading.locator("main").innerText(), /writing can't be checked/);
});

test("connects to a provider that asks for no credential, and says so", async () => {
  const { page, submitted } = await openFields([]);
  const shown = await page.locator("main").innerText();
  assert.match(shown, /asks for no credential\. We check that it responds\./);
  assert.doesNotMatch(shown, /We check the token|can't be checked here/);
  await checkPage(page, "form-open");
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByText("gave no clear response, so nothing was stored").waitFor();
  assert.deepEqual(submitted, [{}]);
});
