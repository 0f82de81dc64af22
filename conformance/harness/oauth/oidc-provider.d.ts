/** The part of oidc-provider's interface that the tests use; the package has no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface StoredToken {
    readonly jti: string;
    readonly accountId: string;
    readonly grantId: string;
    readonly scope?: string;
    readonly isValid: boolean;
    destroy(): Promise<void>;
  }

  interface TokenModel {
    find(value: string): Promise<StoredToken | undefined>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface GrantInstance {
    readonly jti: string;
    readonly accountId: string;
    addOIDCScope(scope: string): void;
    rejectOIDCScope(scope: string): void;
    save(): Promise<string>;
    destroy(): Promise<void>;
  }

  interface InteractionDetails {
    readonly uid: string;
    readonly prompt: { readonly name: string; readonly details: { readonly missingOIDCScope?: readonly string[] } };
    readonly params: Readonly<Record<string, string>>;
    readonly session?: { readonly accountId: string };
  }

  interface RequestContext {
    status: number;
    body: unknown;
    readonly path: string;
    readonly method: string;
    readonly oidc: { readonly params?: Readonly<Record<string, string | undefined>> };
  }

  /** An OpenID-certified authorization server on Koa. */
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly AccessToken: TokenModel;
    readonly RefreshToken: TokenModel;
    readonly Grant: {
      new (of: { accountId: string; clientId: string }): GrantInstance;
      find(id: string): Promise<GrantInstance | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: RequestContext, next: () => Promise<void>) => Promise<void>): void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: string, listener: (...args: readonly unknown[]) => void): void;
  }
}
