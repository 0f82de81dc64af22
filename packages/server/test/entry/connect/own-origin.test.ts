import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import type { ConnectFrontend } from "../../../src/domain/connect-sessions/frontend.ts";
import { serveFrontend } from "../../../src/entry/rest/routes/frontend.ts";

/** The origins that the frontend API assigns to requests. */
async function originsSeen(method: "GET" | "POST", path: string, headers: readonly Record<string, string>[]) {
  const seen: (string | null)[] = [];
  const note = (origin: string | null): Promise<never> => {
    seen.push(origin);
    return Promise.resolve({} as never);
  };
  const calls = { exchange: note, status: note, session: note, cancel: note, credential: note, authorize: note };
  const frontend: ConnectFrontend = calls;
  const app = Fastify();
  serveFrontend({ app, publicUrl: () => "https://svc.example.com/base" }, { frontend, countCall: () => undefined });
  for (const each of headers) await app.inject({ method, url: path, headers: each });
  await app.close();
  return seen;
}

const site = (value: string): Record<string, string> => ({ "sec-fetch-site": value });

test("recognizes a GET from the page's own origin, without an Origin header, only by Sec-Fetch-Site", async () => {
  const given = [{ origin: "https://app.example.com" }, {}, site("same-site"), site("cross-site"), site("none")];
  const both = { origin: "https://evil.example", ...site("same-origin") };
  assert.deepEqual(await originsSeen("GET", "/connect/v1/session", [site("same-origin"), ...given, both]), [
    "https://svc.example.com",
    "https://app.example.com",
    null,
    null,
    null,
    null,
    "https://evil.example",
  ]);
});

test("ignores Sec-Fetch-Site on a POST, which has an Origin header", async () => {
  assert.deepEqual(await originsSeen("POST", "/connect/v1/cancel", [site("same-origin"), {}]), [null, null]);
});
