/** Hosts that sign their requests (`private_key_jwt`, RFC 7523). */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { DelegatedTokenList } from "@svc/contract";
import { makeClient, suite, suiteOnBothEngines, verifies, type Fixture, type TestClient } from "../harness/index.ts";
import {
  hostRedirect,
  registering,
  SignIn,
  signInPage,
  startHost,
  type PublishingHost,
  type TokenBody,
} from "./agent-sign-in-fixture.ts";
import { assertionOf, claimsFor, makeKey, now, part, signedWith, type Key } from "./host-assertions.ts";
import { endpointOf } from "./mcp-client.ts";

const allowed = (tenantId: string) => ({ tenant_id: tenantId, subject: "user-318", actions: ["*/*"] });
const signs = { token_endpoint_auth_method: "private_key_jwt" };
const signsOrNot = { ...signs, token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] };

/** A host that signs, and an app that lets it in. */
function parties(fixture: () => Fixture) {
  let host: PublishingHost;
  let app: TestClient;
  before(async () => {
    host = await startHost();
    app = await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
  });
  after(() => host.close());
  return {
    get app() {
      return app.caller;
    },
    /** Publishes a host's document, and its key set beside it. */
    publish(name: string, fields: object, keys: readonly Key[] = []): { clientId: string; jwksUri: string } {
      const origin = new URL(host.clientId).origin;
      const [clientId, jwksUri] = [`${origin}/${name}.json`, `${origin}/${name}.keys`];
      const document = { client_id: clientId, client_name: "Signs", redirect_uris: [hostRedirect] };
      published.set(`/${name}.json`, { ...document, ...("jwks" in fields ? {} : { jwks_uri: jwksUri }), ...fields });
      published.set(`/${name}.keys`, { keys: keys.map(({ jwk }) => jwk) });
      host.publish((request, response) => {
        const body = published.get(request.url ?? "");
        if (body === undefined) response.statusCode = 404;
        response.end(JSON.stringify(body ?? {}));
      });
      return { clientId, jwksUri };
    },
    async start(clientId: string) {
      const { url } = fixture().server;
      const tenantId = await fixture().tenant(app.caller);
      const signIn = new SignIn({ url, clientId, resource: endpointOf({ url, tenantId }) });
      const code = await signIn.code(app.caller, allowed(tenantId));
      const statuses = async () => {
        const list = (await app.caller.get(`/v1/delegated-tokens?tenant_id=${tenantId}`)).json as DelegatedTokenList;
        return new Set(list.delegatedTokens.map(({ status }) => status));
      };
      return { signIn, code, statuses };
    },
  };
}

const published = new Map<string, object>();

