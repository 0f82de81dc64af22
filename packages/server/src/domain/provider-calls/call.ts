/**
 * One provider call: the port that an action's `run` uses. It sends, passes the facts to the kit's pure judges, and
 * keeps their verdicts.
 */
import {
  connectionPrefix,
  inRegion,
  judgeChange,
  OutcomeUnknown,
  placeRequest,
  PortMisuse,
  ProviderFailure,
  requestFault,
  type AnswerContext,
  type ChangeVerdict,
  type ExchangeFacts,
  type Marker,
  type Provider,
  type ProviderAnswer,
  type ProviderAuth,
  type ProviderPort,
  type ProviderRequest,
  type Refusal,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { strategyFor } from "../auth-kinds/table.ts";
import { addressOfListed } from "../catalog/listed-origins.ts";
import { authenticatedBy, authenticatedWith } from "./authenticated.ts";
import { fixedTokenEndpoint, type TokenEndpoint } from "./bearer.ts";
import type { BearerTokens } from "./bearer-tokens.ts";
import { echoes, secretsOf } from "./echoes.ts";
import type { ProviderChannel, ProviderTransport } from "./port.ts";
import { bodyRules, readWithin, type ReadRetryLimits } from "./reads.ts";

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
  /** The connection's origin out of the operator's list; "" or absent if its provider's is fixed. */
  listedOrigin?: string | undefined;
  /** The end of the entire call, on the monotonic clock. */
  deadlineMs: number;
  retry: ReadRetryLimits;
  /** Where tokens that the credential is exchanged for are kept; without it, each call makes its own exchange. */
  bearerTokens?: BearerTokens | undefined;
  /** Null for a read-only action: its `change` is rejected before anything is written. */
  hooks: ChangeHooks | null;
  /** Makes the marker of the execution that calls. Without it there is none, and asking for it is a bug. */
  marker?: () => Marker;
  /** True before the connection's facts are known: then no request has the connection's path. */
  isDiscovering?: boolean;
};

