/** Faults in Connect and OAuth: the wrong page, the wrong person, the wrong token. */
import { at, type Mutant } from "./mutant.ts";

const wrongPage = "a Connect link used by the wrong page";
const wrongPerson = "a Connect link completed by the wrong person";
const renewal = "a refresh that loses or reuses a token";
const embedder = "packages/connect-ui/src/embedder.ts";
const follow = "packages/connect/src/follow.ts";
const settle = "packages/server/src/domain/connections/refresh-work.ts";
const pageTests = ["packages/connect-ui/test/safety.browser.test.ts"];
const embedTests = ["packages/connect/test/safety.browser.test.ts"];

export const connect: readonly Mutant[] = [
  {
    name: "page-tells-any-window",
    breaks: wrongPage,
    ...at(embedder, "postMessage({ ...message, session }, allowedOrigin)", 'postMessage({ ...message, session }, "*")'),
    tests: pageTests,
    pattern: "opened by another origin",
    generates: true,
  },
  {
    name: "page-hears-any-window",
    breaks: wrongPage,
    ...at(
      embedder,
      "if (other === null || source !== other || origin !== allowedOrigin) return;",
      "if (other === null || source === null || origin === null) return;",
    ),
    tests: pageTests,
    pattern: "from a foreign window",
    generates: true,
  },
  {
    name: "embedder-gives-the-token-to-any-origin",
    breaks: wrongPage,
    edits: [
      {
        file: follow,
        find: "if (event.origin !== target.origin || page === null || event.source !== page) return;",
        replace: "if (page === null || event.source !== page) return;",
      },
      { file: follow, find: "token: target.token }, target.origin);", replace: 'token: target.token }, "*");' },
    ],
    tests: embedTests,
    pattern: "navigated to another origin",
    generates: true,
  },
  {
    name: "embedder-does-not-check-the-sender",
    breaks: wrongPage,
    ...at(
      follow,
      "if (event.origin !== target.origin || page === null || event.source !== page) return;",
      "if (page === null) return;",
    ),
    tests: embedTests,
    pattern: "foreign window",
    generates: true,
  },
  {
    name: "connect-token-exchanged-twice",
    breaks: wrongPage,
    ...at(
      "packages/server/src/adapters/store/connect/sessions.ts",
      '.where("status", "=", "pending")\n',
      '.where("status", "in", ["pending", "opened"])\n',
    ),
    tests: ["packages/server/test/adapters/store/sqlite.test.ts"],
    pattern: "opens the session once",
  },
  {
    name: "origin-compared-by-prefix",
    breaks: wrongPage,
    ...at(
      "packages/server/src/domain/connect-sessions/frontend.ts",
      "origin === session.allowedOrigin ||",
      "origin.startsWith(session.allowedOrigin) ||",
    ),
    tests: ["packages/server/test/domain/connect-sessions/frontend.test.ts"],
  },
  {
    name: "return-url-of-a-host-with-the-same-end",
    breaks: wrongPage,
    ...at(
      "packages/contract/src/urls.ts",
      "if (url.origin !== prefix.origin) return false;",
      "if (!url.hostname.endsWith(prefix.hostname)) return false;",
    ),
    tests: ["packages/contract/test/urls.test.ts"],
  },
  {
    name: "wrong-completion-codes-without-end",
    breaks: wrongPerson,
    ...at(
      "packages/server/src/domain/connect-sessions/sessions.ts",
      "session.id, rejectionsMax, deps",
      "session.id, rejectionsMax * 1000, deps",
    ),
    tests: ["packages/server/test/domain/connect-sessions/sessions.test.ts"],
  },
  {
    name: "any-completion-code",
    breaks: wrongPerson,
    ...at(
      "packages/server/src/domain/connect-sessions/sessions.ts",
      "if (!genuine) throw await refuseCode",
      'if (!genuine && completionCode === "") throw await refuseCode',
    ),
    tests: ["packages/server/test/domain/connect-sessions/sessions.test.ts"],
  },
  {
    name: "callback-of-any-browser",
    breaks: "another user's authorization response",
    ...at(
      "packages/server/src/domain/connect-sessions/authorization-flow.ts",
      "flow.browserHash) ? secret : null",
      "flow.browserHash) ? secret : flow.browserHash",
    ),
    tests: ["conformance/suites/oauth/attacks-on-the-flow.test.ts"],
    pattern: "other-browser",
  },
  {
    name: "renewed-token-used-before-it-is-stored",
    breaks: renewal,
    edits: [
      {
        file: settle,
        find: "const kept = await withRetries(work, async () => {",
        replace: "void withRetries(work, async () => {",
      },
      {
        file: settle,
        find: "return await work.store.store(lease, version, refreshed);\n  });",
        replace:
          'return await work.store.store(lease, version, refreshed);\n  });\n  const kept = true as boolean | "gone" | null;',
      },
    ],
    tests: [
      "packages/server/test/domain/connections/refresh.test.ts",
      "packages/server/test/domain/connections/refresh-races.test.ts",
    ],
  },
  {
    name: "invalid-grant-condemns-without-reading-again",
    breaks: renewal,
    edits: [
      {
        file: "packages/server/src/adapters/store/connections/credential-refreshes.ts",
        find: "if (ended.numUpdatedRows === 0n) return false;\n  const isPresent",
        replace: "void ended;\n  const isPresent",
      },
      {
        file: "packages/server/src/adapters/store/connections/credential-refreshes.ts",
        find: '.where("id", "=", lease.connectionId)\n    .where("credential_version", "=", version);',
        replace: '.where("id", "=", lease.connectionId);',
      },
    ],
    tests: ["packages/server/test/adapters/store/sqlite.test.ts"],
    pattern: "slept past",
  },
  {
    name: "two-holders-of-one-renewal",
    breaks: renewal,
    ...at("packages/server/src/adapters/store/owners.ts", "<= ${now} or", "<> ${now} or"),
    tests: ["packages/server/test/adapters/store/sqlite.test.ts"],
    pattern: "takes the lease",
  },
];
