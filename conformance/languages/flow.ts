/** The main flow as a program in another language runs it, with a client that was generated for it. */
import assert from "node:assert/strict";
import { testOrigin, testReturnUrl, type Fixture } from "../harness/index.ts";

/** What the program is told: the server, a service key, and the credential that its end user submits. */
export function flowEnvironment({ server, caller, provider }: Fixture): Readonly<Record<string, string>> {
  return {
    SVC_API_URL: server.url,
    SVC_TOKEN: caller.key,
    ORIGIN: testOrigin,
    RETURN_URL: testReturnUrl,
    CREDENTIAL: provider.tokens.serviceAccount,
  };
}

/** Asserts that the program got as far as the typed error, and that its repeated write was replayed. */
export function assertFlow(printed: string, language: string): void {
  assert.deepEqual(printed.trim().split("\n"), [
    `tenant ${language}`,
    "connection con_",
    "read succeeded",
    "write succeeded replayed false",
    "write succeeded replayed true",
    "same execution true",
    "refused true /input/name",
  ]);
}
