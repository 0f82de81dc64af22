/** The errors of actions and the port: definite failures, unknown outcomes, and bugs in a declaration or an action. */

/** The contract's codes for a failed provider call. */
export type ProviderFailureCode =
  | "PROVIDER_UNAUTHORIZED"
  | "PROVIDER_FORBIDDEN"
  | "RESOURCE_NOT_FOUND"
  | "SECRET_NOT_FOUND"
  | "PROVIDER_REJECTED"
  | "PROVIDER_RATE_LIMITED"
  | "PROVIDER_ERROR"
  | "PROVIDER_TIMEOUT"
  | "PROVIDER_UNREACHABLE";

/** A definite failure: its code, and a sentence that svc wrote. */
export type Refusal = {
  code: ProviderFailureCode;
  /** What happened and what to do next. Never a provider's message, because those quote the input. */
  detail?: string;
  /** Seconds to wait before the same request is tried again, if the provider said so. */
  retryAfterSeconds?: number;
};

/** An external provider brings its own copy of this kit, so classes are recognized by a mark, not by identity. */
function isMarked(value: unknown, mark: symbol): boolean {
  return typeof value === "object" && value !== null && mark in value;
}

const failureMark = Symbol.for("svc.provider-kit.ProviderFailure");
const unknownMark = Symbol.for("svc.provider-kit.OutcomeUnknown");
const misuseMark = Symbol.for("svc.provider-kit.PortMisuse");

const declarationMark = Symbol.for("svc.provider-kit.DeclarationError");

/**
 * Thrown if a provider or an action breaks a declaration rule. The one-line message names the provider or action and
 * the rule.
 */
export class DeclarationError extends RangeError {
  readonly [declarationMark] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, declarationMark);
  }

  constructor(name: string, rule: string) {
    super(`${name}: ${rule}`);
    this.name = "DeclarationError";
  }
}

/**
 * Thrown by the port and by actions for a definite failure. It has no cause, because transport errors quote headers.
 */
export class ProviderFailure extends Error {
  readonly refusal: Refusal;
  readonly [failureMark] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, failureMark);
  }

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = "ProviderFailure";
    this.refusal = refusal;
  }
}

/** Thrown by the port if the outcome of the changing request is unknown. An action must not catch it. */
export class OutcomeUnknown extends Error {
  readonly [unknownMark] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, unknownMark);
  }

  constructor() {
    super("The outcome of the changing request is unknown.");
    this.name = "OutcomeUnknown";
  }
}

/** Thrown if an action breaks the port's rules (a second change, a change in a read). It's a bug; nothing is sent. */
export class PortMisuse extends Error {
  readonly [misuseMark] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, misuseMark);
  }

  constructor(rule: string) {
    super(rule);
    this.name = "PortMisuse";
  }
}
