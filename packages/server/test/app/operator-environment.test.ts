/** The deployment as an operator's command sees it: its fetch of logos reaches no private address. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { operatorEnvironment } from "../../src/app/operator-environment.ts";

test("never fetches a logo from a private address, even if the URL's text was allowed", async (t) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("logo");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = mkdtempSync(join(tmpdir(), "svc-operator-"));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  process.env["SVC_DATABASE_URL"] = `sqlite:${join(folder, "svc.sqlite")}`;
  process.env["SVC_VAULT_KEYS"] = `k1:${Buffer.alloc(32, 7).toString("base64")}`;
  t.after(() => {
    delete process.env["SVC_DATABASE_URL"];
    delete process.env["SVC_VAULT_KEYS"];
  });
  const deployment = await operatorEnvironment({ providers: [], faults: [] }).open(false, "create");
  t.after(() => deployment.close());
  const { port } = server.address() as AddressInfo;
  const fetched = await deployment.logos.fetchDocument(new URL(`http://127.0.0.1:${String(port)}/logo.png`), 100);
  assert.deepEqual(fetched, { kind: "none", fault: "refused_address" });
  assert.deepEqual(requests, []);
});
