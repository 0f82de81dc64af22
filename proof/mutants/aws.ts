/**
 * Faults with AWS: a write that may still take effect is denied, a change counts as a read, or a key is misdirected.
 */
import { at, type Mutant } from "./mutant.ts";

const secretSet = "providers/aws-secrets-manager/src/actions/secrets.ts";
const secretTests = ["providers/aws-secrets-manager/test/traps.test.ts"];

/** Faults specific to AWS's providers. */
export const aws: readonly Mutant[] = [
  {
    name: "set-denied-before-its-signature-ends",
    breaks: "promise 4",
    ...at(secretSet, "if (versions.seenAt < expiresAt) {", "if (versions.seenAt > Infinity) {"),
    tests: secretTests,
  },
  {
    name: "set-denied-although-the-history-is-gone",
    breaks: "promise 4",
    ...at(secretSet, " || versions.arn !== arn", ""),
    tests: secretTests,
  },
  {
    name: "parameter-denied-although-it-was-written",
    breaks: "promise 4",
    ...at("providers/aws-parameter-store/src/actions/secrets.ts", " || present.modifiedAt !== modifiedAt", ""),
    tests: ["providers/aws-parameter-store/test/traps.test.ts"],
  },
  {
    name: "change-hides-behind-a-reads-header",
    breaks: "promise 1",
    ...at("packages/provider-kit/src/request-rules.ts", "given.every(", "given.some("),
    tests: ["packages/provider-kit/test/request-rules.test.ts"],
  },
  {
    name: "request-outside-of-the-list-of-regions",
    breaks: "promise 5",
    ...at(
      "packages/provider-kit/src/regions.ts",
      "if (!regions.includes(region)) throw",
      "if (regions.length === 0) throw",
    ),
    tests: ["packages/provider-kit/test/regions.test.ts"],
  },
];
