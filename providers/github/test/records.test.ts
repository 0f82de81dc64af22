/** The stored parts of inputs and outputs: numbers, names and URLs, but no longer texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dropUnrecorded, safeOutput } from "@svc/contract";
import { testMarker } from "@svc/provider-kit/testing";
import { actionOf, answeredWith, runScripted } from "./github.ts";
import { exampleResponse, operation } from "./openapi.ts";
import { violations } from "./violations.ts";

const at = { owner: "octocat", repo: "hello-world" };
const canary = "canary of a body";

test("stores a write's whole output for replays", async () => {
  const issue = { ...(exampleResponse(operation("issues/create"), 201) as object), body: canary };
  const comment = { ...(exampleResponse(operation("issues/create-comment"), 201) as object), body: canary };
  const cases = [
    ["issues.create", { ...at, title: "t", body: canary }, answeredWith(201, issue, {})],
    ["issues.update", { ...at, number: 7, body: canary }, answeredWith(200, issue, {})],
    ["issues.comment", { ...at, number: 7, body: canary }, answeredWith(201, comment, {})],
  ] as const;
  for (const [id, input, response] of cases) {
    const action = actionOf(id);
    const { output } = await runScripted(id, input, [response]);
    const kept = safeOutput(action, output) as Record<string, unknown>;
    assert.deepEqual(kept, output);
    assert.deepEqual(violations(action.output, kept), []);
    assert.ok(typeof kept["id"] === "number" && String(kept["htmlUrl"]).startsWith("https://github.com/"));
    assert.ok(!JSON.stringify([kept, dropUnrecorded(action.input, input)]).includes(canary), id);
  }
});

test("stores counts and tags of a read", async () => {
  const issues = [{ ...(exampleResponse(operation("issues/get"), 200) as object), body: canary }];
  const list = await runScripted("issues.list", at, [answeredWith(200, issues, {})]);
  assert.deepEqual(safeOutput(actionOf("issues.list"), list.output), { count: 1, unreadable: 0, nextPage: null });
  const one = await runScripted("issues.get", { ...at, number: 7 }, [answeredWith(200, issues[0], { etag: '"e"' })]);
  assert.deepEqual(safeOutput(actionOf("issues.get"), one.output), { notModified: false, etag: '"e"' });
  const user = await runScripted("user.get", {}, [
    answeredWith(200, exampleResponse(operation("users/get-authenticated"), 200), {}),
  ]);
  assert.deepEqual(Object.keys(safeOutput(actionOf("user.get"), user.output) as object).sort(), [
    "htmlUrl",
    "id",
    "login",
  ]);
});

test("writes send only the given inputs; null clears", async () => {
  const issue = exampleResponse(operation("issues/update"), 200);
  const fields = { body: "", state: "closed", stateReason: "not_planned", labels: [], milestone: null, type: null };
  const { requests } = await runScripted("issues.update", { ...at, number: 7, ...fields }, [
    answeredWith(200, issue, {}),
  ]);
  const [request] = requests;
  assert.deepEqual(
    { ...request, json: JSON.parse(JSON.stringify(request?.json)) as unknown },
    {
      method: "PATCH",
      path: ["repos", "octocat", "hello-world", "issues", "7"],
      json: { body: "", state: "closed", state_reason: "not_planned", labels: [], milestone: null, type: null },
    },
  );
  const comment = exampleResponse(operation("issues/create-comment"), 201);
  const said = await runScripted("issues.comment", { ...at, number: 7, body: "b" }, [answeredWith(201, comment, {})]);
  const path = ["repos", "octocat", "hello-world", "issues", "7", "comments"];
  assert.deepEqual(said.requests, [{ method: "POST", path, json: { body: `b\n\n${testMarker.comment}` } }]);
});

test("accepts only a write's own status; any other success proves nothing", async () => {
  const issue = exampleResponse(operation("issues/create"), 201);
  const created = await runScripted("issues.create", { ...at, title: "t" }, [answeredWith(200, issue, {})]);
  assert.equal(created.end.kind, "unknown");
  const updated = await runScripted("issues.update", { ...at, number: 7, title: "t" }, [answeredWith(201, issue, {})]);
  assert.equal(updated.end.kind, "unknown");
});
