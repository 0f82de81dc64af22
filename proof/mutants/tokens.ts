/** Faults in delegated tokens and narrowed keys: each would let a holder do more than was granted. */
import { at, type Mutant } from "./mutant.ts";

const breaks = "an agent that exceeds its permissions";
const store = ["packages/server/test/adapters/store/sqlite.test.ts"] as const;
const authentication = ["packages/server/test/domain/service-clients/token-authenticate.test.ts"] as const;
const fromOutside = ["conformance/suites/delegated-tokens.test.ts"] as const;

const leaks = "a leaked service key";

const signsIn = "an agent that signs in as another user";
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
    name: "token-replays-what-it-does-not-cover",
    breaks,
    ...at("packages/server/src/domain/executions/admit.ts", "  refuseUncovered(request, connection);\n", ""),
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
    name: "label-key-reaches-every-labeled-tenant",
    breaks: leaks,
    ...at(
      "packages/server/src/domain/tenants/port.ts",
      "reach.ids.includes(id) : reach.label === label;",
      "reach.ids.includes(id) : label !== null;",
    ),
    tests: ["packages/server/test/domain/tenants/reach.test.ts"],
  },
  {
    name: "narrowed-key-changes-a-label",
    breaks: leaks,
    ...at(
      "packages/server/src/domain/tenants/tenants.ts",
      "if (change.label !== undefined && caller.tenants !== null) throw labelNotPermitted();\n",
      "\n",
    ),
    tests: ["packages/server/test/domain/tenants/tenants.test.ts"],
  },
  {
    name: "token-keeps-a-tenant-without-the-label",
    breaks: leaks,
    ...at(
      "packages/server/src/domain/service-clients/authenticate.ts",
      "tenants: { ids: isTenantReached ? [row.tenantId] : [] },",
      "tenants: { ids: isTenantReached || key.tenants !== null ? [row.tenantId] : [] },",
    ),
    tests: authentication,
  },
  {
    name: "tokens-listed-of-every-labeled-tenant",
    breaks: leaks,
    ...at(
      "packages/server/src/adapters/store/statements/page.ts",
      "tenants.label = :reachedLabel)`;",
      "tenants.label is not null)`;",
    ),
    tests: store,
  },
  {
    name: "narrowed-key-reaches-any-path",
    breaks: leaks,
    ...at(
      "packages/server/src/entry/rest/routes.ts",
      "if (tenantId !== undefined && !(await tenants.reaches(caller, tenantId))) {",
      'if (tenantId === "" && !(await tenants.reaches(caller, tenantId))) {',
    ),
    tests: ["conformance/suites/narrow-keys.test.ts"],
  },
  {
    name: "approved-call-of-a-key-without-the-tenant",
    breaks: leaks,
    ...at(
      "packages/server/src/domain/proposals/run.ts",
      "(await reachesTenant(deps.tenants, caller, tenantId)) ? caller : null;",
      "caller;",
    ),
    tests: ["packages/server/test/domain/proposals/run.test.ts"],
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
      "packages/server/src/domain/agent-sign-in/requests.ts",
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
