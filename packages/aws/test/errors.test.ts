/** AWS's refusals, by name, in both formats. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { awsRefusals } from "../src/index.ts";

const refuse = awsRefusals({
  service: "Shelves",
  known: {
    ShelfFull: { code: "PROVIDER_REJECTED", detail: "The shelf is full." },
    Gone: ({ change }) => ({ code: change ? "PROVIDER_REJECTED" : "SECRET_NOT_FOUND" }),
  },
});
const judged = (body: unknown, { status = 400, change = false } = {}) =>
  refuse({ status, body, requestId: null, headers: {} }, { credentialKind: "access_key", change });
const ofJson = (name: string, Message = "secret text") => ({ __type: name, Message });
const ofSts = (Code: string, Message = "secret text") => ({ Error: { Code, Message, Type: "Sender" } });

test("recognizes an error's name, whatever is written around it", () => {
  const cases: readonly (readonly [names: readonly string[], code: string])[] = [
    [["UnrecognizedClientException", "InvalidSignatureException", "ExpiredTokenException"], "PROVIDER_UNAUTHORIZED"],
    [["AccessDeniedException"], "PROVIDER_FORBIDDEN"],
    [["ThrottlingException", "RequestLimitExceeded"], "PROVIDER_RATE_LIMITED"],
    [["ShelfFull", "Unknown", ""], "PROVIDER_REJECTED"],
    [["Gone"], "SECRET_NOT_FOUND"],
  ];
  for (const [names, code] of cases) {
    for (const name of names) {
      for (const text of [name, `com.amazon.shelves#${name}`, `${name}:http://internal.amazon.com/`]) {
        assert.equal(judged(ofJson(text)).code, code, text);
      }
    }
  }
  assert.equal(judged(ofJson("ShelfFull")).detail, "The shelf is full.");
  assert.equal(judged(ofJson("Gone"), { change: true }).code, "PROVIDER_REJECTED");
});

test("recognizes the names of STS", () => {
  for (const name of ["InvalidClientTokenId", "SignatureDoesNotMatch", "ExpiredToken"]) {
    assert.equal(judged(ofSts(name), { status: 403 }).code, "PROVIDER_UNAUTHORIZED", name);
  }
  assert.equal(judged(ofSts("AccessDenied"), { status: 403 }).code, "PROVIDER_FORBIDDEN");
});

test("reports a wrong clock as a fault, never as a dead key", () => {
  for (const message of ["Signature expired: 2026 is now earlier than", "Signature not yet current: 2027 is"]) {
    for (const body of [ofJson("InvalidSignatureException", message), ofSts("SignatureDoesNotMatch", message)]) {
      assert.deepEqual([judged(body).code, /clock/.test(judged(body).detail ?? "")], ["PROVIDER_ERROR", true]);
    }
  }
});

test("treats no other response, and no error without a name, as a known refusal", () => {
  assert.equal(judged(ofJson("AccessDeniedException"), { status: 500 }).code, "PROVIDER_ERROR");
  assert.equal(judged(ofJson("AccessDeniedException"), { status: 302 }).code, "PROVIDER_ERROR");
  for (const body of [undefined, [], "constructor", { __type: 7 }, { __type: "constructor" }, { Error: null }]) {
    assert.equal(judged(body).code, "PROVIDER_REJECTED", JSON.stringify(body));
  }
});
