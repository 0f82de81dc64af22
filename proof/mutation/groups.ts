/** The files that Stryker mutates, and the tests that judge each: only unit tests, none that start a server. */

/** Files with the same tests. */
export interface Group {
  readonly name: string;
  /** Relative to the root. */
  readonly files: readonly string[];
  /** Relative to the root; a few seconds at most, because they run once per mutant. */
  readonly tests: readonly string[];
}

export const groups: readonly Group[] = [
  {
    name: "judging",
    files: ["packages/server/src/domain/executions/conclude.ts"],
    tests: [
      "packages/server/test/domain/executions/conclude.test.ts",
      "packages/server/test/domain/executions/conclude-details.test.ts",
    ],
  },
  {
    name: "record",
    files: ["packages/server/src/domain/records/record.ts"],
    tests: ["packages/server/test/domain/executions/record.test.ts"],
  },
  {
    name: "exchange",
    files: ["packages/provider-kit/src/exchange.ts"],
    tests: ["packages/provider-kit/test/exchange.test.ts", "packages/provider-kit/test/exchange-reads.test.ts"],
  },
  {
    name: "call",
    files: ["packages/server/src/domain/provider-calls/call.ts"],
    tests: [
      "packages/server/test/domain/provider-calls/call.test.ts",
      "packages/server/test/domain/provider-calls/port.test.ts",
    ],
  },
  {
    name: "doppler",
    files: ["providers/doppler/src/errors.ts"],
    tests: ["providers/doppler/test/errors.test.ts"],
  },
  {
    name: "github",
    files: ["providers/github/src/errors.ts", "providers/github/src/rate-limits.ts"],
    tests: ["providers/github/test/errors.test.ts"],
  },
  {
    name: "sealing",
    files: [
      "packages/server/src/adapters/vault/record.ts",
      "packages/server/src/adapters/vault/binding.ts",
      "packages/server/src/adapters/vault/box.ts",
    ],
    tests: [
      "packages/server/test/adapters/vault/record.test.ts",
      "packages/server/test/adapters/vault/format.test.ts",
      "packages/server/test/adapters/vault/opening.test.ts",
      "packages/server/test/adapters/vault/content-keys.test.ts",
    ],
  },
  {
    name: "hashing",
    files: ["packages/server/src/adapters/vault/hashing.ts"],
    tests: [
      "packages/server/test/adapters/vault/hashing.test.ts",
      "packages/server/test/domain/evidence/in-call.test.ts",
    ],
  },
  {
    name: "policy",
    files: ["packages/server/src/domain/service-clients/policy.ts"],
    tests: ["packages/server/test/domain/service-clients/policy.test.ts"],
  },
  {
    name: "idempotency",
    files: [
      "packages/server/src/domain/idempotency/key.ts",
      "packages/server/src/domain/idempotency/run-idempotently.ts",
    ],
    tests: [
      "packages/server/test/domain/idempotency/key.test.ts",
      "packages/server/test/domain/idempotency/expiry.test.ts",
      "packages/server/test/domain/idempotency/run-idempotently.test.ts",
    ],
  },
  {
    name: "cursors",
    files: ["packages/server/src/domain/listings/page.ts"],
    tests: ["packages/server/test/domain/listings/cursor.test.ts"],
  },
  {
    name: "rates",
    files: ["packages/server/src/domain/limits/rates.ts"],
    tests: [
      "packages/server/test/domain/limits/rates.test.ts",
      "packages/server/test/domain/limits/token-buckets.test.ts",
      "packages/server/test/domain/limits/sharing.test.ts",
    ],
  },
  {
    name: "oauth",
    files: ["packages/server/src/domain/oauth/token-response.ts"],
    tests: ["packages/server/test/domain/oauth/token-response.test.ts"],
  },
  {
    name: "authorization-flow",
    files: ["packages/server/src/domain/connect-sessions/authorization-flow.ts"],
    tests: [
      "packages/server/test/domain/connect-sessions/return-url.test.ts",
      "packages/server/test/domain/connect-sessions/session-seals.test.ts",
    ],
  },
  {
    name: "urls",
    files: ["packages/contract/src/urls.ts"],
    tests: ["packages/contract/test/urls.test.ts"],
  },
  {
    name: "clock",
    files: ["packages/server/src/domain/clock/judge.ts"],
    tests: [
      "packages/server/test/domain/clock/cutoff.test.ts",
      "packages/server/test/domain/clock/service-clock.test.ts",
    ],
  },
  {
    name: "rights",
    files: ["packages/server/src/domain/service-clients/rights.ts"],
    tests: ["packages/server/test/domain/service-clients/rights.test.ts"],
  },
];
