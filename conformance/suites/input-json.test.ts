/** Bodies that aren't acceptable JSON: each response says where the error is, and nothing changes. */
import assert from "node:assert/strict";
import { assertProblem, devConfig, suite, uniqueName, verifies, type HttpResponse } from "../harness/index.ts";
import { assertNothingChanged, ownCaller, sendRaw, type Headers } from "./raw-body.ts";

suite("malformed bodies", (fixture) => {
  const own = ownCaller(fixture);
  const post = async (body: string | Uint8Array, headers?: Headers): Promise<HttpResponse> =>
    sendRaw(await own(), "/v1/tenants", body, headers);

  verifies("input.json", "refuses bodies that aren't JSON", async () => {
    const bodies = [
      "",
      " ",
      "{",
      "}",
      "nul",
      "{'a':1}",
      '{"a":1,}',
      '{"a":1} {"b":2}',
      "[1",
      '"',
      "\u0000",
      "NaN",
      "{a:1}",
    ];
    for (const body of [...bodies, '{"a":01}', '{"a":"\t"}', '{"a":"\\x"}', "\ufeff{}", "// {}", "{}//"]) {
      const problem = assertProblem(await post(body), "INVALID_REQUEST");
      assert.ok((problem.errors?.length ?? 0) > 0, `no error says where: ${JSON.stringify(body)}`);
    }
  });

  verifies("input.json", "refuses bodies that aren't UTF-8", async () => {
    const text = '{"externalId":"e","displayName":"?"}';
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80]]) {
      const [left = "", right = ""] = text.split("?");
      const body = Buffer.concat([Buffer.from(left), Buffer.from(bytes), Buffer.from(right)]);
      assertProblem(await post(body), "INVALID_REQUEST");
    }
    assertProblem(await post(Buffer.from(text, "utf16le")), "INVALID_REQUEST");
  });

  verifies("input.hidden", "refuses JSON that parsers read differently or that no database stores", async () => {
    const bodies = [
      '{"externalId":"a","externalId":"b","displayName":"x"}',
      String.raw`{"externalId":"a","externalI\u0064":"b","displayName":"x"}`,
      '{"externalId":"a","displayName":"x","__proto__":{}}',
      String.raw`{"externalId":"a","displayName":"x","__proto_\u005f":{}}`,
      '{"externalId":"a","displayName":"x","constructor":{"prototype":{}}}',
      String.raw`{"externalId":"a\u0000","displayName":"x"}`,
      String.raw`{"externalId":"a","displayName":"\ud800"}`,
      String.raw`{"externalId":"a","displayName":"\udc00\ud800"}`,
      String.raw`{"externalId":"a","displayName":"x","\u0000":1}`,
      String.raw`{"externalId":"a","displayName":"x","\ud800":1}`,
    ];
    for (const body of bodies) assertProblem(await post(body), "INVALID_REQUEST");
  });

  verifies("input.hidden", "also refuses it inside an action's input", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const before = provider.ledger.requests.length;
    const path = `${connected.path}/actions/secrets.set:execute`;
    const inputs = [
      '"project":"harbor-api","config":"dev","name":"A","value":"x","name":"B"',
      '"project":"harbor-api","config":"dev","name":"A","value":"x","__proto__":{"name":"B"}',
      String.raw`"project":"harbor-api","config":"dev","name":"A","value":"a\u0000b"`,
      String.raw`"project":"harbor-api","config":"dev","name":"A","value":"a\ud83d"`,
    ];
    for (const input of inputs) assertProblem(await sendRaw(caller, path, `{"input":{${input}}}`), "INVALID_REQUEST");
    assert.equal(provider.ledger.requests.length, before);
    const pair = String.raw`{"input":{"project":"harbor-api","config":"dev","name":"PAIR","value":"\ud83d\ude00"}}`;
    assert.equal((await sendRaw(caller, path, pair)).status, 200, "a pair of surrogates is a character");
    assert.equal(provider.world.readSecret(devConfig, "PAIR")?.raw, "😀");
  });

  verifies(
    "input.depth",
    "refuses too much depth and too many fields or values, immediately and without a 500",
    async () => {
      const bodies = [
        "[".repeat(100_000),
        `${"[".repeat(5000)}${"]".repeat(5000)}`,
        `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
        `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(",")}}`,
        `{"externalId":[${"0,".repeat(10_000)}0]}`,
      ];
      for (const body of bodies) assertProblem(await post(body), "INVALID_REQUEST");
    },
  );

  verifies("input.size", "reads 400 KiB, and answers 413 to one more byte", async () => {
    const filler = (bytes: number): string => {
      const start = '{"externalId":"e","displayName":"';
      return `${start}${"a".repeat(bytes - start.length - 2)}"}`;
    };
    assertProblem(await post(filler(400 * 1024)), "INVALID_REQUEST");
    assertProblem(await post(filler(400 * 1024 + 1)), "PAYLOAD_TOO_LARGE");
  });

  verifies("input.content-type", "refuses anything but JSON in UTF-8", async () => {
    const body = JSON.stringify({ externalId: "e", displayName: "d" });
    const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"];
    for (const type of [...types, "application/json; charset=utf-16", "application/json-patch+json", "text/json"]) {
      assertProblem(await post(body, [["content-type", type]]), "INVALID_REQUEST");
    }
    assertProblem(await post(body, []), "INVALID_REQUEST");
    assertProblem(
      await post(body, [
        ["content-type", "application/json"],
        ["content-encoding", "gzip"],
      ]),
      "INVALID_REQUEST",
    );
  });

  verifies("input.content-type", "accepts JSON with an explicit charset", async () => {
    const types = ["application/json; charset=utf-8", "application/json;charset=UTF-8", "APPLICATION/JSON"];
    for (const type of [...types, 'application/json; charset="utf-8"']) {
      const body = JSON.stringify({ externalId: uniqueName("type"), displayName: "d" });
      const response = await sendRaw(fixture().caller, "/v1/tenants", body, [["content-type", type]]);
      assert.equal(response.status, 201, `${type}: ${response.text}`);
    }
  });

  verifies("input.nothing-changed", "created no tenant for any of these requests", async () => {
    await assertNothingChanged(fixture(), await own());
  });
});
