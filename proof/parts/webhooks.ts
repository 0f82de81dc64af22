/** The part that kills the sender of webhooks. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Kills on each engine, in the long form of the sender's own test. */
export const webhooks: Part = {
  name: "webhooks",
  proves: "SIGKILL of a sender loses no event, and repeated deliveries have the same id and body",
  numbers: { "webhook-kills": 250 },
  run(options) {
    const kills = options.number("webhook-kills");
    return runTestFiles(options, {
      files: ["packages/server/test/domain/webhooks/kills.test.ts", "conformance/suites/webhooks.test.ts"],
      env: { SVC_WEBHOOK_KILLS: String(kills) },
      testsMin: 7,
      testTimeoutMs: 3_600_000,
      countsMin: { "kills of the sender": kills * 2 },
    });
  },
};
