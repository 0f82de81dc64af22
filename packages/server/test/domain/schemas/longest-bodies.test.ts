/**
 * No body blocks the event loop for long: this runs every synchronous step of a request with the longest arrays, texts
 * and objects that fit, for every schema. It measures the thread's own CPU time, which does not depend on how busy the
 * machine is.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { dropUnrecorded, problemOf, ServiceError } from "@svc/contract";
import { readJson } from "../../../src/entry/rest/reading.ts";
import { canonicalRequest } from "../../../src/domain/idempotency/key.ts";
import { readMessage } from "../../../src/entry/mcp/message.ts";
import { compileSchema, type SchemaCheck } from "../../../src/domain/schemas/compile.ts";
import { bodySchemas, type BodySchema } from "./every-schema.ts";
import { bodyBytesMax, longestBodies } from "../../../../../proof/fuzz/longest-bodies.ts";

const blockedMsMax = 100;
/** A random delay, such as a garbage collection, does not happen every time. */
const attempts = 3;

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function leastCpuMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > blockedMsMax; attempt += 1) least = Math.min(least, cpuMs(work));
  return least;
}

/**
 * Reads, checks and responds as a route would, and hashes the request as claiming a key does, even if a check failed.
 */
function judge(bytes: Buffer, { schema, at }: BodySchema, check: SchemaCheck): void {
  let body: unknown;
  try {
    body = readJson(bytes, (name) => (name === "content-type" ? ["application/json"] : []));
  } catch (error) {
    if (error instanceof ServiceError) return;
    throw error;
  }
  const value = at === "" ? body : (body as { input: unknown }).input;
  const errors = check(value);
  JSON.stringify(problemOf("INVALID_REQUEST", { docsUrl: "https://svc.example", requestId: "r", errors }));
  createHmac("sha256", "k")
    .update(canonicalRequest({ method: "POST", path: "/", body }))
    .digest();
  JSON.stringify(dropUnrecorded(schema, value));
}

for (const schema of bodySchemas()) {
  test(`${schema.name}: reads and checks every body of 400 KiB within ${blockedMsMax} ms`, () => {
    const check = compileSchema(schema.schema, schema.at);
    check(null);
    let bodies = 0;
    const slow: string[] = [];
    const around = schema.at === "" ? undefined : (value: string) => `{"input":${value}}`;
    for (const { what, text } of longestBodies(schema.schema, around)) {
      const bytes = Buffer.from(text);
      assert.ok(bytes.length <= bodyBytesMax, `${what}: ${bytes.length} bytes`);
      const ms = leastCpuMs(() => judge(bytes, schema, check));
      bodies += 1;
      if (ms > blockedMsMax) slow.push(`${Math.round(ms)} ms: ${what}`);
    }
    assert.ok(bodies >= 20, `${bodies} bodies`);
    assert.deepEqual(slow, []);
  });
}

test("reads every posted message of 400 KiB within the same time", () => {
  const call = (value: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${value}}`;
  const id = (value: string): string => `{"jsonrpc":"2.0","method":"tools/list","id":${value}}`;
  for (const around of [call, id, (value: string) => value]) {
    for (const { what, text } of longestBodies({}, around)) {
      assert.ok(leastCpuMs(() => readMessage(Buffer.from(text), undefined)) < blockedMsMax, what);
    }
  }
});
