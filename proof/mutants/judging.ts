/** Faults in judging responses: one that proves nothing is accepted as proof. */
import { at, type Mutant } from "./mutant.ts";

const exchange = "packages/provider-kit/src/exchange.ts";
const exchangeTests = ["packages/provider-kit/test/exchange.test.ts"];
const conclude = "packages/server/src/domain/executions/conclude.ts";
const concludeTests = ["packages/server/test/domain/executions/conclude.test.ts"];

export const judging: readonly Mutant[] = [
  {
    name: "421-of-a-write-failed",
    breaks: "promise 2",
    ...at(exchange, "new Set([408, 421, 425])", "new Set([408, 425])"),
    tests: exchangeTests,
  },
  {
    name: "lost-response-failed",
    breaks: "promise 2",
    ...at(
      exchange,
      'if (facts.kind === "lost") return { kind: "unknown", providerStatus: null, requestId: null };',
      'if (facts.kind === "lost") return { kind: "not_sent", reason: "connect" };',
    ),
    tests: exchangeTests,
  },
  {
    name: "any-2xx-of-a-deletion-done",
    breaks: "promise 2",
    ...at("providers/doppler/src/actions/secrets.ts", "{ accept: [204, 404] }", "{ accept: [200, 202, 204, 404] }"),
    tests: ["providers/doppler/test/secrets.test.ts"],
  },
  {
    name: "unknown-change-taken-for-what-run-threw",
    breaks: "promise 2",
    ...at(
      conclude,
      'if (change?.kind === "unknown") return unknown();',
      'if (change?.kind === "unknown" && end.kind === "returned") return unknown();',
    ),
    tests: concludeTests,
  },
  {
    name: "limit-after-an-accepted-change-frees-the-key",
    breaks: "promise 1",
    ...at(
      conclude,
      '"RESOURCE_NOT_FOUND", "PROVIDER_REJECTED"]);',
      '"RESOURCE_NOT_FOUND", "PROVIDER_REJECTED", "PROVIDER_RATE_LIMITED"]);',
    ),
    tests: concludeTests,
  },
];
