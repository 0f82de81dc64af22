/** A service client that the operator creates, and calls with its key. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { HttpResponse, HttpClient } from "./http.ts";
import type { RunningServer } from "./server.ts";

/** The origin that tests register and use. */
export const testOrigin = "https://app.example.com";
/** The return URL that tests register and use. */
export const testReturnUrl = "https://app.example.com/connected";

/** Allow lists of a new service client; the defaults allow what most tests need. */
export interface ClientLists {
  readonly name?: string;
  readonly allowedOrigins?: readonly string[];
  readonly returnUrls?: readonly string[];
  readonly allowActions?: readonly string[];
  readonly flags?: readonly string[];
}

export interface CallOptions {
  /** Sent as `Idempotency-Key`. */
  readonly idempotencyKey?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly signal?: AbortSignal;
}

/** Makes calls with one service key. */
export class Caller {
  readonly key: string;
  readonly http: HttpClient;

  constructor(http: HttpClient, key: string) {
    this.http = http;
    this.key = key;
  }

  /** Sends a request with the key, and `body` as JSON. */
  send(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<HttpResponse> {
    const headers: [string, string][] = [["authorization", `Bearer ${this.key}`]];
    if (body !== undefined) headers.push(["content-type", "application/json"]);
    if (options.idempotencyKey !== undefined) headers.push(["idempotency-key", options.idempotencyKey]);
    for (const [name, value] of options.headers ?? []) headers.push([name, value]);
    return this.http.send({ method, path, headers, ...(body === undefined ? {} : { body }) }, options.signal);
  }

  get(path: string, options?: CallOptions): Promise<HttpResponse> {
    return this.send("GET", path, undefined, options);
  }

  post(path: string, body?: unknown, options?: CallOptions): Promise<HttpResponse> {
    return this.send("POST", path, body, options);
  }

  patch(path: string, body?: unknown, options?: CallOptions): Promise<HttpResponse> {
    return this.send("PATCH", path, body, options);
  }

  delete(path: string, options?: CallOptions): Promise<HttpResponse> {
    return this.send("DELETE", path, undefined, options);
  }
}

/** A service client with its id. */
export interface TestClient {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly caller: Caller;
}

/** Creates a service client with the operator's command. */
export async function makeClient(server: RunningServer, lists: ClientLists = {}): Promise<TestClient> {
  const name = lists.name ?? uniqueName("client");
  const args = ["service-clients", "create", "--name", name];
  for (const origin of lists.allowedOrigins ?? [testOrigin]) args.push("--allowed-origin", origin);
  for (const url of lists.returnUrls ?? [testReturnUrl]) args.push("--return-url", url);
  for (const action of lists.allowActions ?? ["doppler/*"]) args.push("--allow-action", action);
  const made = await operateJson<{ id: string; key: string }>(server, [...args, ...(lists.flags ?? [])]);
  return { id: made.id, name, key: made.key, caller: new Caller(server.http, made.key) };
}

/** Runs an operator command that must succeed, and returns its JSON output. */
export async function operateJson<Shape>(
  server: RunningServer,
  args: readonly string[],
  stdin?: string,
): Promise<Shape> {
  const ran = await server.operate([...args, "--format", "json"], stdin);
  assert.equal(ran.exitCode, 0, `svc-server ${args.join(" ")}: ${ran.stderr}`);
  return JSON.parse(ran.stdout) as Shape;
}

/** Maximum time until an operator's change reaches every caller (contract §1.2). */
const operatorChangeMs = 1000;

/** Updates a service client with the operator's command, and waits until the change applies to its callers. */
export async function updateClient(server: RunningServer, client: string, ...flags: readonly string[]): Promise<void> {
  await operateJson(server, ["service-clients", "update", client, ...flags]);
  await delay(operatorChangeMs);
}

/** A token, key or code with other characters at its end: always another one, whatever the last ones are. */
export function withOtherEnd(text: string): string {
  return text.slice(0, -2) + (text.endsWith("AA") ? "BB" : "AA");
}

let names = 0;

/** A name that is unique in this process. */
export function uniqueName(prefix: string): string {
  names += 1;
  return `${prefix}-${process.pid}-${names}`;
}
