/** Whether the server that answers is the one that the doctor judges; and the doctor's environment file. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { documentOf } from "../../../../src/adapters/egress/doctor-probes.ts";
import { readEnvFile } from "../../../../src/app/own-variables.ts";
import { server } from "../../../../src/entry/cli/doctor/network.ts";
import type { OperatorDeployment } from "../../../../src/entry/cli/environment.ts";
import { createEnvironment, findings } from "./subject.ts";

type Responses = { version?: unknown; sandbox?: unknown; status?: number | null };

/** The findings for a server with these responses, with this many servers on a live database. */
function found(
  { version = "0.1.0", sandbox = false, status = 200 }: Responses,
  owners = 1,
  envFile: string | null = null,
) {
  const documents: Readonly<Record<string, unknown>> = {
    "https://svc.example/readyz": { status: "ready", sandbox },
    "https://svc.example/openapi.json": { info: { version } },
  };
  const environment = createEnvironment({
    envFile,
    statusOf: () => Promise.resolve(status),
    documentOf: (url) => Promise.resolve(documents[url]),
  });
  const living = () => Promise.resolve(Array.from({ length: owners }, () => ({ ownerId: "own_1", beats: 1 })));
  const deployment = { vault: { sandbox: false }, owners: { living } } as unknown as OperatorDeployment;
  return findings(server, { environment, deployment });
}

test("finds no difference in the judged server, and doesn't compare if nothing answers", async () => {
  assert.deepEqual(
    (await found({})).map(({ status }) => status),
    ["ok"],
  );
  assert.deepEqual(
    (await found({ status: null, version: "9" }, 0)).map(({ status }) => status),
    ["fail"],
  );
});

test("warns about another version, a sandbox, and a database that no server uses", async () => {
  const warned = async (responses: Responses, owners?: number, envFile?: string) => {
    const [, ...differences] = await found(responses, owners, envFile);
    return differences.map(({ status, detail, remedy }) => `${status}: ${detail}; ${remedy}`).join("\n");
  };
  assert.match(
    await warned({ version: "0.2.0\u001b" }),
    /^warn: .* is version 0\.2\.0\?, and this command is 0\.1\.0;/,
  );
  assert.match(
    await warned({ sandbox: true }),
    /^warn: .* is a sandbox, but the checked database isn't one; .*--env-file$/,
  );
  assert.match(await warned({}, 0), /^warn: no server uses the SQLite database \/var\/lib\/svc\/svc\.sqlite, /);
  assert.match(await warned({}, 0, "/etc/svc/svc.env"), /; check that it reads \/etc\/svc\/svc\.env$/);
  assert.equal(await warned({ version: 7, sandbox: "yes" }), "", "a malformed response proves nothing");
});

test("reads a JSON document of up to 4 MiB, and nothing else", async () => {
  const bodies = new Map([
    ["/small", '{"a":1}'],
    ["/text", "<html>"],
    ["/large", JSON.stringify("x".repeat(4 * 1024 * 1024))],
  ]);
  const at = createServer((request, response) => void response.end(bodies.get(request.url ?? ""))).listen(
    0,
    "127.0.0.1",
  );
  await new Promise((resolve) => at.once("listening", resolve));
  const url = `http://127.0.0.1:${(at.address() as AddressInfo).port}`;
  try {
    assert.deepEqual(await documentOf(`${url}/small`), { a: 1 });
    for (const path of ["/text", "/large"]) assert.equal(await documentOf(url + path), undefined, path);
    assert.equal(await documentOf("http://127.0.0.1:1/"), undefined);
  } finally {
    at.closeAllConnections();
    at.close();
  }
});

test("reads an environment file as systemd does", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-env-"));
  const path = join(folder, "svc.env");
  try {
    const text = `# a comment\n; another\n\nA=1\r\n B = no\nC="two words"\nD='a "b" \\n'\nE="a \\"b\\" \\\\"\nF=x=y#z\nG=\nA=2\n`;
    await writeFile(path, text.replace(" B = no\n", ""));
    const expected = { A: "2", C: "two words", D: 'a "b" \\n', E: 'a "b" \\', F: "x=y#z", G: "" };
    assert.deepEqual(readEnvFile(path), expected);
    await writeFile(path, 'A="1"\0B=x=y\nz\0\0=C\0');
    assert.deepEqual(readEnvFile(path), { A: '"1"', B: "x=y\nz" }, "what the kernel shows of a process");
    await writeFile(path, text);
    assert.throws(() => readEnvFile(path), {
      message: `${path}: line 5 must be KEY=VALUE, as systemd and containers read it.`,
    });
    assert.throws(() => readEnvFile(join(folder, "absent")), /the file can't be read/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
