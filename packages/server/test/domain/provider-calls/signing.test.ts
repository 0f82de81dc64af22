/** A credential that signs: the call passes its signer to the outbound client, and its facts to the action. */
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

test("a call goes to the region of its own credential", async () => {
  const desk = makeDesk({
    auth: [signing],
    responseHeaders: ["date"],
    origin: "https://api.{region}.desk.example",
    origins: { files: "https://files.{region}.desk.example" },
    regions: ["eu", "us"],
  });
  const sent: (string | undefined)[] = [];
  const call = openProviderCall({
    provider: desk,
    auth: signing,
    credential: { key: "12345", region: "us" },
    transport: {
      open: () => ({
        send({ origin }) {
          sent.push(origin);
          const body = { kind: "complete", text: "{}" } as const;
          const answered = { kind: "answered", status: 200, requestId: null, retryAfterSeconds: null } as const;
          return Promise.resolve({ ...answered, headers: {}, body });
        },
        close: () => undefined,
      }),
    },
    platform: systemPlatform,
    deadlineMs: Infinity,
    retry: { attempts: 1 } as never,
    hooks: {
      acceptsFacts: () => true,
      beforeSend: () => Promise.resolve(true),
      mayStillSend: () => true,
      onLate: () => undefined,
    },
  });
  await call.port.read({ method: "GET", path: ["notes"] });
  await call.port.read({ method: "GET", origin: "files", path: ["notes"] });
  await call.port.change({ method: "POST", path: ["notes"], json: {} }, { accept: [200] });
  assert.deepEqual(sent, ["us", "us/files", "us"]);
});

test("a call has the signer of its own credential, and the credential's facts", async () => {
  let sign: RequestSigner | undefined;
  const call = openProviderCall({
    provider: makeDesk({ auth: [signing], responseHeaders: ["date"] }),
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
