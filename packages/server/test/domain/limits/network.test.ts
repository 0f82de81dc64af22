/** Whom to count a stranger's bytes for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toNetwork } from "../../../src/domain/limits/rates.ts";

test("counts IPv4 by address and IPv6 by network", () => {
  for (const [address, network] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ] as const) {
    assert.equal(toNetwork(address), network, address);
  }
});
