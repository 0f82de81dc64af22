export { credentialExpiryMs, type IdentifiedAccount, type ProviderAccount } from "./account.ts";
export { type Action, type ActionDefinition, type ActionEffect, type ActionIdempotency } from "./action.ts";
export { defineAction } from "./define.ts";
export { declarationFaults } from "./action-rules.ts";
export type { BearerExchange, BearerSource, IssuedBearer, SignedBearer, UnsignedJwt } from "./bearer.ts";
export { judgeBody, type BodyJudge, type BodyVerdict } from "./body-verdict.ts";
export { connectionPrefix, placeRequest, readConnectionFacts } from "./connection-facts.ts";
export { refusedWays } from "./credential-ways.ts";
export { defineEvents } from "./events/define.ts";
export {
  accountsOf,
  eventAccountsMax,
  type EventFields,
  type ProviderEvents,
  type ProviderEventType,
  type ReadEvent,
} from "./events/declaration.ts";
export { jsonBody, type Delivery } from "./events/delivery.ts";
export { eventsFaults, ownEventFields } from "./events/rules.ts";
export {
  isTimely,
  proofOf,
  type DeliveryProof,
  type DeliveryTime,
  type SignedPart,
  type Verification,
} from "./events/verification.ts";
export {
  factsMaxBytes,
  quietSecondsDefault,
  type Evidence,
  type EvidenceDefinition,
  type EvidenceStrength,
  type EvidenceVerdict,
  type Look,
} from "./evidence.ts";
export { type Marker } from "./request.ts";
export {
  judgeChange,
  judgeRead,
  type BodyFacts,
  type BodyRules,
  type ChangeVerdict,
  type ExchangeFacts,
  type LostReason,
  type NotSentReason,
  type ReadVerdict,
} from "./exchange.ts";
export { readEntries, repeatedPage, unreadableCount } from "./pages.ts";
export { counted, listed, quoted, separated, shortened } from "./preview-text.ts";
export { checksumOf } from "./checksum.ts";
export { preconditionMaxBytes, type ActionPreview, type Preview, type PreviewDefinition } from "./preview.ts";
export { graphqlOperation, graphqlRequest, judgeGraphql, type GraphqlError } from "./graphql.ts";
export { headerNameFault } from "./header-rules.ts";
export { jwtClaims, jwtExpiry } from "./jwt.ts";
export { originField, originName, originNamePattern } from "./listed-origin.ts";
export { toMarker } from "./marker.ts";
export type { ProviderModule, RunningSimulator, SimulatorModule } from "./package.ts";
export {
  DeclarationError,
  OutcomeUnknown,
  PortMisuse,
  ProviderFailure,
  type ProviderFailureCode,
  type Refusal,
} from "./failure.ts";
export {
  coversScopes,
  scopesOf,
  type AuthorizationServer,
  type ConnectionFact,
  type OAuthAuth,
  type OAuthCredential,
  type RevocationEndpoint,
  type ScopeResponse,
} from "./oauth.ts";
export {
  oauthAuthOf,
  staticAuthOf,
  type ResponseContext,
  type CredentialField,
  type CredentialHint,
  type GrantAdvice,
  type KeptCredential,
  type Provider,
  type ProviderAuth,
  type RetryAfterHeader,
  type StaticCredentialAuth,
} from "./provider.ts";
export { staticCredential } from "./define.ts";
export { defineProvider } from "./define.ts";
export { providerFaults } from "./provider-rules.ts";
export { acceptedType, declaredPath, requestContent, requestTarget, samePath } from "./request-text.ts";
export { inRegion, originsOf, regionField, regionMark } from "./regions.ts";
export { readRetryAfter } from "./retry-after.ts";
export { isReadRequest, requestFault, type RequestRules } from "./request-rules.ts";
export { type PostRead } from "./provider.ts";
export type {
  ResponseBody,
  FormValue,
  ProviderResponse,
  ProviderMethod,
  ProviderPort,
  ProviderRequest,
  QueryValue,
  ReadPort,
} from "./request.ts";
export { continued, type Continuation } from "./continuation.ts";
export { readRpc, RpcReader, type RpcReading, type RpcResponse } from "./rpc.ts";
export type { RequestSigner, SignableRequest } from "./signing.ts";
export { unconfirmed, type Unconfirmed } from "./unconfirmed.ts";
export { unstated } from "./unstated.ts";
