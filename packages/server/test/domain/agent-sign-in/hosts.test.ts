/** Hosts' documents: what is fetched, what is remembered, and what is left out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FetchedDocument } from "../../../src/domain/service-clients/port.ts";
import { createAgentHosts, documentBounds, readHost } from "../../../src/domain/agent-sign-in/hosts.ts";

const redirect = "https://h.example/cb";

function fixture() {
  const fetched: string[] = [];
  let nowMs = 0;
  let response: (url: URL) => Promise<FetchedDocument> = (url) => Promise.resolve(documentAt(url.href));
  const hosts = createAgentHosts({
    fetchDocument: (url) => {
      fetched.push(url.href);
      return response(url);
    },
    rules: { isAllowedAddress: () => true, sandbox: false },
    store: {
      registered: (id) =>
        Promise.resolve(
          id === "host_1"
            ? { id, name: "R", redirectUris: [redirect], createdAt: 0, usedAt: null, keys: null, mustSign: false }
            : null,
        ),
    },
    platform: { monotonicMs: () => nowMs },
  });
  return {
    hosts,
    fetched,
    find: (clientId: string) => hosts.find(clientId, (wait) => wait()),
    later: (ms: number) => void (nowMs += ms),
    responses: (next: typeof response) => void (response = next),
  };
}

function documentAt(client_id: string): FetchedDocument {
  const bytes = Buffer.from(JSON.stringify({ client_id, client_name: "Host", redirect_uris: [redirect] }));
  return { kind: "answered", httpStatus: 200, bytes };
}

test("remembers a document for five minutes, and a failure for half a minute", async () => {
  const { find, hosts, fetched, later, responses } = fixture();
  const good = "https://h.example.com/client.json";
  assert.equal(await hosts.known(good), null);
  assert.deepEqual(await find(good), { id: good, name: "Host", redirectUris: [redirect], keys: null, mustSign: false });
  assert.deepEqual(await hosts.known(good), {
    id: good,
    name: "Host",
    redirectUris: [redirect],
    keys: null,
    mustSign: false,
  });
  later(299_000);
  await find(good);
  assert.equal(fetched.length, 1);
  later(2000);
  assert.equal(await hosts.known(good), null);
  responses(() => Promise.resolve({ kind: "none", fault: "timeout" }));
  for (let call = 0; call < 3; call += 1) assert.equal(await find(good), "unreachable");
  assert.equal(fetched.length, 2);
  later(30_000);
  responses(() => Promise.resolve({ kind: "answered", httpStatus: 404, bytes: Buffer.from("") }));
  assert.equal(await find(good), "invalid");
  assert.equal(await find(good), "invalid");
  assert.equal(fetched.length, 3);
});

test("a document that this machine couldn't fetch is asked for again at once", async () => {
  const { find, responses } = fixture();
  responses(() => Promise.resolve({ kind: "none", fault: "local" }));
  assert.equal(await find("https://h.example.com/client.json"), "busy");
  responses((url) => Promise.resolve(documentAt(url.href)));
  assert.equal(((await find("https://h.example.com/client.json")) as { name: string }).name, "Host");
});

test("many failures make it forget no host", async () => {
  const { find, hosts, responses } = fixture();
  const good = "https://h.example.com/client.json";
  await find(good);
  responses(() => Promise.resolve({ kind: "none", fault: "lost" }));
  for (let index = 0; index < 600; index += 1) await find(`https://h.example.com/${String(index)}`);
  assert.notEqual(await hosts.known(good), null);
});

test("is busy while as many servers are silent as may be asked, and still knows registered hosts", async () => {
  const { find, fetched, responses } = fixture();
  const waiting: ((result: FetchedDocument) => void)[] = [];
  responses(() => new Promise((resolve) => waiting.push(resolve)));
  const asked = Array.from({ length: documentBounds.fetches + 5 }, (_each, index) =>
    find(`https://h${String(index)}.example.com/client.json`),
  );
  assert.equal(fetched.length, documentBounds.fetches);
  assert.equal(await asked.at(-1), "busy");
  assert.equal(((await find("host_1")) as { name: string }).name, "R");
  for (const resolve of waiting) resolve({ kind: "none", fault: "timeout" });
  assert.equal(await asked[0], "unreachable");
});

test("leaves out the redirect addresses that no browser is sent to, and needs one that is left", () => {
  const uris = ["ms-msdt:/id", redirect, "cursor://anysphere.cursor-mcp/oauth/callback", "http://h.example/cb"];
  assert.deepEqual(readHost("h", { redirect_uris: uris })?.redirectUris, uris.slice(1, 3));
  for (const wrong of [[], ["chrome://settings"], "x", [1], Array.from({ length: 21 }, () => redirect)]) {
    assert.equal(readHost("h", { redirect_uris: wrong }), null);
  }
});

const publicKey = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
const jwksUri = "https://h.example.com/jwks.json";
const respondWith = (body: object): FetchedDocument => {
  return { kind: "answered", httpStatus: 200, bytes: Buffer.from(JSON.stringify(body)) };
};

test("a document may say that its host signs, if it says with which keys", async () => {
  const { find, responses } = fixture();
  let count = 0;
  const described = async (fields: object): Promise<unknown> => {
    const client_id = `https://h.example.com/${String((count += 1))}`;
    responses(() => Promise.resolve(respondWith({ client_id, redirect_uris: [redirect], ...fields })));
    return await find(client_id);
  };
  const signs = { token_endpoint_auth_method: "private_key_jwt" };
  const optional = { ...signs, token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] };
  const seen = async (fields: object): Promise<unknown> => {
    const found = await described(fields);
    return typeof found === "string"
      ? found
      : (({ keys, mustSign }) => [keys, mustSign])(found as { keys: unknown; mustSign: unknown });
  };
  assert.deepEqual(await seen({ ...signs, jwks: { keys: [publicKey] } }), [{ jwks: [publicKey] }, true]);
  assert.deepEqual(await seen({ ...signs, jwks_uri: jwksUri }), [{ jwksUri }, true]);
  assert.deepEqual(await seen({ ...optional, jwks_uri: jwksUri }), [{ jwksUri }, false]);
  assert.deepEqual(await seen({ ...optional, jwks_uri: "http://h.example.com/jwks.json" }), [null, false]);
  for (const fields of [
    signs,
    { ...signs, jwks: { keys: [{ ...publicKey, d: "secret" }] } },
    { ...signs, jwks: { keys: [{ ...publicKey, use: "enc" }] } },
    { ...signs, jwks: { keys: [{ kty: "oct", k: "AAAA" }] } },
    { ...signs, jwks: { keys: [{ kty: "RSA", n: "A".repeat(684), e: "AQAB" }] } },
    { ...signs, jwks: { keys: [publicKey] }, jwks_uri: jwksUri },
    { ...signs, jwks_uri: "https://10.0.0.1.internal/jwks.json" },
    { token_endpoint_auth_method: "client_secret_post", jwks_uri: jwksUri },
  ]) {
    assert.equal(await seen(fields), "invalid", JSON.stringify(fields));
  }
});

test("keys are remembered for five minutes, a failure for half a minute, and replaced keys are found", async () => {
  const { hosts, fetched, later, responses } = fixture();
  const keysOf = (mayBeOld = true): Promise<unknown> =>
    hosts.keysOf({ keys: { jwksUri } }, (wait) => wait(), { mayBeOld });
  responses(() => Promise.resolve({ kind: "none", fault: "timeout" }));
  assert.deepEqual([await keysOf(), await keysOf(), fetched.length], ["unreachable", "unreachable", 1]);
  later(30_000);
  responses(() => Promise.resolve(respondWith({ keys: [publicKey] })));
  assert.deepEqual(await keysOf(), [publicKey]);
  responses(() => Promise.resolve(respondWith({ keys: [{ ...publicKey, kid: "new" }] })));
  later(29_000);
  assert.deepEqual(await keysOf(false), [publicKey]);
  later(2000);
  assert.deepEqual([await keysOf(), fetched.length], [[publicKey], 2]);
  assert.deepEqual(await keysOf(false), [{ ...publicKey, kid: "new" }]);
  assert.deepEqual([await keysOf(), fetched.length], [[{ ...publicKey, kid: "new" }], 3]);
});

test("keys are fetched within the bounds of documents", async () => {
  const { hosts, find, responses } = fixture();
  const waiting: ((result: FetchedDocument) => void)[] = [];
  responses(() => new Promise((resolve) => waiting.push(resolve)));
  const asked = [find("https://h.example.com/1"), find("https://h.example.com/2")];
  const keys = hosts.keysOf({ keys: { jwksUri } }, (wait) => wait(), { mayBeOld: true });
  assert.equal(await keys, "busy", "two documents of this server are being fetched");
  for (const resolve of waiting) resolve({ kind: "none", fault: "timeout" });
  await Promise.all(asked);
});
