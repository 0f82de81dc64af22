/** Faults in sealing, keyed hashes and the journal. */
import { at, type Mutant } from "./mutant.ts";

const sealed = "a sealed credential altered, truncated or moved";
const moved = "a row moved or widened in the database";
const trail = "an altered audit trail";
const box = "packages/server/src/adapters/vault/box.ts";
const binding = "packages/server/src/adapters/vault/binding.ts";
const recordTests = ["packages/server/test/adapters/vault/record.test.ts"];

/** The vault and the trail. */
export const vault: readonly Mutant[] = [
  {
    name: "no-additional-data",
    breaks: sealed,
    edits: [
      {
        file: box,
        find: "cipher.setAAD(aad);\n  const ciphertext",
        replace: "cipher.setAAD(aad.subarray(0, 0));\n  const ciphertext",
      },
      { file: box, find: "decipher.setAAD(aad);\n", replace: "decipher.setAAD(aad.subarray(0, 0));\n" },
    ],
    tests: recordTests,
  },
  {
    name: "additional-data-without-version",
    breaks: sealed,
    ...at(
      binding,
      "String(binding.version),\n    binding.purpose,\n    binding.provider,",
      "String(binding.version > 0),\n    binding.purpose,\n    binding.provider,",
    ),
    tests: recordTests,
  },
  {
    name: "additional-data-without-tenant",
    breaks: sealed,
    ...at(
      binding,
      "    binding.clientId,\n    binding.tenantId,\n",
      '    binding.clientId,\n    binding.tenantId === "" ? "" : "tenant",\n',
    ),
    tests: recordTests,
  },
  {
    name: "additional-data-without-client",
    breaks: moved,
    ...at(binding, "    binding.clientId,\n", '    binding.clientId === "" ? "" : "client",\n'),
    tests: recordTests,
  },
  {
    name: "additional-data-without-provider",
    breaks: moved,
    ...at(binding, "    binding.provider,\n", '    binding.provider === "" ? "" : "provider",\n'),
    tests: recordTests,
  },
  {
    name: "additional-data-without-actions",
    breaks: moved,
    ...at(binding, "    ...binding.grantedActions,\n", ""),
    tests: recordTests,
  },
  {
    name: "additional-data-without-listed-origin",
    breaks: moved,
    ...at(binding, "    ...(hasListed ? [binding.listedOrigin] : []),\n", ""),
    tests: recordTests,
  },
  {
    name: "key-hash-without-client",
    breaks: moved,
    ...at(
      "packages/server/src/adapters/vault/service-key.ts",
      "string[] => [clientId, id, key]",
      'string[] => [clientId === "" ? "" : "client", id, key]',
    ),
    tests: ["packages/server/test/domain/service-clients/key-binding.test.ts"],
  },
  {
    name: "session-seal-not-checked",
    breaks: moved,
    ...at(
      "packages/server/src/domain/connect-sessions/session-seals.ts",
      "session === null || isGenuine(hashes, session)",
      "session === null || isGenuine(hashes, session) || session.seal !== null",
    ),
    tests: ["packages/server/test/domain/connect-sessions/session-seals.test.ts"],
  },
  {
    name: "flow-of-another-session",
    breaks: moved,
    ...at(
      "packages/server/src/domain/connect-sessions/authorization-flow.ts",
      "return [sessionId, provider, ticketHash]",
      'return [sessionId === "" ? "" : "session", provider, ticketHash]',
    ),
    tests: ["packages/server/test/domain/connect-sessions/session-seals.test.ts"],
  },
  {
    name: "sandbox-mark-not-bound",
    breaks: "a sandbox mistaken for the real thing",
    ...at(
      binding,
      'binding.deployment.sandbox ? "sandbox" : "live",\n    binding.clientId,',
      'binding.deployment.sandbox ? "live" : "live",\n    binding.clientId,',
    ),
    tests: recordTests,
  },
  {
    name: "audit-hash-without-the-one-before",
    breaks: trail,
    ...at("packages/server/src/domain/journal/chain.ts", 'bytes.write(prevHash, "hex")', 'bytes.write("", "hex")'),
    tests: ["packages/server/test/domain/journal/chain.test.ts"],
    pattern: "by hand",
  },
  {
    name: "audit-event-outside-of-its-transaction",
    breaks: trail,
    ...at(
      "packages/server/src/adapters/store/executions/claiming.ts",
      `return (values) => context.write({ client: values.clientId }, (queries) => claimOnSqlite(queries, values), options);`,
      `return async (values) => {
    const scope = { client: values.clientId };
    const { extendJournal } = await import("../journal/append.ts");
    const attempt = await context.write(scope, (queries) => claimOnSqlite(queries, { ...values, eventId: "" }), options);
    if (attempt !== undefined) await context.write(scope, (queries) => extendJournal(queries, values.clientId, [values]));
    return attempt;
  };`,
    ),
    tests: ["packages/server/test/domain/journal/use.test.ts"],
  },
  {
    name: "use-that-died-with-the-database-stays-lost",
    breaks: trail,
    ...at(
      "packages/server/src/adapters/store/executions/records-in-hand.ts",
      "const claim = { ...lost, cachedVersion: null, enforcesBudgets: false };",
      "const claim = { ...lost, use: null, cachedVersion: null, enforcesBudgets: false };",
    ),
    tests: ["packages/server/test/adapters/store/postgres-records-in-hand.test.ts"],
  },
  {
    name: "key-known-by-its-id-alone",
    breaks: "a stolen copy of the key table",
    ...at("packages/server/src/domain/service-clients/authenticate.ts", "? keys.verify(", "? true || keys.verify("),
    tests: ["packages/server/test/domain/service-clients/authenticate.test.ts"],
  },
  {
    name: "revoked-key-lives-on",
    breaks: "a leaked service key",
    ...at("packages/server/src/domain/service-clients/authenticate.ts", "key.revokedAt !== null || expired", "expired"),
    tests: ["packages/server/test/domain/service-clients/authenticate.test.ts"],
  },
];
