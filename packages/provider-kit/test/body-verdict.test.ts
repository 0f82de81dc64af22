/** Verdicts on bodies: the provider's judge, GraphQL errors, and the members that are kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeChange, judgeGraphql, judgeRead, type BodyJudge, type Refusal } from "../src/index.ts";
import { answered, answeredText } from "../src/testing/index.ts";

const refusal: Refusal = { code: "PROVIDER_FORBIDDEN", detail: "No." };
/** Like Slack's: `ok` decides. */
const judge: BodyJudge = ({ body }) => {
  const { ok, error } = Object(body) as { ok?: unknown; error?: unknown };
  if (ok === true) return { verdict: "accepted" };
  return ok === false && error === "no_permission" ? { verdict: "refused", refusal } : { verdict: "unknown" };
};
const unknown = (status: number) => ({ kind: "unknown", providerStatus: status, requestId: null });

test("a body refuses or doubts a request that its status accepts", () => {
  const change = (json: unknown, status = 200) => judgeChange(answered(status, json), [200], { judge });
  assert.equal(change({ ok: true }).kind, "accepted");
  const refused = change({ ok: false, error: "no_permission" });
  assert.deepEqual(refused.kind === "refused" && refused.refusal, refusal);
  for (const json of [{ ok: false, error: "internal_error" }, {}, [], null, undefined, "ok"]) {
    assert.deepEqual(change(json), unknown(200));
  }
});

test("a body never turns another status into an accepted response, and proves nothing after a fault", () => {
  const accepting: BodyJudge = () => ({ verdict: "accepted" });
  const refusing: BodyJudge = () => ({ verdict: "refused", refusal });
  for (const status of [201, 302, 408, 500, 503]) {
    for (const one of [accepting, refusing]) {
      assert.deepEqual(judgeChange(answered(status, {}), [200], { judge: one }), unknown(status));
    }
  }
  const refused = judgeChange(answered(400, {}), [200], { judge: accepting });
  assert.equal(refused.kind === "refused" && refused.refusal, undefined);
  assert.equal(refused.kind, "refused");
  assert.deepEqual(judgeChange(answered(400, {}), [200], { judge: () => ({ verdict: "unknown" }) }), unknown(400));
});

test("a judge that throws, or returns anything else, proves nothing", () => {
  const judges: BodyJudge[] = [
    () => {
      throw new Error("canary");
    },
    () => undefined as never,
    () => ({ verdict: "yes" }) as never,
    () => ({ verdict: "refused" }) as never,
    () => ({ verdict: "refused", refusal: { code: "NO_SUCH_CODE" } }) as never,
    () => ({ verdict: "refused", refusal: { code: "toString" } }) as never,
  ];
  for (const one of judges) {
    assert.deepEqual(judgeChange(answered(200, {}), [200], { judge: one }), unknown(200));
    const failed = { kind: "failed", code: "PROVIDER_ERROR", repeatable: true };
    assert.deepEqual(judgeRead(answered(200, {}), [200], { judge: one }), failed);
  }
});

test("a body can't refuse a change with a fault", () => {
  for (const code of ["PROVIDER_ERROR", "PROVIDER_TIMEOUT", "PROVIDER_UNREACHABLE"] as const) {
    const faulty: BodyJudge = () => ({ verdict: "refused", refusal: { code } });
    assert.deepEqual(judgeChange(answered(200, {}), [200], { judge: faulty }), unknown(200));
    assert.equal(judgeRead(answered(200, {}), [], { judge: faulty }).kind, "refused");
  }
});

test("an unreadable response proves nothing and never reaches the judge", () => {
  const never: BodyJudge = () => assert.fail("there is nothing to judge");
  assert.deepEqual(judgeChange(answeredText(200, "<html>"), [200], { judge: never }), unknown(200));
  assert.equal(judgeRead(answeredText(200, "<html>"), [], { judge: never }).kind, "failed");
  const large = { ...answered(200), body: { kind: "unreadable", reason: "too_large" } } as const;
  assert.deepEqual(judgeChange(large, [200], { judge: never }), unknown(200));
});

test("keeps only the named members of a response, but all of a refusal", () => {
  const json = {
    id: "1",
    value: "canary",
    secret: { id: "2", value: "canary" },
    items: [{ id: "3", value: "canary" }],
  };
  const keep = ["id", "secret.id", "items.id", "none", "toString"];
  const accepted = judgeChange(answered(200, json), [200], { responseBody: { keep } });
  assert.deepEqual(accepted.kind === "accepted" && accepted.response.body, {
    id: "1",
    secret: { id: "2" },
    items: [{ id: "3" }],
  });
  const read = judgeRead(answered(200, json), [], { responseBody: { keep: ["secret"] } });
  assert.deepEqual(read.kind === "answered" && read.response.body, { secret: json.secret });
  for (const bare of ["canary", 7, ["canary"]]) {
    const verdict = judgeRead(answered(200, bare), [], { responseBody: { keep } });
    assert.equal(JSON.stringify(verdict).includes("canary"), false);
  }
  const refused = judgeChange(answered(400, json), [200], { responseBody: { keep } });
  assert.deepEqual(refused.kind === "refused" && refused.response.body, json);
});

test("reads a body as text, without parsing it", () => {
  const rules = { responseBody: "text" } as const;
  const read = judgeRead(answeredText(200, "# Title"), [], rules);
  assert.equal(read.kind === "answered" && read.response.body, "# Title");
  const refused = judgeRead(answered(404, { code: "gone" }), [], rules);
  assert.deepEqual(refused.kind === "answered" && refused.response.body, { code: "gone" });
});

test("GraphQL errors refuse only if each of them proves a refusal and there is no data", () => {
  const refusalOf = ({ extensions }: { extensions: Readonly<Record<string, unknown>> }): Refusal | null =>
    extensions["type"] === "forbidden" ? refusal : null;
  const forbidden = { message: "No", extensions: { type: "forbidden" } };
  const internal = { message: "Oops", extensions: { type: "internal" } };
  const bodies: readonly (readonly [body: unknown, verdict: string])[] = [
    [{ data: { a: 1 } }, "accepted"],
    [{ data: null }, "accepted"],
    [{ errors: [forbidden] }, "refused"],
    [{ errors: [forbidden, forbidden], data: null }, "refused"],
    [{ errors: [forbidden], data: { add: null } }, "refused"],
    [{ errors: [forbidden], data: { add: { id: 1 } } }, "unknown"],
    [{ errors: [forbidden, internal] }, "unknown"],
    [{ errors: [internal] }, "unknown"],
    [{ errors: [null] }, "unknown"],
    [{ errors: [] }, "unknown"],
    [{ errors: "forbidden" }, "unknown"],
    [{ errors: null, data: { a: 1 } }, "unknown"],
    [{}, "unknown"],
    [undefined, "unknown"],
  ];
  for (const [body, verdict] of bodies) {
    assert.equal(judgeGraphql({ body }, refusalOf).verdict, verdict, JSON.stringify(body));
  }
});
