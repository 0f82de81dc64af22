/** A credential that signs: the call hands its signer to the outbound client, and its facts to the action. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { staticCredential, type RequestSigner } from "@svc/provider-kit";
import { Type } from "typebox";
import { openProviderCall } from "../../../src/domain/provider-calls/call.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { makeDesk } from "./desk.ts";

const signing = staticCredential({
  submission: Type.Object(
    { key: sensitive(Type.String()), region: Type.Enum(["eu", "us"]) },
    { additionalProperties: false },
  ),
  fields: ["key", "region"].map((name) => {
    return { name, label: name, help: "A key.", helpUrl: "https://desk.example", pattern: "^.+$" };
  }),
  explain: () => null,
  credentialKind: () => "key",
  headers: () => ({}),
  signer:
    ({ key }) =>
    ({ method }, nowMs) => ({ "x-signature": `${method} ${nowMs} with a key of ${key.length}` }),
  connectionFacts: ({ region }) => ({ region }),
  async identify({ connectionFacts }) {
    return { slug: connectionFacts["region"] ?? "", name: "Desk" };
  },
});

test("a call has the signer of its own credential, and the credential's facts", async () => {
  let sign: RequestSigner | undefined;
  const call = openProviderCall({
    provider: makeDesk({ auth: [signing] }),
    auth: signing,
    credential: { key: "12345", region: "eu" },
    transport: {
      open(_provider, options) {
        ({ sign } = options);
        return { send: () => Promise.reject(new Error("not sent")), close: () => undefined };
      },
    },
    platform: systemPlatform,
    deadlineMs: Infinity,
    retry: { attemptsMax: 1, waitsMs: [], waitMsMax: 0 } as never,
    hooks: null,
  });
  assert.deepEqual(call.port.connectionFacts, { region: "eu" });
  const request = { method: "GET", host: "a", origin: null, path: "/", query: "", headers: {}, body: "" };
  assert.deepEqual(sign?.(request, 7), { "x-signature": "GET 7 with a key of 5" });
  assert.equal((await signing.identify(call.port)).slug, "eu");
  assert.deepEqual(call.secrets(), ["12345"]);
  call.close();
});
