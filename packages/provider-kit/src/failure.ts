/** How an action, or the port on its behalf, says that something was definitely refused. */

/** The codes of the contract that a provider call can end in. */
export type ProviderFailureCode =
  | "PROVIDER_UNAUTHORIZED"
  | "PROVIDER_FORBIDDEN"
  | "PROVIDER_NOT_FOUND"
  | "SECRET_NOT_FOUND"
  | "PROVIDER_REJECTED"
  | "PROVIDER_RATE_LIMITED"
  | "PROVIDER_ERROR"
  | "PROVIDER_TIMEOUT"
  | "PROVIDER_UNREACHABLE";

/** A definite failure: its code, and a sentence of ours about it. */
export type Refusal = {
  code: ProviderFailureCode;
  /** What happened and who does what next. Written by us: never a provider's message, which echoes its input. */
  detail?: string;
  /** When the same request may be tried again, in seconds, where the provider said so. */
  retryAfterSeconds?: number;
};

/** Thrown by the port and by actions for a definite failure. It carries no cause: transport errors quote headers. */
export class ProviderFailure extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = "ProviderFailure";
    this.refusal = refusal;
  }
}

/** Thrown by the port when the changing request's outcome cannot be known; an action has no business catching it. */
export class OutcomeUnknown extends Error {
  constructor() {
    super("The outcome of the changing request is unknown.");
    this.name = "OutcomeUnknown";
  }
}

/** Thrown when an action breaks the port's rules (a second change, a change in a read): a defect, never sent. */
export class PortMisuse extends Error {
  constructor(rule: string) {
    super(rule);
    this.name = "PortMisuse";
  }
}
