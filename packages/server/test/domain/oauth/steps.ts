/** Steps that the authorization flow's tests share. */
import assert from "node:assert/strict";
import type { OAuthCredential } from "@svc/provider-kit";
import { createCredentials, vaultContext } from "../../../src/domain/connections/sealed-credential.ts";
import type { OpenSession, Fixture } from "./fixture.ts";

/** Opens a session and consents in a browser, up to the provider's page. */
export async function atProvider(fixture: Fixture, input: Parameters<Fixture["open"]>[0] = {}) {
  const session = await fixture.open(input);
  const browser = fixture.browser();
  const address = await fixture.authorize(session);
  return { session, browser, address, location: await browser.consent(address) };
}

/** Goes to the provider and back; returns the final page or redirect. */
export async function throughProvider(fixture: Fixture, session: OpenSession) {
  const browser = fixture.browser();
  const location = await browser.consent(await fixture.authorize(session));
  return browser.go(fixture.server.agree(location));
}

/** Creates a connection through the authorization flow; returns its id. */
export async function connected(fixture: Fixture, input: Parameters<Fixture["open"]>[0] = {}): Promise<string> {
  const back = await throughProvider(fixture, await fixture.open(input));
  assert.match(back.location, /status=completed/);
  const [{ id } = { id: "" }] = await fixture.connections();
  return String(id);
}

/** Returns a connection's credential from the vault. */
export async function storedCredential(fixture: Fixture, connectionId: string): Promise<OAuthCredential> {
  const { clientId, tenantId } = fixture.owner;
  const { store, vault } = fixture.deployment;
  const found = await store.connections.findWithCredential(clientId, tenantId, connectionId);
  assert.ok(found?.record);
  const context = vaultContext(found.connection);
  return (await createCredentials(vault).open(context, found.record)) as OAuthCredential;
}

/** Replaces a connection's credential with the next version, as a refresh does. */
export async function bumpCredentialVersion(fixture: Fixture, connectionId: string): Promise<void> {
  const { clientId, tenantId } = fixture.owner;
  const { store, vault } = fixture.deployment;
  const row = await store.connections.find(clientId, tenantId, connectionId);
  assert.ok(row);
  const version = row.credentialVersion;
  const context = vaultContext({ ...row, credentialVersion: version + 1 });
  const record = await createCredentials(vault).seal(context, { accessToken: "refreshed" });
  const refreshes = store.credentialRefreshes;
  const taken = await refreshes.take({ clientId, tenantId, connectionId }, version, "test", 1000);
  assert.ok(taken?.fence);
  const lease = { connectionId, holder: "test", fence: taken.fence };
  assert.equal(
    await refreshes.store(lease, version, { record, grantedScopes: row.grantedScopes, at: Date.now() }),
    true,
  );
}
