/** The code samples in the API description and the docs: each one runs, and sends its example's request. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { codeSamples, operationExamples, operations, type CodeSample, type OperationId } from "@svc/contract";
import { pythonFolder } from "./python-client.ts";
import { startScriptedServer, type ScriptedServer, type Seen } from "./scripted-server.ts";

const root = join(import.meta.dirname, "../..");
const ids = Object.keys(operations) as OperationId[];

/** How to run a file with a sample. */
const runs: Readonly<Record<string, { file: string; command: readonly string[] }>> = {
  TypeScript: { file: "sample.ts", command: [process.execPath, "sample.ts"] },
  Python: { file: "sample.py", command: ["python3", "-B", "sample.py"] },
  CLI: { file: "sample.sh", command: ["bash", "-e", "sample.sh"] },
  HTTP: { file: "sample.sh", command: ["bash", "-e", "sample.sh"] },
};

let server: ScriptedServer;

/** Registers the samples in these languages. */
export function registerSamples(...labels: readonly CodeSample["label"][]): void {
  before(async () => (server = await startScriptedServer()));
  after(() => server.close());
  for (const label of labels) registerLanguage(label);
}

function registerLanguage(label: CodeSample["label"]): void {
  test(`every ${label} sample sends the request of its example`, async () => {
    const chosen = ids.flatMap((id) => {
      const sample = codeSamples(id, true).find((one) => one.label === label);
      return sample === undefined ? [] : [{ id, sample }];
    });
    assert.ok(chosen.length > 30, `only ${chosen.length} operations have one`);
    for (const { id, sample } of chosen) assertRequest(id, await run(id, sample));
  });
}

/** Returns the last request: a command may look something up first. */
async function run(id: OperationId, { label, code }: CodeSample): Promise<Seen> {
  const { success } = operations[id];
  const { response } = operationExamples[id];
  const { url, seen } = server.script([{ status: success.status, ...(response === null ? {} : { body: response }) }]);
  const folder = mkdtempSync(join(tmpdir(), "svc-sample-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const { file, command } = runs[label] ?? { file: "", command: [] };
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, file), code);
    const { params, body } = operationExamples[id];
    const { credential } = Object(body) as { credential?: unknown };
    if (credential !== undefined) writeFileSync(join(folder, "credential.json"), JSON.stringify(credential));
    const [program = "", ...args] = command;
    // A command acts for the tenant in the environment, whether the request has it in its path or in its body.
    const { tenant_id = "" } = { ...Object(body), ...params } as { tenant_id?: string };
    const { PATH = "" } = process.env;
    const child = spawn(program, args, {
      cwd: folder,
      env: {
        PATH: `${join(root, "node_modules/.bin")}:${PATH}`,
        PYTHONPATH: join(pythonFolder, "src"),
        SVC_API_URL: url,
        SVC_TOKEN: "svc_live_sample",
        ...(tenant_id === "" ? {} : { SVC_TENANT_ID: tenant_id }),
      },
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => (printed += bytes.toString()));
    const [status] = (await once(child, "close")) as [number];
    // This example's policy requires approval, and `svc policy test` reports that in its exit code.
    const expected = id === "testPolicy" && label === "CLI" ? 8 : 0;
    assert.equal(status, expected, `${id}: ${code}\n${printed}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const last = seen.at(-1);
  assert.ok(last !== undefined, `${id} sent nothing`);
  return last;
}

function assertRequest(id: OperationId, { method, path, headers, body }: Seen): void {
  const { params, query, body: wanted } = operationExamples[id];
  const values = new Map(Object.entries(params ?? {}));
  const [address, search = ""] = path.split("?");
  assert.equal(method, operations[id].method, id);
  assert.equal(
    address,
    operations[id].path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => values.get(name) ?? ""),
    id,
  );
  assert.deepEqual(Object.fromEntries(new URLSearchParams(search)), { ...query }, id);
  assert.deepEqual(body === "" ? null : JSON.parse(body), wanted, id);
  assert.equal(headers["idempotency-key"] !== undefined, operations[id].idempotency !== "none", id);
}