async function revoke(url: string, fields: Record<string, string>): Promise<{ status: number; body: TokenBody }> {
  const response = await fetch(`${url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as TokenBody };
}

suiteOnBothEngines("agents' hosts that sign", (fixture) => {
  const at = parties(fixture);

  verifies(
    "sign-in.signed",
    "signs in, refreshes and ends with every algorithm, and never unsigned again",
    async () => {
      const { url } = fixture().server;
      const metadata = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Record<
        string,
        unknown
      >;
      for (const endpoint of ["token", "revocation"]) {
        assert.deepEqual(metadata[`${endpoint}_endpoint_auth_methods_supported`], ["none", "private_key_jwt"]);
        const algorithms = metadata[`${endpoint}_endpoint_auth_signing_alg_values_supported`];
        assert.deepEqual(algorithms, ["RS256", "ES256", "EdDSA"]);
      }
      for (const [index, alg] of (["RS256", "ES256", "EdDSA"] as const).entries()) {
        const key = makeKey(alg, index === 0 ? undefined : `k${String(index)}`);
        const { clientId } = at.publish(alg, index === 1 ? { ...signs, jwks: { keys: [key.jwk] } } : signsOrNot, [key]);
        const { signIn, code, statuses } = await at.start(clientId);
        const proof = (aud = url) => signedWith(assertionOf(key, claimsFor(clientId, aud)));
        const first = await signIn.redeem(code, { client_id: null, ...proof(`${url}/oauth/token`) });
        assert.equal(first.status, 200, JSON.stringify(first.body));
        const { access_token: access = "", refresh_token: token = "" } = first.body;
        const refusal = await signIn.refresh(token);
        assert.deepEqual([refusal.status, refusal.body.error], [401, "invalid_client"]);
        const next = await signIn.refresh(token, proof());
        assert.equal(next.status, 200, JSON.stringify(next.body));
        // Its response was lost; a repeat is signed too.
        assert.equal((await signIn.refresh(token)).body.error, "invalid_client");
        assert.deepEqual((await signIn.refresh(token, proof())).body, next.body);
        for (const each of [access, next.body.refresh_token ?? ""]) {
          const unsigned = await revoke(url, { token: each, client_id: clientId });
          assert.deepEqual([unsigned.status, unsigned.body.error], [401, "invalid_client"]);
        }
        assert.deepEqual(await statuses(), new Set(["active"]));
        const ended = await revoke(url, { token: access, ...proof() });
        assert.deepEqual([ended.status, await statuses()], [200, new Set(["revoked"])]);
      }
    },
  );

  verifies("sign-in.signed", "repeats a signed refresh's response only to the host that signs", async () => {
    const key = makeKey("ES256");
    const { clientId } = at.publish("begins", signsOrNot, [key]);
    const { signIn, code } = await at.start(clientId);
    const proof = () => signedWith(assertionOf(key, claimsFor(clientId, fixture().server.url)));
    const { body: unsigned } = await signIn.redeem(code);
    const token = unsigned.refresh_token ?? "";
    const first = await signIn.refresh(token, proof());
    assert.equal((await signIn.refresh(token)).body.error, "invalid_client");
    assert.deepEqual((await signIn.refresh(token, proof())).body, first.body);
    assert.equal((await signIn.refresh(first.body.refresh_token ?? "")).body.error, "invalid_client");
  });

  verifies("sign-in.signed", "takes an assertion once, also from two requests at the same time", async () => {
    const key = makeKey("ES256");
    const { clientId } = at.publish("once", signs, [key]);
    const { signIn, code } = await at.start(clientId);
    const { url } = fixture().server;
    const used = signedWith(assertionOf(key, claimsFor(clientId, url)));
    const { body } = await signIn.redeem(code, used);
    const token = body.refresh_token ?? "";
    assert.equal((await signIn.refresh(token, used)).body.error, "invalid_client");
    const proof = signedWith(assertionOf(key, claimsFor(clientId, url)));
    const both = await Promise.all([signIn.refresh(token, proof), signIn.refresh(token, proof)]);
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401],
    );
  });
});

suite(
  "assertions of agents' hosts",
  (fixture) => {
    const at = parties(fixture);

    verifies("sign-in.signed", "refuses any other assertion, and the code still works", async () => {
      const [key, other] = [makeKey("RS256", "k"), makeKey("RS256", "k")];
      const { clientId } = at.publish("strict", signs, [key]);
      const { signIn, code } = await at.start(clientId);
      const { url } = fixture().server;
      const good = () => claimsFor(clientId, url);
      const unsigned = `${part({ alg: "none" })}.${part(good())}.`;
      const wrong: readonly [string, string][] = [
        ["another key", assertionOf(other, good())],
        ["another host's name", assertionOf(key, { ...good(), iss: "https://other.example/client.json" })],
        ["another subject", assertionOf(key, { ...good(), sub: "host_1" })],
        ["another server", assertionOf(key, { ...good(), aud: "https://other.example" })],
        ["another server too", assertionOf(key, { ...good(), aud: [url, "https://other.example"] })],
        ["no audience", assertionOf(key, { ...good(), aud: undefined })],
        ["expired", assertionOf(key, { ...good(), exp: now() - 1 })],
        ["for six minutes", assertionOf(key, { ...good(), exp: now() + 360 })],
        ["for ever", assertionOf(key, { ...good(), exp: undefined })],
        ["without an id", assertionOf(key, { ...good(), jti: undefined })],
        ["not yet", assertionOf(key, { ...good(), nbf: now() + 90 })],
        ["unsigned", unsigned],
        ["another algorithm", assertionOf(key, good(), { alg: "RS512" })],
        ["critical", assertionOf(key, good(), { crit: ["x"], x: 1 })],
        ["no assertion", ""],
        ["no JWT", "a.b.c"],
      ];
      for (const [what, assertion] of wrong) {
        const { status, body } = await signIn.redeem(code, signedWith(assertion));
        assert.deepEqual([status, body.error], [401, "invalid_client"], what);
      }
      for (const type of [null, "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"]) {
        const change = { ...signedWith(assertionOf(key, good())), client_assertion_type: type };
        assert.equal((await signIn.redeem(code, change)).body.error, "invalid_client");
      }
      // Unsigned, or in another host's name.
      assert.equal((await signIn.redeem(code)).body.error, "invalid_client");
      const named = { ...signedWith(assertionOf(key, good())), client_id: "https://other.example/client.json" };
      assert.equal((await signIn.redeem(code, named)).body.error, "invalid_grant");
      // A slash at the end of an address is none of it.
      const last = await signIn.redeem(code, signedWith(assertionOf(key, { ...good(), aud: [`${url}/`] })));
      assert.equal(last.status, 200, JSON.stringify(last.body));
    });

    verifies("sign-in.signed", "finds the key among several that have no name, and one that was added", async () => {
      const keys = [makeKey("ES256"), makeKey("ES256"), makeKey("RS256")];
      const [first, second] = keys;
      assert.ok(first !== undefined && second !== undefined);
      const { clientId } = at.publish("several", signs, keys);
      const { signIn, code } = await at.start(clientId);
      const { url } = fixture().server;
      const proof = (key: Key) => signedWith(assertionOf(key, claimsFor(clientId, url)));
      assert.equal((await signIn.redeem(code, proof(makeKey("ES256")))).body.error, "invalid_client");
      assert.equal((await signIn.redeem(code, proof(second))).status, 200);
    });

    verifies("sign-in.signed", "does not refuse a host for good whose keys can't be fetched now", async () => {
      const key = makeKey("EdDSA");
      const { clientId, jwksUri } = at.publish("gone", { ...signs, jwks_uri: "http://127.0.0.1:9/keys" }, [key]);
      const { signIn, code } = await at.start(clientId);
      const fields = {
        grant_type: "authorization_code",
        code,
        redirect_uri: hostRedirect,
        code_verifier: signIn.verifier,
      };
      const proof = signedWith(assertionOf(key, claimsFor(clientId, fixture().server.url)));
      const body = new URLSearchParams({ ...fields, ...proof });
      const response = await fetch(`${fixture().server.url}/oauth/token`, { method: "POST", body });
      assert.equal(response.status, 503, `${await response.text()} ${jwksUri}`);
    });

    verifies("sign-in.signed", "registers a host with its keys, which then has to sign", async () => {
      const { url } = fixture().server;
      const register = async (fields: object): Promise<[number, Record<string, unknown>]> => {
        const body = JSON.stringify({ redirect_uris: [hostRedirect], ...fields });
        const response = await fetch(`${url}/oauth/register`, { method: "POST", body });
        return [response.status, (await response.json()) as Record<string, unknown>];
      };
      const key = makeKey("EdDSA");
      const [status, made] = await register({ ...signs, jwks: { keys: [key.jwk] } });
      assert.deepEqual([status, made["token_endpoint_auth_method"]], [201, "private_key_jwt"]);
      assert.deepEqual(made["jwks"], { keys: [key.jwk] });
      const clientId = String(made["client_id"]);
      const { signIn, code } = await at.start(clientId);
      assert.equal((await signIn.redeem(code)).body.error, "invalid_client");
      const proof = signedWith(assertionOf(key, claimsFor(clientId, url)));
      assert.equal((await signIn.redeem(code, proof)).status, 200);

      for (const fields of [
        { jwks: { keys: [key.privateKey.export({ format: "jwk" })] } },
        { jwks_uri: "file:///etc/keys" },
        { jwks: { keys: [key.jwk] }, jwks_uri: "https://host.example/keys" },
      ]) {
        const [refused, { error }] = await register({ ...signs, ...fields });
        assert.deepEqual([refused, error], [400, "invalid_client_metadata"]);
      }
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "0", ...registering } },
);
