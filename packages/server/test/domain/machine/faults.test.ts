/** Which failed system calls are this machine's fault. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectReason, NotSentError } from "../../../src/adapters/egress/dial.ts";
import { judgeHealth } from "../../../src/domain/limits/circuits.ts";
import { machineFaultOf } from "../../../src/domain/machine/watch.ts";

const failed = (code: string): Error => Object.assign(new Error("connect"), { code });
const triedAll = (...codes: string[]): Error =>
  Object.assign(new AggregateError(codes.map(failed)), { code: codes[0] });

test("a machine without descriptors, memory, ports or a permission is blamed, and nothing else", () => {
  for (const code of ["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS"]) {
    assert.equal(connectReason(failed(code)), "local", code);
    assert.equal(machineFaultOf(code)?.isShortage, true, code);
  }
  for (const code of ["EADDRNOTAVAIL", "EACCES", "EPERM"]) {
    assert.equal(connectReason(failed(code)), "local", code);
    assert.equal(machineFaultOf(code)?.isShortage, false, code);
  }
  for (const code of ["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH"]) {
    assert.equal(connectReason(failed(code)), "connect", code);
  }
  assert.equal(connectReason(failed("ETIMEDOUT")), "connect_timeout");
  assert.equal(connectReason(new Error("no code")), "connect");
  assert.equal(connectReason(new NotSentError("dns")), "dns");
});

test("of several addresses, one that failed for another reason clears the machine", () => {
  assert.equal(connectReason(triedAll("EMFILE", "EMFILE")), "local");
  // A machine without IPv6, and a server that is down.
  assert.equal(connectReason(triedAll("EADDRNOTAVAIL", "ECONNREFUSED")), "connect");
  assert.equal(connectReason(triedAll()), "connect");
});

test("a request that this machine couldn't send says nothing about the provider's health", () => {
  assert.equal(judgeHealth("POST", { kind: "not_sent", reason: "local" }), null);
  assert.equal(judgeHealth("POST", { kind: "not_sent", reason: "connect" }), "fault");
});
