/** Every route that needs no key has a rate, and junk at one group of them stops neither the others nor good keys. */
import assert from "node:assert/strict";
import { suite, verifies } from "../../harness/index.ts";

/** Requests at once. At a rate of one per second, a group lets through two at most while they are sent. */
const requestsAtOnce = 8;

type Request = readonly [method: "GET" | "POST" | "OPTIONS", path: string];

/** Some of each group's routes, as docs/self-hosting.md lists them. */
const groups: Readonly<Record<string, readonly Request[]>> = {
  connect: [
    ["GET", "/connect/cs_none"],
    ["GET", `/connect/logo/${"a".repeat(43)}`],
    ["GET", "/connect/v1/svc-connect.js"],
    ["GET", "/connect/v1/session"],
    ["POST", "/connect/v1/exchange"],
    ["OPTIONS", "/connect/v1/exchange"],
    ["GET", "/connect/oauth/github/authorize"],
    ["POST", "/connect/oauth/github/authorize"],
    ["GET", "/connect/oauth/github/callback"],
  ],
  catalog: [
    ["GET", "/api/catalog/v1/providers"],
    ["GET", "/api/catalog/v1/providers/github"],
    ["GET", "/api/catalog/v1/actions?query=issue"],
  ],
  signIn: [
    ["GET", "/oauth/authorize"],
    ["GET", "/oauth/continue"],
  ],
  token: [
    ["POST", "/oauth/token"],
    ["POST", "/oauth/revoke"],
    ["OPTIONS", "/oauth/token"],
  ],
  approval: [
    ["GET", "/approve/prp_none"],
    ["GET", "/approve/prp_none/continue"],
    ["POST", "/approve/prp_none/aga_none"],
  ],
  metadata: [
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/.well-known/oauth-protected-resource/mcp"],
  ],
  key: [
    ["GET", "/v1/tenants"],
    ["POST", "/v1/tenants"],
    ["POST", "/mcp"],
    ["GET", "/v1/tenants/ten_none/mcp"],
  ],
  unknown: [["GET", "/nowhere"]],
  docs: [
    ["GET", "/openapi.json"],
    ["GET", "/robots.txt"],
    ["GET", "/llms.txt"],
    ["GET", "/reference"],
  ],
};

async function ask(url: string, [method, path]: Request): Promise<Response> {
  const response = await fetch(url + path, { method, redirect: "manual" });
  await response.arrayBuffer();
  return response;
}

suite(
  "rates of requests without a key",
  (fixture) => {
    verifies(
      "load.public-rates",
      "each group's routes answer 429 over its rate, and the next group isn't affected",
      async () => {
        const { server, caller } = fixture();
        for (const [group, requests] of Object.entries(groups)) {
          const [first] = requests;
          if (first !== undefined && group !== "docs") {
            assert.notEqual((await ask(server.url, first)).status, 429, `${group} is affected by another group`);
          }
          for (const request of requests) {
            const responses = await Promise.all(Array.from({ length: requestsAtOnce }, () => ask(server.url, request)));
            const refused = responses.filter(({ status }) => status === 429);
            assert.ok(refused.length > 0, `${request.join(" ")} has no rate`);
            for (const response of refused)
              assert.ok(Number(response.headers.get("retry-after")) >= 1, request.join(" "));
          }
          assert.equal((await caller.get("/v1/service-client")).status, 200, `${group} affects a good key`);
        }
      },
    );

    verifies(
      "load.public-rates",
      "every public operation of the API is limited, and health checks are not",
      async () => {
        const { server } = fixture();
        // The harness and the test before used up the rate of the docs.
        let document: Response;
        do document = await fetch(`${server.url}/openapi.json`);
        while (document.status === 429);
        const { paths } = (await document.json()) as {
          paths: Readonly<Record<string, Readonly<Record<string, { security?: readonly object[] }>>>>;
        };
        let publicCount = 0;
        for (const [template, operations] of Object.entries(paths)) {
          for (const [method, { security }] of Object.entries(operations)) {
            if (security?.length !== 0) continue;
            publicCount += 1;
            const request = [method.toUpperCase(), template.replaceAll(/\{\w+\}/g, "none")] as unknown as Request;
            const responses = await Promise.all(Array.from({ length: requestsAtOnce }, () => ask(server.url, request)));
            const isRefused = responses.some(({ status }) => status === 429);
            assert.equal(isRefused, !["/healthz", "/readyz"].includes(template), request.join(" "));
          }
        }
        assert.ok(publicCount >= 5, String(publicCount));
      },
    );

    verifies("load.public-rates", "a person who opens a page too often sees a page", async () => {
      const { server } = fixture();
      for (const path of ["/oauth/authorize", "/approve/prp_none", "/connect/oauth/github/authorize"]) {
        const request = ["GET", path] as const;
        const responses = await Promise.all(Array.from({ length: requestsAtOnce }, () => ask(server.url, request)));
        for (const { status, headers } of responses) {
          if (status === 429) assert.match(headers.get("content-type") ?? "", /^text\/html/, path);
        }
      }
    });
  },
  { env: { SVC_PUBLIC_ADDRESS_RATE_LIMIT_RPS: "1", SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS: "1" } },
);
