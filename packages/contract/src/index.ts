/** The contract package: resources, errors and wire rules, for the server, the SDK, the CLI and providers. */
export {
  errorCodes,
  errorTable,
  exitCodeOf,
  InputError,
  isErrorCode,
  Problem,
  problemMediaType,
  problemOf,
  ServiceError,
  unknownOutcomeDetails,
  type ErrorCode,
  type ErrorFacts,
} from "./errors.ts";
export { EvidenceGap, evidenceGaps } from "./evidence-gap.ts";
export type { ErrorEntry, ExitCode, NextActor } from "./error-table.ts";
export {
  ActionId,
  actionIdPattern,
  eventTypePattern,
  AuthKind,
  DisplayName,
  ExternalId,
  oneOf,
  Slug,
  slugPattern,
  tenantLabelPattern,
} from "./fields.ts";
export { actionSamples, exampleKeyFor } from "./examples/action-samples.ts";
export { clientSetup, codeSamples, type CodeSample } from "./examples/code-samples.ts";
export { operationExamples } from "./examples/operation-examples.ts";
export { type OperationExample } from "./examples/operation-example.ts";
export { Health, Readiness } from "./health.ts";
export {
  agentAuthorizationIdLengthMax,
  cellMarkOf,
  cellMarkPattern,
  cellNamePattern,
  idLengthMax,
  idPattern,
  idPrefixes,
  idRandomBytes,
  idTimeMsMax,
  idTimeMs,
  isId,
  makeId,
  type IdKind,
  type IdPrefix,
} from "./ids.ts";
export { idempotencyKeyTimeMs, makeIdempotencyKey } from "./idempotency-key.ts";
export { parseJsonStrict, pointerToken, type JsonLimits, type JsonResult } from "./json.ts";
export {
  contentKeyword,
  fitsBytes,
  keywordDefinitions,
  maxBytesKeyword,
  maxBytesMost,
  sensitiveKeyword,
  summaryKeyword,
  unrecordedKeywords,
  utf8Bytes,
  visibleKeyword,
  type KeywordDefinition,
} from "./keywords.ts";
export { maxBytes } from "./max-bytes.ts";
export { messageFor, sortedErrors } from "./messages.ts";
export { isName, isVisible, steeringCharacters } from "./names.ts";
export { buildOpenApi, type OpenApiOptions } from "./openapi.ts";
export {
  operationList,
  operations,
  type ResponseOf,
  type BodyOf,
  type OperationId,
  type ParamsOf,
  type QueryOf,
} from "./operations.ts";
export { propertiesOf, sdkCallable, singularOf, titleOf, type SdkCallable, type SdkResult } from "./sdk-method.ts";
export {
  operationTags,
  reachOf,
  type Operation,
  type OperationResponse,
  type OperationAuth,
  type OperationIdempotency,
  type OperationReach,
  type OperationTag,
  type SdkMethod,
  type CommandSpec,
} from "./operations/operation.ts";
export { rpcIdLengthMax } from "./operations/mcp.ts";
export { tokenSecondsDefault, tokenSecondsMax } from "./delegated-token.ts";
export { policyRulesMax } from "./policy.ts";
export { previewTextMax, proposalSecondsMax } from "./proposal.ts";
export { otherProposalText, proposalText, proposalTexts, stillWaits } from "./proposal-status.ts";
export * from "./resources.ts";
export {
  content,
  declaredBy,
  declaredField,
  declaredItem,
  dropSecrets,
  dropUnrecorded,
  holdsMark,
  isSecretPlace,
  isUnrecordedPlace,
  keepSummary,
  safeOutput,
  sensitive,
  summary,
  summaryCount,
  withheldFields,
  type Declared,
} from "./sensitive.ts";
export {
  isLoopback,
  isRegisteredOrigin,
  isRegisteredReturnUrl,
  readOrigin,
  readReturnUrlPrefix,
  returnParameters,
} from "./urls.ts";
export { deliveryRequest, signedContent, type DeliveryRequest, type SignedDelivery } from "./webhook-delivery.ts";
export {
  actionEffects,
  agentAuthorizationPurposes,
  agentAuthorizationStatuses,
  actionIdempotencies,
  authKinds,
  completions,
  connectSessionStatuses,
  connectionStatuses,
  delegatedTokenStatuses,
  evidenceBases,
  evidenceProspects,
  evidenceStrengths,
  evidenceVerdicts,
  executionStatuses,
  operatorRoles,
  policyApprovers,
  policyDecisions,
  policyLayers,
  proposalDecisions,
  proposalStatuses,
  resolutionOutcomes,
  settledBy,
  tokenAudiences,
  waitingProposalStatuses,
  webhookDeliveryStatuses,
  webhookEndpointStatuses,
  type AgentAuthorizationPurpose,
  type AgentAuthorizationStatus,
  type Completion,
  type ConnectionOrigin,
  type ConnectionStatus,
  type ConnectSessionStatus,
  type DelegatedTokenStatus,
  type EvidenceBasis,
  type EvidenceProspect,
  type EvidenceVerdict,
  type ExecutionStatus,
  type OperatorRole,
  type PolicyApprover,
  type PolicyDecision,
  type PolicyLayer,
  type ProposalStatus,
  type ResolutionOutcome,
  type TokenAudience,
} from "./values.ts";
export {
  adminOperationList,
  adminOperations,
  type AdminCall,
  type AdminOperationId,
  type AdminResult,
} from "./admin/operations.ts";
export { buildAdminOpenApi } from "./admin/openapi.ts";
export { adminTags, type AdminOperation, type AdminTag } from "./admin/admin-operation.ts";
export type { OperatedOAuthApp } from "./admin/oauth-apps.ts";
export type { OperatorToken } from "./admin/operator-tokens.ts";
export type {
  CreateServiceClient,
  OperatedServiceClient,
  ServiceKey,
  UpdateServiceClient,
  UpdateServiceKey,
} from "./admin/service-clients.ts";
export { schemaFindings, type SchemaFinding } from "./schema-rules.ts";
