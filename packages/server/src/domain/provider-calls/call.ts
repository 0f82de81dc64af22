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
  type ResponseContext,
  type ChangeVerdict,
  type ExchangeFacts,
  type Marker,
  type Provider,
  type ProviderResponse,
  type ProviderAuth,
  type ProviderPort,
  type ProviderRequest,
  type Refusal,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { strategyFor } from "../auth-kinds/table.ts";
import { addressOfListed } from "../catalog/listed-origins.ts";
import { authenticatedBy, authenticatedWith, unlessOwnClock } from "./authenticated.ts";
import { type BearerTokens, fixedTokenEndpoint, type TokenEndpoint } from "./bearer.ts";
import { echoes, secretsOf } from "./echoes.ts";
import { NotDispatched, type ProviderChannel, type ProviderTransport } from "./port.ts";
import { bodyRules, continuedOn, readWithin, type ReadRetryLimits } from "./reads.ts";

/** Hooks around the changing request, for the execution record. */
export type ChangeHooks = {
  /** Whether the facts match the action's declaration. If not, nothing is sent. @param facts null for none. */
  acceptsFacts(facts: unknown): boolean;
  /** Durably records `dispatched`, with the facts. If it returns false, nothing may be sent. */
  beforeSend(facts: unknown): Promise<boolean>;
  /** Called immediately before the first byte is sent: whether the lease is valid and the deadline has not passed. */
  mayStillSend(): boolean;
  /** Called with a response that arrived after the call was abandoned. */
  onLate(verdict: ChangeVerdict): void;
};

/** What is known about a call so far. `change` is null until a changing request was attempted. */
export type CallReport = {
  change: ChangeVerdict | null;
  providerStatus: number | null;
  providerRequestId: string | null;
};

/**
 * An open call. `secrets` returns the credential's secret texts, for finding them in responses; `close` releases its
 * network connection.
 */
export type ProviderCall = {
  port: ProviderPort;
  report: Readonly<CallReport>;
  secrets: () => readonly string[];
  close(): void;
};

/** Options of a call. `credential` is opened only for this call. */
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
  /** The connection's origin, from the operator's list; "" or absent if the provider has a fixed one. */
  listedOrigin?: string | undefined;
  /** Deadline of the entire call on the monotonic clock. */
  deadlineMs: number;
  retry: ReadRetryLimits;
  /** Keeps the tokens that credentials are exchanged for. Without it, each call makes its own exchange. */
  bearerTokens?: BearerTokens | undefined;
  /** Null for a read-only action: its `change` is rejected before anything is written. */
  hooks: ChangeHooks | null;
  /** Returns the execution's marker. Absent outside executions; using the port's marker is then a bug. */
  marker?: () => Marker;
  /** True while the connection's facts are being discovered: requests then omit the connection's path prefix. */
  isDiscovering?: boolean;
};

/** Opens the port of one call. */
export function openProviderCall(options: ProviderCallOptions): ProviderCall {
  const { provider, auth, hooks } = options;
  // The vault returns a credential that was sealed under the same auth, so its type is correct.
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
  const sign = strategy.signer(auth, credential);
  const openWith = (more: Readonly<Record<string, string>>): ProviderChannel =>
    options.transport.open(provider.slug, {
      headers: { ...headers, ...more },
      sign,
      connectionId,
      credentialVersion,
      listedOrigin,
      deadlineMs,
    });
  // Without a separate token endpoint, a token is requested like anything else on the connection.
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
  const note = (response: ProviderResponse): void => {
    report.providerStatus = response.status;
    report.providerRequestId = safeRequestId(response.requestId, secrets);
  };
  const report: CallReport = { change: null, providerStatus: null, providerRequestId: null };
  let changeBegun = false;

  const contextOf = (change: boolean): ResponseContext => ({ credentialKind, change });
  const isTimed = source?.kind === "signed" || sign !== undefined;
  const unlessTimed = (refusal: Refusal, response: ProviderResponse): Refusal =>
    isTimed ? unlessOwnClock(refusal, response, options.platform.nowMs()) : refusal;
  const refusalOf = (response: ProviderResponse, change: boolean): Refusal =>
    unlessTimed(provider.refuse(response, contextOf(change)), response);
  const readOn = async (
    channel: ProviderChannel,
    request: ProviderRequest,
    accept: readonly number[] | undefined,
  ): Promise<ProviderResponse> => {
    const verdict = await readWithin(channel, place(request), {
      ...options,
      accept,
      rules: bodyRules(provider, request, contextOf(false)),
      refusalOf: (response) => refusalOf(response, false),
    });
    if (verdict.kind === "failed") throw new ProviderFailure({ code: verdict.code });
    if (verdict.kind === "not_sent") throw new NotDispatched(verdict.reason === "local");
    const { response, retryAfterSeconds } = verdict;
    // The record shows the change's own response, so a later read must not replace it.
    if (report.change === null) note(response);
    if (verdict.kind === "refused") throw failure(unlessTimed(verdict.refusal, response), retryAfterSeconds);
    if (accepts(response.status, accept)) return response;
    throw failure(refusalOf(response, false), retryAfterSeconds);
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
      if (!hooks.acceptsFacts(facts)) throw new PortMisuse("The facts don't match those that the action declares.");
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
      const placed = place(request);
      const sent = await channel.send(placed, { mayStillSend, onLate });
      const verdict = judge(await continuedOn(channel, placed, sent, options));
      report.change = verdict;
      if (verdict.kind === "accepted" || verdict.kind === "refused") note(verdict.response);
      if (verdict.kind === "unknown") {
        report.providerStatus = verdict.providerStatus;
        report.providerRequestId = safeRequestId(verdict.requestId, secrets);
      }
      return concludeChange(verdict, report, (response) => refusalOf(response, true));
    },
  };
  return { port, report, secrets, close: () => authenticated.close() };
}

/** @throws PortMisuse if the provider doesn't declare this kind of request. */
function assertAllowed(provider: Provider, request: ProviderRequest, purpose: "read" | "change"): void {
  const fault = requestFault(provider, request, purpose);
  if (fault !== null) throw new PortMisuse(fault);
}

function concludeChange(
  verdict: ChangeVerdict,
  report: CallReport,
  refusalOf: (response: ProviderResponse) => Refusal,
): ProviderResponse {
  switch (verdict.kind) {
    case "accepted":
      return verdict.response;
    case "refused":
      throw failure(verdict.refusal ?? refusalOf(verdict.response), verdict.retryAfterSeconds);
    case "not_sent":
      // A probe's response says nothing about a change that was never sent.
      report.providerStatus = null;
      report.providerRequestId = null;
      if (verdict.reason === "local") throw new NotDispatched(true);
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
