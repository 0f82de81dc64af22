/**
 * Key services: AWS KMS, Google Cloud KMS, Azure Key Vault, and the transit engine of Vault and OpenBao. svc makes a root
 * key, the service wraps it, and the database stores only what the service returned. The service is needed at the start
 * and for a rotation, and not in between.
 */

/** The deployment and the root key that a wrapped key belongs to. It opens for no other. */
export type KeyContext = { deploymentId: string; rootKeyId: string };

/** A root key as a service returned it. */
export type WrappedByService = {
  wrapped: Uint8Array;
  /** The version of the service's key, as the service names it; "" if it names none. */
  version: string;
};

/** Something about a service's key that an operator must know before the key is lost. */
export type KeyNotice = { level: "fail" | "warn" | "look"; detail: string; remedy: string };

/** One key of one service. Each method throws {@link KeyServiceError}. */
export type KeyService = {
  /** The service's own name, such as `AWS KMS`. */
  readonly product: string;
  wrap(key: Uint8Array, context: KeyContext): Promise<WrappedByService>;
  /** @returns the key, which the caller wipes. */
  unwrap(stored: WrappedByService, context: KeyContext): Promise<Uint8Array>;
  /** Reads whether the key is about to be deleted, disabled or out of date. It changes nothing. */
  examine(stored: WrappedByService): Promise<KeyNotice[]>;
};

/**
 * - `away`: no response, or one that says to try again.
 * - `denied`: the service refuses, or the platform has no credentials for it.
 * - `unusable`: its key is missing, disabled or about to be deleted.
 * - `foreign`: the service works, and the wrapped key isn't one of its key's, or belongs to another deployment.
 */
export type KeyServiceFault = "away" | "denied" | "unusable" | "foreign";

/** A key service didn't do what svc asked. The message is our own: a service's could quote what it was sent. */
export class KeyServiceError extends Error {
  override readonly name = "KeyServiceError";
  readonly fault: KeyServiceFault;

  /** @param message a clause without its period: what is wrong, and what to do if it isn't obvious. */
  constructor(fault: KeyServiceFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** One request to a key service, or to the platform that has the credentials for it. */
export type KeyRequest = {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Whether it goes to this machine's platform, such as a metadata service. Such a request never takes a proxy. */
  isLocal?: boolean;
};

/** The response to one request. */
export type KeyResponse = { status: number; bytes: Buffer };

/** Sends one request, once. Returns null if there was no complete response in time. */
export type SendKeyRequest = (request: KeyRequest) => Promise<KeyResponse | null>;

/** How to log in to Vault or OpenBao: with a token in a file, or with a role for Kubernetes. */
export type TransitLogin = {
  tokenFile: string | null;
  role: string | null;
  /** Where the Kubernetes auth method is mounted. */
  authMount: string;
  /** The file with the service account's token. */
  jwtFile: string;
  namespace: string | null;
};

/** What the services' clients need from this process. */
export type KeyServiceDeps = {
  send: SendKeyRequest;
  /** Variables of the platform, such as `AWS_REGION`; null if empty or not set. */
  variable: (name: string) => string | null;
  transit: TransitLogin;
  nowMs: () => number;
  randomBytes: (count: number) => Uint8Array;
};
