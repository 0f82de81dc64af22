/**
 * One provider call: the port that an action's `run` uses. It sends, passes the facts to the kit's pure judges, and
 * keeps their verdicts. Its only own decision is when to repeat a read.
 */
import {
  judgeChange,
  judgeRead,
  OutcomeUnknown,
  PortMisuse,
  ProviderFailure,
  type ChangeVerdict,
  type ExchangeFacts,
  type Marker,
  type Provider,
  type ProviderAnswer,
  type ProviderAuth,
  type ProviderPort,
  type ProviderRequest,
  type ReadVerdict,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { echoes, secretsOf } from "./echoes.ts";
import type { ProviderChannel, ProviderTransport } from "./port.ts";

/** How often and how patiently a read is repeated within its deadline. */
export type ReadRetryLimits = {
  attemptsMax: number;
  backoffBaseMs: number;
  /** The longest `Retry-After` to wait for within a call. */
  retryAfterMsMax: number;
};

/** Defaults: three attempts, 150 ms doubling with jitter, and no `Retry-After` beyond five seconds. */
export const readRetryDefaults: ReadRetryLimits = { attemptsMax: 3, backoffBaseMs: 150, retryAfterMsMax: 5000 };

/** Thrown if a changing request was abandoned before its first byte; the record gets `ACTION_NOT_DISPATCHED`. */
export class NotDispatched extends Error {
  constructor() {
    super("The changing request was not sent.");
    this.name = "NotDispatched";
  }
}

/** What the execution record needs from the sending of its change. */
export type ChangeHooks = {
  /** Whether these are facts that the action declares. If not, nothing is sent. @param facts null for none. */
  acceptsFacts(facts: unknown): boolean;
  /** Durably records `dispatched` with the facts. False: another writer has settled the record, and nothing may be sent. */
  beforeSend(facts: unknown): Promise<boolean>;
  /** Called immediately before the first byte: whether lease and deadline still hold. */
  mayStillSend(): boolean;
  /** Called with an answer that arrived after the call was abandoned. */
  onLate(verdict: ChangeVerdict): void;
};

/** What is known of a call so far; `change` is null until a changing request was attempted. */
export type CallReport = {
  change: ChangeVerdict | null;
  providerStatus: number | null;
  providerRequestId: string | null;
};

/**
 * An open call. `secrets` returns the credential's secret texts, to compare with responses; `close` releases its
 * connection.
 */
export type ProviderCall = {
  port: ProviderPort;
  report: Readonly<CallReport>;
  secrets: () => readonly string[];
  close(): void;
};

/** What a call needs. `credential` is opened for this call only. */
export type ProviderCallOptions = {
  transport: ProviderTransport;
  platform: Platform;
  provider: Provider;
  auth: ProviderAuth;
  credential: unknown;
  /** The connection of the credential, if it already has one. */
  connectionId?: string | undefined;
  /** The version of that connection's credential. */
  credentialVersion?: number | undefined;
  /** The end of the entire call, on the monotonic clock. */
  deadlineMs: number;
  retry: ReadRetryLimits;
  /** Null for a read-only action: its `change` is rejected before anything is written. */
  hooks: ChangeHooks | null;
  /** Makes the marker of the execution that calls. Without it there is none, and asking for it is a bug. */
  marker?: () => Marker;
};

/** Opens the port of one call. */
export function openProviderCall(options: ProviderCallOptions): ProviderCall {
  const { provider, auth, hooks } = options;
  // The vault returns what was sealed under the same auth, so its type is right.
  const credential = options.credential as never;
  const credentialKind = auth.credentialKind(credential);
  const headers = auth.headers(credential);
  let known: readonly string[] | null = null;
  const secrets = (): readonly string[] => (known ??= secretsOf(auth, credential, headers));
  const channel = options.transport.open(provider.slug, {
    headers,
    connectionId: options.connectionId,
    credentialVersion: options.credentialVersion,
    deadlineMs: options.deadlineMs,
  });
  const note = (answer: ProviderAnswer): void => {
    report.providerStatus = answer.status;
    report.providerRequestId = safeRequestId(answer.requestId, secrets);
  };
  const report: CallReport = { change: null, providerStatus: null, providerRequestId: null };
  let changeBegun = false;

  const port: ProviderPort = {
    credentialKind,
    get marker() {
      if (options.marker === undefined) throw new PortMisuse("Only an execution has a marker.");
      return options.marker();
    },
    async read(request, readOptions) {
      if (request.method !== "GET") throw new PortMisuse("A read must be a GET.");
      const verdict = await readWithin(channel, request, readOptions?.accept, options);
      if (verdict.kind === "failed") throw new ProviderFailure({ code: verdict.code });
      const { answer } = verdict;
      // The record names the change's own response, so a later read must not replace it.
      if (report.change === null) note(answer);
      if (accepts(answer.status, readOptions?.accept)) return answer;
      throw refusal(provider, answer, { credentialKind, change: false }, verdict.retryAfterSeconds);
    },
    async change(request, { accept, facts = null }) {
      if (hooks === null) throw new PortMisuse("An action whose effect is read may not change anything.");
      if (changeBegun) throw new PortMisuse("An action sends at most one changing request.");
      if (request.method === "GET") throw new PortMisuse("A change cannot be a GET.");
      changeBegun = true;
      if (!hooks.acceptsFacts(facts)) throw new PortMisuse("The facts aren't those that the action declares.");
      if (!(await hooks.beforeSend(facts))) {
        report.change = { kind: "not_sent", reason: "not_allowed" };
        throw new NotDispatched();
      }
      const judge = (exchange: ExchangeFacts): ChangeVerdict => judgeChange(exchange, accept, request.answerBody);
      const onLate = (exchange: ExchangeFacts): void => hooks.onLate(judge(exchange));
      const verdict = judge(await channel.send(request, { mayStillSend: hooks.mayStillSend, onLate }));
      report.change = verdict;
      if (verdict.kind === "accepted" || verdict.kind === "refused") note(verdict.answer);
      if (verdict.kind === "unknown") {
        report.providerStatus = verdict.providerStatus;
        report.providerRequestId = safeRequestId(verdict.requestId, secrets);
      }
      return concludeChange(verdict, report, provider, credentialKind);
    },
  };
  return { port, report, secrets, close: () => channel.close() };
}

function concludeChange(
  verdict: ChangeVerdict,
  report: CallReport,
  provider: Provider,
  credentialKind: string,
): ProviderAnswer {
  switch (verdict.kind) {
    case "accepted":
      return verdict.answer;
    case "refused":
      throw refusal(provider, verdict.answer, { credentialKind, change: true }, verdict.retryAfterSeconds);
    case "not_sent":
      // A probe's response says nothing about a change that was never sent.
      report.providerStatus = null;
      report.providerRequestId = null;
      if (verdict.reason === "not_allowed" || verdict.reason === "deadline") throw new NotDispatched();
      throw new ProviderFailure({ code: "PROVIDER_UNREACHABLE" });
    case "unknown":
      throw new OutcomeUnknown();
  }
}

/** Returns the provider's request id, or none if it repeats part of the credential. */
function safeRequestId(requestId: string | null, secrets: () => readonly string[]): string | null {
  return requestId === null || echoes(secrets(), requestId) ? null : requestId;
}

function accepts(status: number, accept: readonly number[] | undefined): boolean {
  return accept === undefined ? status >= 200 && status < 300 : accept.includes(status);
}

function refusal(
  provider: Provider,
  answer: ProviderAnswer,
  context: { credentialKind: string; change: boolean },
  retryAfterSeconds: number | null,
): ProviderFailure {
  const refused = provider.refuse(answer, context);
  return new ProviderFailure(
    retryAfterSeconds === null || refused.retryAfterSeconds !== undefined ? refused : { ...refused, retryAfterSeconds },
  );
}

async function readWithin(
  channel: ProviderChannel,
  request: ProviderRequest,
  accept: readonly number[] | undefined,
  options: ProviderCallOptions,
): Promise<ReadVerdict> {
  const { platform, retry, deadlineMs } = options;
  for (let attempt = 1; ; attempt += 1) {
    const verdict = judgeRead(await channel.send(request), accept);
    const waitMs = waitBeforeRepeat(verdict, attempt, retry, platform.jitter());
    if (waitMs === null || platform.monotonicMs() + waitMs >= deadlineMs) return verdict;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/**
 * Decides whether to repeat a read, and after how long.
 * @param jitter a number in [0, 1).
 * @returns milliseconds to wait, or null to stop.
 */
export function waitBeforeRepeat(
  verdict: ReadVerdict,
  attempt: number,
  retry: ReadRetryLimits,
  jitter: number,
): number | null {
  if (attempt >= retry.attemptsMax) return null;
  const backoffMs = retry.backoffBaseMs * 2 ** (attempt - 1) * (0.5 + jitter);
  if (verdict.kind === "failed") return verdict.repeatable ? backoffMs : null;
  if (verdict.answer.status !== 429) return null;
  if (verdict.retryAfterSeconds === null) return backoffMs;
  const askedMs = verdict.retryAfterSeconds * 1000;
  return askedMs > retry.retryAfterMsMax ? null : Math.max(askedMs, backoffMs);
}
