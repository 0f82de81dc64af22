/** Faults in sending: a request leaves before it is recorded, twice, or after its lease has ended. */
import { at, type Mutant } from "./mutant.ts";

const call = "packages/server/src/domain/provider-calls/call.ts";
const link = "packages/server/src/adapters/egress/link.ts";
const changeHooks = "packages/server/src/domain/executions/change-hooks.ts";
const attemptTests = ["packages/server/test/domain/executions/attempt.test.ts"];
const responseTests = ["packages/server/test/adapters/egress/responses.test.ts"];
const channel = "packages/server/src/adapters/egress/channel.ts";
const idleLinkTests = [
  "packages/server/test/adapters/egress/idle-links.test.ts",
  "packages/server/test/adapters/egress/spoiled-links.test.ts",
];
const anyDispatcher = {
  file: link,
  find: "readonly #client: Client;",
  replace: "readonly #client: Dispatcher;",
};

/** Sending, and the steps right before it. */
export const sending: readonly Mutant[] = [
  {
    name: "send-before-commit",
    breaks: "promise 3",
    ...at(
      call,
      "if (!(await hooks.beforeSend(facts))) {",
      "if (!(await Promise.race([hooks.beforeSend(facts), true]))) {",
    ),
    tests: attemptTests,
  },
  {
    name: "send-although-not-recorded",
    breaks: "promise 3",
    ...at(
      changeHooks,
      "state.dispatchMayBeRecorded = true;\n        return false;",
      "state.dispatchMayBeRecorded = true;\n        return deps.lease.holds(row.ownerId);",
    ),
    tests: ["packages/server/test/domain/executions/nth-interaction.test.ts"],
  },
  {
    name: "fetch-as-transport",
    breaks: "promise 1",
    edits: [
      { ...anyDispatcher, replace: "readonly #client: Client;\n  #origin: string;" },
      {
        file: link,
        find: "this.#client = new undici.Client(options.target.origin, {",
        replace:
          "this.#origin = options.target.origin.href;\n    this.#client = new undici.Client(options.target.origin, {",
      },
      {
        file: link,
        find: "this.#client.dispatch({ method, path, headers, body }, handler);",
        replace: `const controller = { abort: () => {}, pause: () => {}, resume: () => {} } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, {});
    const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as [string, string]] : []));
    fetch(new URL(path, this.#origin), { method, headers: pairs, body: body === null ? null : new Uint8Array(body) })
      .then(async (response) => {
        handler.onResponseStart?.(controller, response.status, Object.fromEntries(response.headers), "");
        handler.onResponseData?.(controller, Buffer.from(await response.arrayBuffer()));
        handler.onResponseEnd?.(controller, {});
      })
      .catch((error: Error) => handler.onResponseError?.(controller, error));`,
      },
    ],
    tests: responseTests,
    pattern: "307|303|421|reset",
  },
  {
    name: "redirect-followed",
    breaks: "a credential sent to the wrong host",
    edits: [
      anyDispatcher,
      {
        file: link,
        find: 'Pick<typeof undici, "Client">',
        replace: 'Pick<typeof undici, "Client" | "interceptors">',
      },
      {
        file: link,
        find: "keepAliveTimeoutThreshold: hintMarginMs,\n    });",
        replace:
          "keepAliveTimeoutThreshold: hintMarginMs,\n    }).compose(undici.interceptors.redirect({ maxRedirections: 5 }));",
      },
      {
        file: link,
        find: "this.#client.dispatch({ method,",
        replace: "this.#client.dispatch({ origin: this.#at, method,",
      },
      {
        file: link,
        find: "#dialsLeft = 1;\n",
        replace: '#dialsLeft = 1;\n  #at = "";\n',
      },
      {
        file: link,
        find: "    const { restMsMax } = options;",
        replace: "    const { restMsMax } = options;\n    this.#at = options.target.origin.href;",
      },
    ],
    tests: responseTests,
    pattern: "307|303|421|reset",
  },
  {
    name: "sent-again-after-reset",
    breaks: "promise 1",
    edits: [
      anyDispatcher,
      {
        file: link,
        find: 'Pick<typeof undici, "Client">',
        replace: 'Pick<typeof undici, "Client" | "interceptors">',
      },
      {
        file: link,
        find: "keepAliveTimeoutThreshold: hintMarginMs,\n    });",
        replace:
          'keepAliveTimeoutThreshold: hintMarginMs,\n    }).compose(undici.interceptors.retry({ maxRetries: 1, minTimeout: 1, methods: ["GET", "POST", "PUT", "DELETE"] }));',
      },
      { file: link, find: "#dialsLeft = 1;", replace: "#dialsLeft = 5;" },
    ],
    tests: responseTests,
    pattern: "reset",
  },
  {
    name: "change-begun-on-a-link-of-another-call",
    breaks: "promise 1",
    ...at(channel, "own === null && isRead ? this", "own === null ? this"),
    tests: idleLinkTests,
  },
  {
    name: "lost-change-sent-again-on-a-new-link",
    breaks: "promise 1",
    ...at(channel, "return isFirst && facts.kind", "return facts.kind"),
    tests: idleLinkTests,
  },
  {
    name: "response-that-nobody-asked-for-taken",
    breaks: "promise 2",
    ...at(channel, "(resolve) => setImmediate(resolve)", "(resolve) => void resolve(null)"),
    tests: idleLinkTests,
  },
  {
    name: "lease-not-asked-before-the-first-byte",
    breaks: "promise 1",
    ...at(changeHooks, "mayStillSend: () => deps.lease.holds(row.ownerId) && deps", "mayStillSend: () => deps"),
    tests: attemptTests,
  },
  {
    name: "lease-counted-from-its-response",
    breaks: "promise 1",
    ...at(
      "packages/server/src/domain/executions/lease.ts",
      "holdsUntilMs = askedAt + leaseMs;\n        return;",
      "holdsUntilMs = Math.max(askedAt, platform.monotonicMs()) + leaseMs;\n        return;",
    ),
    tests: ["packages/server/test/domain/executions/lease.test.ts"],
  },
  {
    name: "response-told-before-it-is-recorded",
    breaks: "promise 2",
    ...at(
      "packages/server/src/domain/executions/settle.ts",
      'status: mayBeDispatched ? "outcome_unknown" : "failed",',
      "status: settlement.status,",
    ),
    tests: ["packages/server/test/domain/executions/nth-interaction.test.ts"],
  },
];
