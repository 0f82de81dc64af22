/** The three actions for one secret: exact requests, and the result for each response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts } from "@svc/provider-kit";
import { answered, answeredDiscarded, answeredText } from "@svc/provider-kit/testing";
import { codeOf, runScripted } from "./doppler.ts";

const at = { project: "harbor-api", config: "stg" };
const secret = { ...at, name: "API_KEY" };
const names = (...list: string[]) => answered(200, { names: list, success: true });
const namesRequest = {
  method: "GET",
  path: ["v3", "configs", "config", "secrets", "names"],
  query: { ...at, include_dynamic_secrets: false },
};

test("secrets.get returns only the name and the computed value", async () => {
  const value = { raw: "${A}", computed: "resolved", note: "n", rawVisibility: "masked", rawValueType: { type: "x" } };
  const { end, requests } = await runScripted("secrets.get", secret, [
    answered(200, { name: "API_KEY", value, success: true }),
  ]);
  assert.deepEqual(requests, [{ method: "GET", path: ["v3", "configs", "config", "secret"], query: secret }]);
  assert.deepEqual(end, { kind: "output", output: { name: "API_KEY", computed: "resolved" } });
});

test("secrets.get distinguishes every reason for having no value", async () => {
  const nulls = { raw: null, computed: null };
  const cases: readonly (readonly [unknown, string])[] = [
    [{ raw: "", computed: "" }, ""],
    [{ raw: null, computed: "x", rawVisibility: "restricted" }, ""],
    [nulls, "SECRET_NOT_FOUND"],
    [{ ...nulls, rawVisibility: null, computedVisibility: null, note: "of the project" }, "SECRET_NOT_FOUND"],
    [{ raw: null }, "SECRET_NOT_FOUND"],
    [{ ...nulls, rawVisibility: "restricted", computedVisibility: "restricted" }, "PROVIDER_FORBIDDEN"],
    [{ ...nulls, computedVisibility: "restricted" }, "PROVIDER_FORBIDDEN"],
    [{ raw: "${GONE}", computed: null, rawVisibility: "masked" }, "PROVIDER_REJECTED"],
    [{ raw: "${GONE}", computed: null, computedVisibility: "restricted" }, "PROVIDER_REJECTED"],
    [{ ...nulls, rawVisibility: "masked" }, "PROVIDER_ERROR"],
    [{ raw: 7, computed: 7 }, "PROVIDER_ERROR"],
    [{ computed: "x", raw: 7, rawVisibility: 7 }, ""],
    [{}, "SECRET_NOT_FOUND"],
    [{ note: "of the project" }, "SECRET_NOT_FOUND"],
    [null, "PROVIDER_ERROR"],
  ];
  for (const [value, code] of cases) {
    const { end } = await runScripted("secrets.get", secret, [answered(200, { name: "API_KEY", value })]);
    assert.equal(codeOf(end), code, JSON.stringify(value));
    assert.equal(end.kind, code === "" ? "output" : "failed");
  }
});

test("secrets.get never returns the value of another secret", async () => {
  const body = { name: "OTHER", value: { raw: "x", computed: "x" } };
  const { end } = await runScripted("secrets.get", secret, [answered(200, body)]);
  assert.equal(codeOf(end), "PROVIDER_ERROR");
});

test("secrets.set reads the names, then posts exactly one change and discards the response", async () => {
  const cases = [
    { listed: ["OTHER"], input: { value: "v" }, change: { originalName: null, value: "v" } },
    { listed: ["API_KEY"], input: { value: "" }, change: { originalName: "API_KEY", value: "" } },
    {
      listed: [],
      input: { value: "${X}\né", visibility: "restricted" },
      change: { originalName: null, value: "${X}\né", visibility: "restricted" },
    },
  ];
  for (const { listed, input, change } of cases) {
    const { end, requests } = await runScripted("secrets.set", { ...secret, ...input }, [
      names(...listed),
      answeredDiscarded(200),
    ]);
    assert.deepEqual(requests, [
      namesRequest,
      {
        method: "POST",
        path: ["v3", "configs", "config", "secrets"],
        json: { ...at, change_requests: [{ name: "API_KEY", ...change }] },
        responseBody: "discard",
      },
    ]);
    assert.deepEqual(end, { kind: "output", output: { ...secret, saved: true } });
  }
});

test("secrets.set judges by the status, whatever the body", async () => {
  const map = answered(200, { secrets: { OTHER: { raw: "canary", computed: "canary" } } });
  for (const facts of [map, answeredText(200, "<html>"), answeredDiscarded(200)]) {
    const { end } = await runScripted("secrets.set", { ...secret, value: "v" }, [names(), facts]);
    assert.deepEqual(end, { kind: "output", output: { ...secret, saved: true } });
  }
});

test("secrets.set sends nothing if reading the names fails", async () => {
  const lost: ExchangeFacts = { kind: "lost", reason: "reset" };
  for (const facts of [answered(401, {}), answered(500, {}), answered(200, { names: null }), lost]) {
    const { end } = await runScripted("secrets.set", { ...secret, value: "v" }, [facts]);
    assert.equal(end.kind, "failed");
  }
});

test("secrets.delete sends one deletion, and returns deleted for a 204", async () => {
  const { end, requests } = await runScripted("secrets.delete", secret, [answered(204)]);
  assert.deepEqual(requests, [
    { method: "DELETE", path: ["v3", "configs", "config", "secret"], query: secret, responseBody: "discard" },
  ]);
  assert.deepEqual(end, { kind: "output", output: { ...secret, result: "deleted" } });
});

test("secrets.delete returns already_absent for every 404, without another request", async () => {
  for (const absent of [
    answered(404, { messages: ["Could not find requested secret 'API_KEY'"] }),
    answered(404, { messages: ["Could not find requested config 'stg'"] }),
    answered(404, { messages: ["Could not find requested project 'no-such-project'"] }),
    answeredText(404, "<html>"),
    answeredDiscarded(404),
  ]) {
    const { end, requests } = await runScripted("secrets.delete", secret, [absent]);
    assert.equal(requests.length, 1);
    assert.deepEqual(end, { kind: "output", output: { ...secret, result: "already_absent" } });
  }
});

test("a change refused because of its project or config is RESOURCE_NOT_FOUND", async () => {
  const denied = answered(400, { messages: ["This token does not have access to requested project 'x'"] });
  const { end: deletion } = await runScripted("secrets.delete", secret, [denied]);
  assert.equal(codeOf(deletion), "RESOURCE_NOT_FOUND");
  const { end: write } = await runScripted("secrets.set", { ...secret, value: "v" }, [names(), denied]);
  assert.equal(codeOf(write), "RESOURCE_NOT_FOUND");
});

test("judges a deletion refused with 400 by its messages, without another request", async () => {
  const cases: readonly (readonly [ExchangeFacts, string])[] = [
    [answered(400, { messages: ["This token does not have access to requested config 'stg'"] }), "RESOURCE_NOT_FOUND"],
    [answered(400, { messages: ["Invalid Auth token"] }), "PROVIDER_UNAUTHORIZED"],
    [answered(400, { messages: ["Something else"] }), "PROVIDER_REJECTED"],
    [answeredDiscarded(400), "PROVIDER_REJECTED"],
    [answeredDiscarded(403), "PROVIDER_FORBIDDEN"],
  ];
  for (const [facts, code] of cases) {
    const { end, requests } = await runScripted("secrets.delete", secret, [facts]);
    assert.equal(requests.length, 1);
    assert.equal(codeOf(end), code);
  }
});

test("any other 2xx for a change is an unknown outcome", async () => {
  for (const status of [200, 201, 202, 206]) {
    const { end } = await runScripted("secrets.delete", secret, [answered(status, {})]);
    assert.equal(end.kind, "unknown");
  }
  for (const status of [201, 202, 204]) {
    const { end } = await runScripted("secrets.set", { ...secret, value: "v" }, [names(), answeredDiscarded(status)]);
    assert.equal(end.kind, "unknown");
  }
});
