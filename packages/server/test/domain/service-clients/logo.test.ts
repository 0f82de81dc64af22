/**
 * A service client's name and logo for end users: refused logos with their reasons, and how a change is stored and
 * recorded.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { fetchLogo, logoBytesMax, readLogo, type Logo } from "../../../src/domain/service-clients/logo.ts";
import type { FetchDocument, FetchedDocument } from "../../../src/domain/service-clients/port.ts";
import { openFixture, registration } from "./fixture.ts";

const rules = { sandbox: false, isAllowedAddress: addressGuard({ loopbackOnly: false }) };
const url = "https://cdn.example.com/logo.png";

/** Returns the head of a PNG with these dimensions; nothing else is read. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const answering =
  (fetched: FetchedDocument): FetchDocument =>
  () =>
    Promise.resolve(fetched);
const answered = (bytes: Uint8Array, httpStatus = 200): FetchedDocument => ({ kind: "answered", httpStatus, bytes });

async function readReason(work: Promise<Logo>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError && error.code === "INVALID_REQUEST", "nothing was refused");
  assert.equal(error.errors?.[0]?.pointer, "/logoUrl");
  return error.errors?.[0]?.message ?? "";
}

test("accepts PNG, JPEG and WebP by their bytes", () => {
  const jpeg = Buffer.from(
    "ffd8ffe000104a46494600010100000100010000ffc0001108004000400301220002110103110100ffd9",
    "hex",
  );
  const webp = Buffer.from("524946461a000000574542505650384c0d0000002f3fc00f0010071011110000", "hex");
  const types = [png(64, 64), jpeg, webp].map((bytes) => readLogo(bytes).mediaType);
  assert.deepEqual(types, ["image/png", "image/jpeg", "image/webp"]);
  assert.match(readLogo(png(1, 1)).id, /^[\w-]{43}$/);
});

test("blames no URL for a connection that this machine couldn't open", async () => {
  const fetchDocument = answering({ kind: "none", fault: "local" });
  await assert.rejects(fetchLogo({ fetchDocument, rules }, url), { code: "OVERLOADED" });
});

test("rejects everything else with a reason", async () => {
  const refusals: [FetchedDocument, RegExp][] = [
    [answered(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')), /PNG, JPEG or WebP/],
    [answered(Buffer.from("GIF89a\x01\x00\x01\x00", "latin1")), /PNG, JPEG or WebP/],
    [answered(Buffer.from("<!doctype html>")), /PNG, JPEG or WebP/],
    [answered(new Uint8Array()), /PNG, JPEG or WebP/],
    [answered(png(2049, 10)), /at most 2048 pixels/],
    [answered(png(10, 0)), /at most 2048 pixels/],
    [answered(png(1, 1), 404), /answered 404/],
    [answered(png(1, 1), 302), /redirects/],
    [{ kind: "none", fault: "too_large" }, /larger than 64 KiB/],
    [{ kind: "none", fault: "refused_address" }, /address that svc doesn't connect to/],
    [{ kind: "none", fault: "timeout" }, /didn't answer in time/],
  ];
  for (const [fetched, reason] of refusals) {
    assert.match(await readReason(fetchLogo({ fetchDocument: answering(fetched), rules }, url)), reason);
  }
});

test("fetches only from https at a public host, or in a sandbox from a loopback address", async () => {
  const fetched: string[] = [];
  const fetchDocument: FetchDocument = (to, bytesMax) => {
    assert.equal(bytesMax, logoBytesMax);
    fetched.push(to.href);
    return Promise.resolve(answered(png(8, 8)));
  };
  for (const text of [
    "http://cdn.example.com/logo.png",
    "https://127.0.0.1/logo.png",
    "https://169.254.169.254/latest",
    "https://[::1]/logo.png",
    "https://user:secret@cdn.example.com/logo.png",
    "https://cdn.internal/logo.png",
    "data:image/png;base64,AAAA",
    "logo.png",
  ]) {
    assert.match(await readReason(fetchLogo({ fetchDocument, rules }, text)), /must be https at a public host/, text);
  }
  assert.deepEqual(fetched, []);
  assert.equal((await fetchLogo({ fetchDocument, rules }, url)).url, url);
  const sandbox = { sandbox: true, isAllowedAddress: addressGuard({ loopbackOnly: true }) };
  await fetchLogo({ fetchDocument, rules: sandbox }, "http://127.0.0.1:8080/logo.png");
  assert.deepEqual(fetched, [url, "http://127.0.0.1:8080/logo.png"]);
});

test("stores name and logo, and records the changed fields in the client's audit trail", async (context) => {
  const { clients, store, events } = await openFixture(context);
  const logo = { url, image: readLogo(png(8, 8)) };
  const { client } = await clients.create({ ...registration, appName: "Harbor Tools", logo });
  assert.deepEqual([client.appName, client.logo], ["Harbor Tools", { url, id: logo.image.id }]);
  assert.deepEqual(await store.serviceClients.find(client.id), client);
  assert.equal((await store.serviceClients.findLogo(logo.image.id))?.mediaType, "image/png");
  await clients.update(client.id, { appName: "", logo: null });
  assert.deepEqual(await store.serviceClients.find(client.id), { ...client, appName: "", logo: null });
  assert.equal(await store.serviceClients.findLogo(logo.image.id), null);
  const { type, subject, data } = (await events()).at(-1) ?? {};
  assert.deepEqual(
    { type, subject, data },
    { type: "service_client.updated", subject: client.id, data: { fields: "appName,logo" } },
  );
});

test("an app name is short, printable, and never a URL", async (context) => {
  const { clients } = await openFixture(context);
  for (const appName of ["x".repeat(41), " a", "a\nb", "a\u202eb", "https://bank.example", "scl_mine"]) {
    await assert.rejects(clients.create({ ...registration, appName }), (error: unknown) => {
      return error instanceof ServiceError && error.errors?.[0]?.pointer === "/appName";
    });
  }
});
