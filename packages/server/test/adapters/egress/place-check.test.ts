/** The check of an address before anything is sent to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createPlaceCheck, refusedPlace } from "../../../src/adapters/egress/place-check.ts";
import { parseProxy } from "../../../src/adapters/egress/proxy.ts";

const isAllowedAddress = addressGuard({ loopbackOnly: false });
const addresses: Readonly<Record<string, readonly string[]>> = {
  "public.acme.io": ["20.30.0.1"],
  "private.acme.io": ["10.77.0.1"],
  "mixed.acme.io": ["20.30.0.1", "169.254.169.254"],
};
const lookup = (hostname: string) => {
  const found = addresses[hostname];
  if (found === undefined) return Promise.reject(new Error("There is no such name."));
  return Promise.resolve(found.map((address) => ({ address, family: 4 })));
};

test("refuses private addresses in each notation, and names that lead to one", async () => {
  const check = createPlaceCheck({ isAllowedAddress, lookup });
  for (const host of ["127.0.0.1", "0x7f.1", "[::1]", "[::ffff:169.254.169.254]", "private.acme.io", "mixed.acme.io"]) {
    assert.equal(await check(`https://${host}/token`), refusedPlace, host);
  }
  for (const host of ["20.30.0.1", "[2606:4700::1111]", "public.acme.io", "missing.acme.io"]) {
    assert.equal(await check(`https://${host}/token`), null, host);
  }
});

test("leaves names to a proxy that resolves them, and still refuses addresses", async () => {
  const proxy = parseProxy("http://127.0.0.1:9");
  const check = createPlaceCheck({ isAllowedAddress, lookup, proxy });
  assert.equal(await check("https://private.acme.io/token"), null);
  assert.equal(await check("https://10.77.0.1/token"), refusedPlace);
});
