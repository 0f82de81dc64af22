/** A connection in a namespace: the target of its requests, and its account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { staticAuthOf, type ProviderRequest } from "@svc/provider-kit";
import { vault } from "../src/index.ts";

const auth = staticAuthOf(vault);
const cluster = { cluster_id: "c-1", cluster_name: "main" };
const data = { policies: ["default"], type: "service", num_uses: 0 };

/** Identifies a token whose own namespace is `path`. @returns the account, and what was sent. */
async function identify(namespace: string | undefined, path: string | undefined) {
  const sent: ProviderRequest[] = [];
  const credential = { origin: "prod", access_token: "hvs.x", ...(namespace === undefined ? {} : { namespace }) };
  const account = await auth?.identify({
    origin: "https://vault.internal",
    credentialKind: "service_token",
    connectionFacts: auth.connectionFacts?.(credential) ?? {},
    read: (request) => {
      sent.push(request);
      const body = request.path.includes("health") ? cluster : { data: { ...data, namespace_path: path } };
      return Promise.resolve({ status: 200, body, requestId: null, headers: {} });
    },
  });
  return { account, sent };
}

test("requests a server's health outside the connection's namespace", async () => {
  const { sent } = await identify("admin/team", "admin/team/");
  assert.deepEqual(
    sent.map(({ path, withoutCredential = false }) => [path.join("/"), withoutCredential]),
    [
      ["v1/auth/token/lookup-self", false],
      ["v1/sys/health", true],
    ],
  );
});

test("the account includes the namespace of the requests, whichever namespace the token is from", async () => {
  const slugs = [
    ["admin/team", "admin/team/"],
    ["admin/team", "admin/"],
    ["admin/team", undefined],
    [undefined, "admin/"],
    [undefined, undefined],
  ].map(async ([namespace, path]) => (await identify(namespace, path)).account?.slug);
  assert.deepEqual(await Promise.all(slugs), [
    "c-1/admin/team",
    "c-1/admin/team",
    "c-1/admin/team",
    "c-1/admin",
    "c-1",
  ]);
});
