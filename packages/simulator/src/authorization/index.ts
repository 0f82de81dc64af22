/** A simulated OAuth 2.0 authorization server. */
export { isLoopbackUrl, simulatedApp } from "./apps.ts";
export type { RegisteredApp } from "./apps.ts";
export type {
  AuthorizationError,
  AuthorizationOptions,
  ConsentingUser,
  Issued,
  OAuthToken,
  RevocationOptions,
  TokenFailure,
  TokenPair,
} from "./options.ts";
export { escapeHtml, messagePage, pageChoice, providerPage } from "./page.ts";
export { authorizationCommands, authorizationRoutes } from "./routes.ts";
export type { AuthorizationPaths, WithAuthorization } from "./routes.ts";
export { AuthorizationServer } from "./server.ts";
export { authorizationPositions, authorizationSwitches } from "./switches.ts";
export type { AuthorizationSwitches } from "./switches.ts";
