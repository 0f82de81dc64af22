export type { ProviderAccount } from "./account.ts";
export {
  defineAction,
  type Action,
  type ActionDefinition,
  type ActionEffect,
  type ActionIdempotency,
} from "./action.ts";
export {
  factsMaxBytes,
  quietSecondsDefault,
  type Evidence,
  type EvidenceDefinition,
  type EvidenceStrength,
  type EvidenceVerdict,
  type Look,
  type Marker,
} from "./evidence.ts";
export {
  judgeChange,
  judgeRead,
  type BodyFacts,
  type ChangeVerdict,
  type ExchangeFacts,
  type LostReason,
  type NotSentReason,
  type ReadVerdict,
} from "./exchange.ts";
export { toMarker } from "./marker.ts";
export { OutcomeUnknown, PortMisuse, ProviderFailure, type ProviderFailureCode, type Refusal } from "./failure.ts";
export {
  coversScopes,
  scopesOf,
  type AuthorizationServer,
  type OAuthAuth,
  type OAuthCredential,
  type ScopeAnswer,
} from "./oauth.ts";
export {
  defineProvider,
  oauthAuthOf,
  staticAuthOf,
  staticCredential,
  type CredentialField,
  type CredentialHint,
  type GrantAdvice,
  type Provider,
  type ProviderAuth,
  type StaticCredentialAuth,
} from "./provider.ts";
export type { ProviderAnswer, ProviderMethod, ProviderPort, ProviderRequest, ReadPort } from "./request.ts";
