/** Our signatures match those of AWS's own signer for Node. */
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { SignatureV4 } from "../../../judges/vendors/aws-signature.ts";
import { signRequest } from "../src/index.ts";
import { key, requests } from "./requests-to-sign.ts";

const times = ["2015-08-30T12:36:00Z", "2026-11-27T00:00:00Z", "2027-12-31T23:59:59Z"];

/** The hash in the form that the official signer requires. */
class Sha256 {
  readonly #hash;
  constructor(secretKey?: string | Uint8Array | ArrayBuffer | ArrayBufferView) {
    const made =
      secretKey === undefined ? createHash("sha256") : createHmac("sha256", Buffer.from(secretKey as Buffer));
    this.#hash = made;
  }
  update(data: string | Uint8Array | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(Buffer.from(data as Buffer));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
  reset(): void {
    throw new Error("not used");
  }
}

test("creates the official signer's header for the same time", async () => {
  const official = new SignatureV4({
    credentials: { accessKeyId: key.accessKeyId, secretAccessKey: key.secretAccessKey },
    region: key.region,
    service: key.service,
    sha256: Sha256,
    applyChecksum: false,
  });
  for (const request of requests) {
    for (const time of times) {
      const { method, host, path, headers, body } = request;
      const query: Record<string, string[]> = {};
      for (const [name, value] of new URLSearchParams(request.query)) (query[name] ??= []).push(value);
      const unsigned = { method, protocol: "http:", hostname: host, path, query, headers: { ...headers, host }, body };
      const signed = await official.sign(unsigned, { signingDate: new Date(time) });
      const ours = signRequest(request, key, Date.parse(time));
      assert.equal(ours["authorization"], signed.headers["authorization"], JSON.stringify(request));
      assert.equal(ours["x-amz-date"], signed.headers["x-amz-date"]);
    }
  }
});
