/** Invalid fields, queries and requests: each response says where the error is, and nothing changes. */
import assert from "node:assert/strict";
import { connect as connectSocket } from "node:net";
import { once } from "node:events";
import type { ConnectSession, TenantList } from "@svc/contract";
import {
  assertProblem,
  openSession,
  devConfig,
  suite,
  uniqueName,
  verifies,
  type HttpResponse,
  type Connected,
} from "../harness/index.ts";
import { assertNothingChanged, ownCaller, sendRaw } from "./raw-body.ts";

suite("invalid input", (fixture) => {
  const own = ownCaller(fixture);
  const post = async (body: string): Promise<HttpResponse> => sendRaw(await own(), "/v1/tenants", body);

  verifies("input.fields", "points at wrong types, missing and unknown fields", async () => {
    const good = { externalId: "e", displayName: "d" };
    const wrong: readonly (readonly [body: unknown, pointer: string])[] = [
      [{}, "/displayName"],
      [{ externalId: "e" }, "/displayName"],
      [{ ...good, externalId: 1 }, "/externalId"],
      [{ ...good, externalId: null }, "/externalId"],
      [{ ...good, externalId: "" }, "/externalId"],
      [{ ...good, externalId: "x".repeat(256) }, "/externalId"],
      [{ ...good, externalId: "a\nb" }, "/externalId"],
      [{ ...good, displayName: ["d"] }, "/displayName"],
      [{ ...good, displayName: "x".repeat(201) }, "/displayName"],
      [{ ...good, "a/b~c": 1 }, "/a~1b~0c"],
      [{ ...good, id: "ten_01k0000000e8r9m2p4s6t8w0y2" }, "/id"],
      [[], ""],
      ["text", ""],
      [null, ""],
      [1, ""],
      [true, ""],
    ];
    for (const [body, pointer] of wrong) {
      const problem = assertProblem(await post(JSON.stringify(body)), "INVALID_REQUEST");
      const pointers = problem.errors?.map((error) => error.pointer) ?? [];
      assert.ok(pointers.includes(pointer), `${JSON.stringify(body).slice(0, 60)}: ${JSON.stringify(pointers)}`);
    }
  });

  verifies(
    "input.names",
    "answers 400 to control, invisible and reordering characters, and accepts those that writing systems need",
    async () => {
      const { caller } = await fixture().another();
      const names = [
        "Acme\u202egpj",
        "Acme\u2066",
        "Ac\u200bme",
        "Acme\u{e0041}",
        "Ac\u00adme",
        " ",
        "\u3000",
        "\u3164",
        "\u200d",
      ];
      const wrongOf = async (path: string, body: object, pointer: string): Promise<void> => {
        const response = await caller.post(path, body, { idempotencyKey: uniqueName("name") });
        const problem = assertProblem(response, "INVALID_REQUEST");
        assert.deepEqual(
          problem.errors?.map(({ pointer: at, keyword }) => [at, keyword]),
          [[pointer, "x-visible"]],
        );
      };
      const good = { externalId: "e", displayName: "d" };
      for (const name of names) {
        await wrongOf("/v1/tenants", { ...good, displayName: name }, "/displayName");
        await wrongOf("/v1/tenants", { ...good, externalId: name }, "/externalId");
      }
      const endpoint = { url: "https://hooks.example", eventTypes: ["*"], description: "Orders\u202e" };
      await wrongOf("/v1/webhook-endpoints", endpoint, "/description");
      for (const displayName of ["می\u200cخواهم", "👩\u200d💻", "葛\u{e0100}城", " Müller & Søn"]) {
        const idempotencyKey = uniqueName("name");
        const made = await caller.post("/v1/tenants", { externalId: displayName, displayName }, { idempotencyKey });
        assert.equal(made.status, 201, made.text);
        const { id } = made.json as { id: string };
        assertProblem(await caller.patch(`/v1/tenants/${id}`, { displayName: "\u2800" }), "INVALID_REQUEST");
        const query = new URLSearchParams({ externalId: displayName }).toString();
        assert.equal(((await caller.get(`/v1/tenants?${query}`)).json as TenantList).tenants[0]?.id, id);
      }
    },
  );

  verifies("input.action", "answers 422 to an invalid input, with a pointer under /input", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const before = provider.ledger.requests.length;
    const set = { ...devConfig, name: "NAME", value: "v" };
    const wrong: readonly (readonly [input: Record<string, unknown>, pointer: string])[] = [
      [{ ...devConfig, name: "NAME" }, "/input/value"],
      [{ ...set, name: "lower" }, "/input/name"],
      [{ ...set, name: "1ST" }, "/input/name"],
      [{ ...set, name: "A".repeat(201) }, "/input/name"],
      [{ ...set, name: "A\n" }, "/input/name"],
      [{ ...set, value: 1 }, "/input/value"],
      [{ ...set, value: null }, "/input/value"],
      [{ ...set, visibility: "public" }, "/input/visibility"],
      [{ ...set, visibility: null }, "/input/visibility"],
      [{ ...set, originalValue: "v" }, "/input/originalValue"],
      [{ ...set, project: "" }, "/input/project"],
    ];
    for (const [input, pointer] of wrong) {
      const response = await connected.execute("secrets.set", input, { idempotencyKey: "the-same-key" });
      const problem = assertProblem(response, "INPUT_INVALID");
      assert.ok(
        problem.errors?.some((error) => error.pointer === pointer),
        response.text,
      );
    }
    await refuseEnvelopes(connected);
    assert.equal(provider.ledger.requests.length, before);
    const fixed = await connected.execute("secrets.set", set, { idempotencyKey: "the-same-key" });
    assert.equal(fixed.status, 200, `a corrected typo doesn't count as a reused key: ${fixed.text}`);
  });

  verifies("input.query", "refuses unknown, repeated and invalid parameters", async () => {
    const { caller } = fixture();
    const tenantId = await fixture().tenant();
    const base = `/v1/tenants/${tenantId}`;
    const queries = [
      "/v1/tenants?page=2",
      "/v1/tenants?limit=1&limit=1",
      "/v1/tenants?Limit=1",
      "/v1/tenants?__proto__=1",
      "/v1/tenants?constructor=1",
      "/v1/tenants?externalId=",
      `/v1/tenants?externalId=${"x".repeat(256)}`,
      "/v1/tenants?externalId=a%00b",
      `${base}?force=1`,
      `${base}?force=TRUE`,
      `${base}?force=true&force=true`,
      `${base}/action-executions?status=done`,
      `${base}/action-executions?connection_id=${tenantId}`,
      `${base}/action-executions?action_id=NOT%20AN%20ACTION`,
      `${base}/connections?provider=%ff`,
      `${base}/connect-sessions?tenant_id=${tenantId}`,
    ];
    for (const path of queries) {
      const method = path.includes("force") ? "DELETE" : "GET";
      assertProblem(await caller.send(method, path), "INVALID_REQUEST");
    }
    assert.equal((await caller.get(base)).status, 200, "a refused deletion deleted something");
  });

  verifies("input.bodiless", "ignores any body if none is documented", async () => {
    const { caller } = fixture();
    const tenantId = await fixture().tenant();
    const connected = await fixture().connected();
    const bodies: readonly (readonly [type: string, body: string | Uint8Array])[] = [
      ["application/json", "{"],
      ["application/json", ""],
      ["application/json", '{"a":1,"a":2}'],
      ["text/plain", "hello"],
      ["application/x-www-form-urlencoded", "a=b"],
      ["application/octet-stream", new Uint8Array([0, 255, 254])],
      ["nonsense", "x"],
    ];
    for (const [type, body] of bodies) {
      const { id } = await openSession(caller, tenantId);
      const cancel = `/v1/tenants/${tenantId}/connect-sessions/${id}:cancel`;
      const cancelled = await sendRaw(caller, cancel, body, [["content-type", type]]);
      assert.equal(cancelled.status, 200, `${type}: ${cancelled.text}`);
      assert.equal((cancelled.json as ConnectSession).status, "cancelled");
      const tested = await sendRaw(caller, `${connected.path}:test`, body, [["content-type", type]]);
      assert.equal(tested.status, 200, `${type}: ${tested.text}`);
    }
  });

  verifies(
    "input.http",
    "answers malformed HTTP with 400 or a closed connection, without affecting others",
    async () => {
      const { server, caller } = fixture();
      const requests = [
        "NONSENSE\r\n\r\n",
        "GET /v1/tenants HTTP/9.9\r\nhost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n",
        "POST /v1/tenants HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        "POST /v1/tenants HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        `GET / HTTP/1.1\r\nhost: x\r\nlong: ${"a".repeat(100_000)}\r\n\r\n`,
        "\u0016\u0003\u0001",
      ];
      const { hostname, port } = new URL(server.url);
      for (const text of requests) {
        const socket = connectSocket({ host: hostname, port: Number(port) });
        let response = "";
        socket.on("data", (bytes: Buffer) => (response += bytes.toString("latin1")));
        socket.on("error", () => undefined);
        socket.end(text);
        await once(socket, "close");
        assert.match(response, /^(?:HTTP\/1\.1 4\d\d |$)/, JSON.stringify(text.slice(0, 40)));
      }
      assert.equal((await caller.get("/v1/service-client")).status, 200);
    },
  );

  verifies("input.nothing-changed", "created no tenant for any of these requests", async () => {
    await assertNothingChanged(fixture(), await own());
  });
});

/** Asserts that errors in the envelope around an input aren't reported as errors in the input. */
async function refuseEnvelopes(connected: Connected): Promise<void> {
  const path = `${connected.path}/actions/secrets.set:execute`;
  for (const body of [{}, { input: 1 }, { input: [] }, { input: null }, { input: {}, extra: 1 }]) {
    const options = { idempotencyKey: uniqueName("envelope") };
    assertProblem(await connected.caller.post(path, body, options), "INVALID_REQUEST");
  }
}