/** Opens the port of one call. */
export function openProviderCall(options: ProviderCallOptions): ProviderCall {
  const { provider, auth, hooks } = options;
  // The vault returns what was sealed under the same auth, so its type is right.
  const credential = options.credential as never;
  const credentialKind = auth.credentialKind(credential);
  const headers = auth.headers(credential);
  const strategy = strategyFor(auth.kind);
  const connectionFacts = strategy.facts(auth, credential);
  const prefix = options.isDiscovering === true ? [] : connectionPrefix(provider, connectionFacts);
  const place = (request: ProviderRequest): ProviderRequest =>
    inRegion(provider, connectionFacts, placeRequest(prefix, request));
  let known: readonly string[] | null = null;
  const { connectionId, credentialVersion, listedOrigin, deadlineMs } = options;
  const openWith = (more: Readonly<Record<string, string>>): ProviderChannel =>
    options.transport.open(provider.slug, {
      headers: { ...headers, ...more },
      sign: strategy.signer(auth, credential),
      connectionId,
      credentialVersion,
      listedOrigin,
      deadlineMs,
    });
  // Without a token endpoint elsewhere, a token is requested like anything else of the connection.
  const tokenEndpoint: TokenEndpoint =
    strategy.tokenOrigin(auth) === null
      ? { place, open: (until) => options.transport.open(provider.slug, { headers, listedOrigin, deadlineMs: until }) }
      : fixedTokenEndpoint(options.transport, provider);
  const source = strategy.bearer(auth, credential);
  const authenticated =
    source === null
      ? authenticatedBy(openWith({}))
      : authenticatedWith({ ...options, tokenEndpoint }, source, openWith);
  const secrets = (): readonly string[] => [
    ...(known ??= secretsOf(auth, credential, headers)),
    ...authenticated.secrets(),
  ];
  const note = (answer: ProviderAnswer): void => {
    report.providerStatus = answer.status;
    report.providerRequestId = safeRequestId(answer.requestId, secrets);
  };
  const report: CallReport = { change: null, providerStatus: null, providerRequestId: null };
  let changeBegun = false;

  const contextOf = (change: boolean): AnswerContext => ({ credentialKind, change });
  const refusalOf = (answer: ProviderAnswer, change: boolean): Refusal => provider.refuse(answer, contextOf(change));
  const readOn = async (
    channel: ProviderChannel,
    request: ProviderRequest,
    accept: readonly number[] | undefined,
  ): Promise<ProviderAnswer> => {
    const verdict = await readWithin(channel, place(request), {
      ...options,
      accept,
      rules: bodyRules(provider, request, contextOf(false)),
      refusalOf: (answer) => refusalOf(answer, false),
    });
    if (verdict.kind === "failed") throw new ProviderFailure({ code: verdict.code });
    const { answer, retryAfterSeconds } = verdict;
    // The record names the change's own response, so a later read must not replace it.
    if (report.change === null) note(answer);
    if (verdict.kind === "refused") throw failure(verdict.refusal, retryAfterSeconds);
    if (accepts(answer.status, accept)) return answer;
    throw failure(refusalOf(answer, false), retryAfterSeconds);
  };
  const port: ProviderPort = {
    origin: addressOfListed(listedOrigin) ?? provider.origin,
    credentialKind,
    connectionFacts,
    get marker() {
      if (options.marker === undefined) throw new PortMisuse("Only an execution has a marker.");
      return options.marker();
    },
    async read(request, readOptions) {
      assertAllowed(provider, request, "read");
      const channel = await authenticated.ready();
      try {
        return await readOn(channel, request, readOptions?.accept);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || !authenticated.renew(channel, error.refusal.code)) throw error;
        return await readOn(await authenticated.ready(), request, readOptions?.accept);
      }
    },
    async change(request, { accept, facts = null }) {
      if (hooks === null) throw new PortMisuse("An action whose effect is read may not change anything.");
      if (changeBegun) throw new PortMisuse("An action sends at most one changing request.");
      assertAllowed(provider, request, "change");
      changeBegun = true;
      if (!hooks.acceptsFacts(facts)) throw new PortMisuse("The facts aren't those that the action declares.");
      // Without a token, nothing is recorded as sent.
      const channel = await authenticated.ready();
      if (!(await hooks.beforeSend(facts))) {
        report.change = { kind: "not_sent", reason: "not_allowed" };
        throw new NotDispatched();
      }
      const rules = bodyRules(provider, request, contextOf(true));
      const judge = (exchange: ExchangeFacts): ChangeVerdict => judgeChange(exchange, accept, rules);
      const onLate = (exchange: ExchangeFacts): void => hooks.onLate(judge(exchange));
      const { mayStillSend } = hooks;
      const verdict = judge(await channel.send(place(request), { mayStillSend, onLate }));
      report.change = verdict;
      if (verdict.kind === "accepted" || verdict.kind === "refused") note(verdict.answer);
      if (verdict.kind === "unknown") {
        report.providerStatus = verdict.providerStatus;
        report.providerRequestId = safeRequestId(verdict.requestId, secrets);
      }
      return concludeChange(verdict, report, (answer) => refusalOf(answer, true));
    },
  };
  return { port, report, secrets, close: () => authenticated.close() };
}

/** @throws PortMisuse if the provider doesn't declare such a request. */
function assertAllowed(provider: Provider, request: ProviderRequest, purpose: "read" | "change"): void {
  const fault = requestFault(provider, request, purpose);
  if (fault !== null) throw new PortMisuse(fault);
}

function concludeChange(
  verdict: ChangeVerdict,
  report: CallReport,
  refusalOf: (answer: ProviderAnswer) => Refusal,
): ProviderAnswer {
  switch (verdict.kind) {
    case "accepted":
      return verdict.answer;
    case "refused":
      throw failure(verdict.refusal ?? refusalOf(verdict.answer), verdict.retryAfterSeconds);
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

function failure(refused: Refusal, retryAfterSeconds: number | null): ProviderFailure {
  return new ProviderFailure(
    retryAfterSeconds === null || refused.retryAfterSeconds !== undefined ? refused : { ...refused, retryAfterSeconds },
  );
}
