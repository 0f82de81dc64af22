/** Faults in delegated tokens: each would let an agent do more than it was given. */
import { at, type Mutant } from "./mutant.ts";

const breaks = "an agent that does more than it was given";
const store = ["packages/server/test/adapters/store/sqlite.test.ts"] as const;
const authentication = ["packages/server/test/domain/delegated-tokens/authenticate.test.ts"] as const;
const rights = ["packages/server/test/domain/delegated-tokens/rights.test.ts"] as const;
const fromOutside = ["conformance/suites/delegated-tokens.test.ts"] as const;

const signsIn = "an agent that signs in as somebody else's user";
const signIn = ["conformance/suites/agent-sign-in-attacks.test.ts"] as const;

/** The faults. */
export const tokenMutants: readonly Mutant[] = [
  {
    name: "budget-checked-and-never-counted",
    breaks,
    ...at(
      "packages/server/src/adapters/store/executions/claim.ts",
      "if (key.attempt === 1) await countExecution(queries, values);",
      "",
    ),
    tests: store,
  },
  {
    name: "token-outlives-its-parent",
    breaks,
    ...at(
      "packages/server/src/domain/service-clients/authenticate.ts",
      "return chain.every(",
      "return chain.slice(-1).every(",
    ),
    tests: authentication,
  },
  {
    name: "token-accepted-everywhere",
    breaks,
    ...at(
      "packages/server/src/domain/service-clients/authenticate.ts",
      "if (caller.token?.row.audience.includes(audience) ?? true) return caller;",
      "if (audience !== undefined) return caller;",
    ),
    tests: authentication,
  },
  {
    name: "token-stronger-than-its-parent",
    breaks,
    ...at(
      "packages/server/src/domain/delegated-tokens/rights.ts",
      "if (maxEffect !== undefined && isStronger(maxEffect, parent.maxEffect)) {",
      'if (maxEffect !== undefined && maxEffect === "none") {',
    ),
    tests: rights,
  },
  {
    name: "token-replays-what-it-does-not-cover",
    breaks,
    ...at("packages/server/src/domain/executions/execute.ts", "  refuseUncovered(request, connection);\n", ""),
    tests: fromOutside,
  },
  {
    name: "token-manages-its-tenant",
    breaks,
    ...at(
      "packages/server/src/domain/service-clients/caller.ts",
      '(isDelegated && reach !== "delegated") ||',
      '(isDelegated && reach === "client") ||',
    ),
    tests: fromOutside,
  },
  {
    name: "sign-in-continued-in-any-browser",
    breaks: signsIn,
    ...at(
      "packages/server/src/domain/agent-sign-in/way-back.ts",
      "browserHash) ? secret : null",
      'browserHash) ? secret : ""',
    ),
    tests: signIn,
  },
  {
    name: "code-redeemed-without-its-verifier",
    breaks: signsIn,
    ...at(
      "packages/server/src/domain/agent-sign-in/token-endpoint.ts",
      "return challenge.byteLength === expected.byteLength && timingSafeEqual(challenge, expected);",
      "return challenge.byteLength === expected.byteLength || timingSafeEqual(challenge, expected);",
    ),
    tests: signIn,
  },
  {
    name: "refresh-token-works-twice",
    breaks: signsIn,
    ...at("packages/server/src/adapters/store/agent-sign-in.ts", '            .where("used_at", "is", null),\n', ""),
    tests: store,
  },
  {
    name: "redirect-compared-by-its-beginning",
    breaks: signsIn,
    ...at(
      "packages/server/src/domain/agent-sign-in/redirects.ts",
      "if (registered.includes(requested)) return true;",
      "if (registered.some((one) => requested.startsWith(one))) return true;",
    ),
    tests: ["packages/server/test/domain/agent-sign-in/redirects.test.ts"],
  },
  {
    name: "challenge-repeats-the-path",
    breaks: signsIn,
    ...at(
      "packages/server/src/domain/agent-sign-in/metadata.ts",
      '  if (tenantId !== undefined && !isId(idPrefixes.tenant, tenantId)) return "Bearer";\n',
      "",
    ),
    tests: ["conformance/suites/authentication.test.ts"],
  },
];
