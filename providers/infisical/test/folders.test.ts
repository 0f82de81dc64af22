/** Reading environments and folders from newer and older servers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { readEnvironments, readFolders } from "../src/client.ts";

/** Simulates a server that answers with these responses, in order. */
function serverWith(responses: readonly { status: number; body?: unknown }[]): { provider: ReadPort; sent: string[] } {
  const sent: string[] = [];
  const provider: ReadPort = {
    origin: "https://infisical.internal",
    credentialKind: "identity_access_token",
    connectionFacts: {},
    read({ path, query = {} }: ProviderRequest, { accept = [200] } = {}) {
      const { status, body } = responses[sent.length] ?? { status: 500 };
      sent.push(`${path.join("/")}?${Object.keys(query).join("&")}`);
      return accept.includes(status)
        ? Promise.resolve({ status, body, requestId: null, headers: {} })
        : Promise.reject(new ProviderFailure({ code: "RESOURCE_NOT_FOUND", detail: "absent" }));
    },
  };
  return { provider, sent };
}

const place = { project: "p-1", config: "prod/payments" };
const found = { status: 200, body: { folders: [{ name: "eu" }] } };
const newer = "api/v2/folders?projectId&environment&path&recursive";
const older = "api/v1/folders?workspaceId&environment&path&recursive";

test("reads folders from the older route if the server lacks the newer one", async () => {
  for (const [responses, requests] of [
    [[found], [newer]],
    [
      [{ status: 404, body: { message: "Route GET:/api/v2/folders not found" } }, found],
      [newer, older],
    ],
  ] as const) {
    const { provider, sent } = serverWith(responses);
    assert.deepEqual(await readFolders(provider, place), ["eu"]);
    assert.deepEqual(sent, requests);
  }
});

test("reports a folder as missing if neither route has it", async () => {
  const { provider, sent } = serverWith([{ status: 404 }, { status: 404 }]);
  await assert.rejects(readFolders(provider, place), ProviderFailure);
  assert.deepEqual(sent, [newer, older]);
});

test("reads a project's environments from the list of projects", async () => {
  const projects = [
    { id: "p-0", environments: [{ slug: "other" }] },
    { id: "p-1", environments: [{ slug: "dev" }, { slug: "prod" }] },
  ];
  const read = async (project: string) =>
    readEnvironments(serverWith([{ status: 200, body: { projects } }]).provider, project);
  assert.deepEqual(await read("p-1"), ["dev", "prod"]);
  assert.equal(await read("p-2"), null);
});
