/** Faults in what operators may do: each would let somebody change a deployment who may not, or undo another's change. */
import { at, type Mutant } from "./mutant.ts";

const breaks = "unauthorized access to the operator console";
const admin = "packages/server/test/entry/admin";
const attacks = ["packages/server/test/entry/console/company-attacks.test.ts"] as const;
const sessions = ["packages/server/test/entry/console/company-sessions.test.ts"] as const;

/** The faults. */
export const operatorMutants: readonly Mutant[] = [
  {
    name: "admin-api-ignores-the-role",
    breaks,
    ...at(
      "packages/server/src/entry/admin/endpoint.ts",
      "if (!includesRole(result.operator.role, role)) await",
      "if (!includesRole(result.operator.role, 'viewer')) await",
    ),
    tests: [`${admin}/matrix.test.ts`],
  },
  {
    name: "operator-token-without-its-secret",
    breaks,
    ...at(
      "packages/server/src/domain/operators/sessions.ts",
      "token !== null && isGenuine && isActive(",
      "token !== null && (isGenuine || token.hash !== '') && isActive(",
    ),
    tests: [`${admin}/matrix.test.ts`],
    pattern: "every operation needs a token",
  },
  {
    name: "if-match-ignored",
    breaks,
    ...at("packages/server/src/entry/admin/condition.ts", "  return version;\n", "  return undefined;\n"),
    tests: [`${admin}/changes.test.ts`],
  },
  {
    name: "mcp-server-replaced-unseen",
    breaks,
    ...at(
      "packages/server/src/domain/providers/reviews.ts",
      "if (!isExpected(expected, () => current)) throw",
      "if (expected === '' && !isExpected(expected, () => current)) throw",
    ),
    tests: [`${admin}/mcp-servers.test.ts`],
  },
  {
    name: "form-of-another-site",
    breaks,
    ...at(
      "packages/server/src/entry/console/request.ts",
      "origins[0] === origin && isSameSite",
      "origins[0] !== '' && isSameSite",
    ),
    tests: ["packages/server/test/entry/console/access.test.ts"],
  },
  {
    name: "logout-token-for-another-client",
    breaks,
    ...at("packages/server/src/domain/operator-sign-in/signed-tokens.ts", "      audience: by.clientId,\n", ""),
    tests: sessions,
  },
  {
    name: "sign-in-in-another-browser",
    breaks,
    ...at(
      "packages/server/src/domain/operator-sign-in/sign-in.ts",
      'secrets.verify("person-browser", browser, browserHash),',
      "browserHash !== '',",
    ),
    tests: attacks,
  },
  {
    name: "unverified-address-has-a-role",
    breaks,
    ...at(
      "packages/server/src/domain/operator-sign-in/role-rules.ts",
      'claims["email_verified"] === true ?',
      'claims["email"] !== undefined ?',
    ),
    tests: attacks,
  },
  {
    name: "role-taken-away-stays",
    breaks,
    ...at(
      "packages/server/src/domain/operator-sign-in/sessions.ts",
      'return role === null ? "role" :',
      'return role === null ? "later" :',
    ),
    tests: sessions,
  },
];
