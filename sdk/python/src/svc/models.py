"""Results, generated from the API description by `npm run generate`. Newer servers may send more fields and values."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ._model import Model

Effect = Literal["read", "write", "destructive"]
TokenAudience = Literal["api", "mcp"]
AuthKind = Literal["static_credential", "oauth2_authorization_code"]
Idempotency = Literal["safe", "idempotent", "unsafe"]
ActionEvidenceStrength = Literal["exact", "strong", "state", "weak", "none"]
ConnectSessionStatus = Literal[
    "pending",
    "opened",
    "authorizing",
    "awaiting_confirmation",
    "completed",
    "failed",
    "cancelled",
    "expired",
]
ConnectSessionCompletion = Literal["automatic", "confirmed"]
ConnectionStatus = Literal["active", "needs_reconnect", "disconnected"]
ConnectionOrigin = Literal["connect", "import"]
ExecutionStatus = Literal["accepted", "dispatched", "succeeded", "failed", "outcome_unknown"]
LateAnswerVerdict = Literal["succeeded", "failed", "unknown"]
ExecutionEvidenceVerdict = Literal["applied", "not_applied", "undetermined"]
ExecutionEvidenceBasis = Literal["marker", "fence", "state", "expiry", "absence"]
SettlementBy = Literal["answer", "evidence"]
ResolutionOutcome = Literal["succeeded", "failed"]
EventType = Literal[
    "connection.created",
    "connection.updated",
    "connection.expiring",
    "connection.needs_reconnect",
    "connection.disconnected",
    "connect_session.completed",
    "connect_session.failed",
    "connect_session.cancelled",
    "connect_session.expired",
    "credential.rejected",
    "action_execution.outcome_unknown",
    "action_execution.resolved",
    "action_execution.settled",
    "action_execution.contradicted",
    "proposal.created",
    "proposal.approved",
    "proposal.denied",
    "proposal.expired",
    "proposal.withdrawn",
    "webhook_endpoint.disabled",
    "webhook_endpoint.test",
]
EventTypePattern = Literal[
    "connection.created",
    "connection.updated",
    "connection.expiring",
    "connection.needs_reconnect",
    "connection.disconnected",
    "connect_session.completed",
    "connect_session.failed",
    "connect_session.cancelled",
    "connect_session.expired",
    "credential.rejected",
    "action_execution.outcome_unknown",
    "action_execution.resolved",
    "action_execution.settled",
    "action_execution.contradicted",
    "proposal.created",
    "proposal.approved",
    "proposal.denied",
    "proposal.expired",
    "proposal.withdrawn",
    "webhook_endpoint.disabled",
    "webhook_endpoint.test",
    "*",
]
WebhookEndpointStatus = Literal["enabled", "disabled"]
WebhookDeliveryStatus = Literal["pending", "delivered", "failed"]
DelegatedTokenStatus = Literal["active", "expired", "revoked"]
AgentAuthorizationPurpose = Literal["sign_in", "approval"]
AgentAuthorizationStatus = Literal["pending", "approved", "denied", "completed", "ended", "expired"]
ProposalStatus = Literal["pending", "approved", "accepted", "denied", "expired", "withdrawn"]
PolicyLayer = Literal["service_client", "key", "token"]
PolicyApprover = Literal["any", "other"]
Decision = Literal["approved", "denied"]
PolicyDecision = Literal["allow", "ask", "deny"]


class ServiceClientPolicy(Model):
    """What it may do."""

    actions: List[str]
    """Patterns of allowed actions, such as `doppler/*`. If empty, none."""

    _wire = {
        "actions": "actions",
    }


class OwnDelegatedToken(Model):
    """The delegated token of the call, and what it is narrowed to."""

    id: str
    """The token."""
    tenant_id: str
    """The only tenant that it acts for."""
    connections: Optional[List[str]]
    """The only connections that it sees and uses; null if they aren't narrowed."""
    actions: Optional[List[str]]
    """Patterns of the only actions that it sees and executes; null if they aren't narrowed."""
    max_effect: Effect
    """The strongest effect that its actions may have: `read`, then `write`, then `destructive`."""
    require_approval: bool
    """Whether a person has to approve every call that changes something."""
    audience: List[TokenAudience]
    """Where it is accepted: at the REST API (`api`), at MCP endpoints (`mcp`), or at both."""
    subject: Optional[str]
    """The person that it acts for, as your backend names them; or null."""
    agent: Optional[str]
    """The agent that holds it, as your backend names it; or null."""
    expires_at: str
    """When it expires."""

    _wire = {
        "id": "id",
        "tenant_id": "tenant_id",
        "connections": "connections",
        "actions": "actions",
        "max_effect": "maxEffect",
        "require_approval": "requireApproval",
        "audience": "audience",
        "subject": "subject",
        "agent": "agent",
        "expires_at": "expiresAt",
    }


class ServiceClient(Model):
    """The caller's service client, with its key masked."""

    id: str
    """The service client."""
    name: str
    """Its name, set by the operator."""
    masked_key: str
    """The public part of the key in use, without key material."""
    allowed_origins: List[str]
    """Web origins that its Connect sessions may use. If empty, none."""
    allowed_return_urls: List[str]
    """Origins and path prefixes that its return URLs must match. If empty, none."""
    policy: ServiceClientPolicy
    """What it may do."""
    app_name: Optional[str]
    """What the Connect page calls your app; null if the operator set none: it shows `name`."""
    agent_sign_in_url: Optional[str]
    """The page of your app where users decide about agents that want to sign in; null without one."""
    logo_url: Optional[str]
    """Where the operator took your app's logo for the Connect page from; null without one."""
    tenants: Optional[List[str]]
    """The only tenants that the key or token reaches; null if it isn't narrowed to some by id."""
    tenant_label: Optional[str]
    """The label of the only tenants that the key reaches; null if it isn't narrowed to a label."""
    delegated_token: Optional[OwnDelegatedToken]
    """The delegated token of this call, or null for a service key."""
    created_at: str
    """When it was created."""

    _wire = {
        "id": "id",
        "name": "name",
        "masked_key": "maskedKey",
        "allowed_origins": "allowedOrigins",
        "allowed_return_urls": "allowedReturnUrls",
        "policy": "policy",
        "app_name": "appName",
        "agent_sign_in_url": "agentSignInUrl",
        "logo_url": "logoUrl",
        "tenants": "tenants",
        "tenant_label": "tenantLabel",
        "delegated_token": "delegatedToken",
        "created_at": "createdAt",
    }
    _parts = {"policy": ServiceClientPolicy, "delegated_token": OwnDelegatedToken}


class Tenant(Model):
    """A customer of the service client."""

    id: str
    """The tenant."""
    external_id: str
    """Your own ID for the tenant, unique within the service client. No control characters, no characters that are
    invisible or change the direction of text, and not only spaces; the joiners U+200C and U+200D and variation
    selectors are allowed.
    """
    display_name: str
    """The tenant's name, as end users see it in Connect. No control characters, no characters that are invisible or
    change the direction of text, and not only spaces; the joiners U+200C and U+200D and variation selectors are
    allowed.
    """
    label: Optional[str]
    """Its label, such as a region; null without one."""
    created_at: str
    """When it was created."""

    _wire = {
        "id": "id",
        "external_id": "externalId",
        "display_name": "displayName",
        "label": "label",
        "created_at": "createdAt",
    }


class ProviderCredentialField(Model):
    """A field of the credential that a user provides."""

    name: str
    """The field of the submission, such as `access_token`."""
    label: str
    """Its label on the Connect page."""
    help: str
    """Which credential is needed."""
    sensitive: bool
    """Whether its value is secret."""
    required: bool
    """Whether it must have a value."""

    _wire = {
        "name": "name",
        "label": "label",
        "help": "help",
        "sensitive": "sensitive",
        "required": "required",
    }


class Provider(Model):
    """A provider."""

    slug: str
    """The provider's name in URLs."""
    name: str
    """The provider's name."""
    description: str
    """What it is for."""
    auth_kinds: List[AuthKind]
    """How a user can connect to it."""
    credential_fields: List[ProviderCredentialField]
    """What a `static_credential` consists of; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
    }
    _parts = {"credential_fields": ProviderCredentialField}


class ActionEvidence(Model):
    """How svc settles an unknown outcome of an action."""

    strength: ActionEvidenceStrength
    """How much the provider can prove; `none` if only a person can resolve it."""
    needs: List[str]
    """The read actions that a connection needs as well, so that svc can look."""
    quiet_seconds: Optional[int]
    """How long after sending an absence starts to mean something, or null without evidence."""

    _wire = {
        "strength": "strength",
        "needs": "needs",
        "quiet_seconds": "quietSeconds",
    }


class Action(Model):
    """A typed operation that a connection can execute."""

    id: str
    """The action's id within its provider."""
    provider: str
    """The provider's name in URLs."""
    title: str
    """Short name."""
    description: str
    """What it does, for developers and agents."""
    effect: Effect
    """What it does to the provider's state."""
    idempotency: Idempotency
    """How it behaves when it is sent twice."""
    required_scopes: List[str]
    """Provider scopes that the grant must hold."""
    mcp: bool
    """Whether agents may call it over MCP."""
    sensitive_output: bool
    """Whether its output contains fields that must not be kept. If so, records contain only a summary."""
    evidence: ActionEvidence
    input_schema: Dict[str, Any]
    """JSON Schema (2020-12) of the input. `x-sensitive` marks secrets, `x-maxBytes` limits bytes."""
    output_schema: Dict[str, Any]
    """JSON Schema (2020-12) of the output."""

    _wire = {
        "id": "id",
        "provider": "provider",
        "title": "title",
        "description": "description",
        "effect": "effect",
        "idempotency": "idempotency",
        "required_scopes": "requiredScopes",
        "mcp": "mcp",
        "sensitive_output": "sensitiveOutput",
        "evidence": "evidence",
        "input_schema": "inputSchema",
        "output_schema": "outputSchema",
    }
    _parts = {"evidence": ActionEvidence}


class ProviderPage(Model):
    """A provider with every action that svc has."""

    slug: str
    """The provider's name in URLs."""
    name: str
    """The provider's name."""
    description: str
    """What it is for."""
    auth_kinds: List[AuthKind]
    """How a user can connect to it."""
    credential_fields: List[ProviderCredentialField]
    """What a `static_credential` consists of; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""
    actions: List[Action]
    """Every action."""

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
        "actions": "actions",
    }
    _parts = {"credential_fields": ProviderCredentialField, "actions": Action}


class ActionMatch(Model):
    """An action that a search found, without its schemas."""

    id: str
    """The action's id within its provider."""
    provider: str
    """The provider's name in URLs."""
    title: str
    """Short name."""
    description: str
    """What it does, for developers and agents."""
    effect: Effect
    """What it does to the provider's state."""
    idempotency: Idempotency
    """How it behaves when it is sent twice."""
    required_scopes: List[str]
    """Provider scopes that the grant must hold."""
    mcp: bool
    """Whether agents may call it over MCP."""
    sensitive_output: bool
    """Whether its output contains fields that must not be kept. If so, records contain only a summary."""
    evidence: ActionEvidence

    _wire = {
        "id": "id",
        "provider": "provider",
        "title": "title",
        "description": "description",
        "effect": "effect",
        "idempotency": "idempotency",
        "required_scopes": "requiredScopes",
        "mcp": "mcp",
        "sensitive_output": "sensitiveOutput",
        "evidence": "evidence",
    }
    _parts = {"evidence": ActionEvidence}


class TenantProvider(Model):
    """A provider that the tenant can use."""

    slug: str
    """The provider's name in URLs."""
    name: str
    """The provider's name."""
    description: str
    """What it is for."""
    auth_kinds: List[AuthKind]
    """How a user can connect to it."""
    credential_fields: List[ProviderCredentialField]
    """What a `static_credential` consists of; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""
    available: bool
    """The provider is set up in this deployment and allowed for the service client."""

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
        "available": "available",
    }
    _parts = {"credential_fields": ProviderCredentialField}


class TenantProviderPage(Model):
    """A provider with the actions that the tenant can use."""

    slug: str
    """The provider's name in URLs."""
    name: str
    """The provider's name."""
    description: str
    """What it is for."""
    auth_kinds: List[AuthKind]
    """How a user can connect to it."""
    credential_fields: List[ProviderCredentialField]
    """What a `static_credential` consists of; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""
    available: bool
    """The provider is set up in this deployment and allowed for the service client."""
    actions: List[Action]
    """Every action."""

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
        "available": "available",
        "actions": "actions",
    }
    _parts = {"credential_fields": ProviderCredentialField, "actions": Action}


class Fault(Model):
    """What went wrong."""

    code: str
    """A code of the error table."""
    detail: str
    """What happened, and what to do next."""

    _wire = {
        "code": "code",
        "detail": "detail",
    }


class ConnectSession(Model):
    """A one-time invitation to connect an account for a tenant."""

    id: str
    """The session."""
    tenant_id: str
    """The tenant that the connection will belong to."""
    provider: str
    """The provider's name in URLs."""
    auth_kind: AuthKind
    """How the user supplies the credential."""
    status: ConnectSessionStatus
    """The state of the session."""
    connection_id: Optional[str]
    """The connection that was created or is being reconnected; null until there is one."""
    connect_url: str
    """The hosted page. It contains no token."""
    allowed_origin: str
    """A web origin: scheme, host and, unless it is the default, port."""
    return_url: str
    """Where the user's browser goes afterwards."""
    requested_actions: List[str]
    """The actions that the user is asked to agree to. The connection can execute only these."""
    completion: ConnectSessionCompletion
    """Whether the session is completed when the user is done, or by your backend's `:complete`."""
    error: Optional[Fault]
    """Why the session failed, or null."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When it expires if it isn't completed."""

    _wire = {
        "id": "id",
        "tenant_id": "tenant_id",
        "provider": "provider",
        "auth_kind": "authKind",
        "status": "status",
        "connection_id": "connection_id",
        "connect_url": "connectUrl",
        "allowed_origin": "allowedOrigin",
        "return_url": "returnUrl",
        "requested_actions": "requestedActions",
        "completion": "completion",
        "error": "error",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
    }
    _parts = {"error": Fault}


class CreatedConnectSession(Model):
    """A new session with its token."""

    id: str
    """The session."""
    tenant_id: str
    """The tenant that the connection will belong to."""
    provider: str
    """The provider's name in URLs."""
    auth_kind: AuthKind
    """How the user supplies the credential."""
    status: ConnectSessionStatus
    """The state of the session."""
    connection_id: Optional[str]
    """The connection that was created or is being reconnected; null until there is one."""
    connect_url: str
    """The hosted page. It contains no token."""
    allowed_origin: str
    """A web origin: scheme, host and, unless it is the default, port."""
    return_url: str
    """Where the user's browser goes afterwards."""
    requested_actions: List[str]
    """The actions that the user is asked to agree to. The connection can execute only these."""
    completion: ConnectSessionCompletion
    """Whether the session is completed when the user is done, or by your backend's `:complete`."""
    error: Optional[Fault]
    """Why the session failed, or null."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When it expires if it isn't completed."""
    token: Optional[str]
    """The one-time Connect token, for the frontend only. Shown only once; a replay doesn't have it."""
    connect_link: Optional[str]
    """In a sandbox, the hosted page with the token, to open in a browser."""

    _wire = {
        "id": "id",
        "tenant_id": "tenant_id",
        "provider": "provider",
        "auth_kind": "authKind",
        "status": "status",
        "connection_id": "connection_id",
        "connect_url": "connectUrl",
        "allowed_origin": "allowedOrigin",
        "return_url": "returnUrl",
        "requested_actions": "requestedActions",
        "completion": "completion",
        "error": "error",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
        "token": "token",
        "connect_link": "connectLink",
    }
    _optional = frozenset({"token", "connect_link"})
    _hidden = frozenset({"token", "connect_link"})
    _parts = {"error": Fault}


class Account(Model):
    """The account at the provider."""

    slug: str
    """The account's short name at the provider."""
    name: str
    """The account's name at the provider."""

    _wire = {
        "slug": "slug",
        "name": "name",
    }


class ConnectionAuthConfig(Model):
    """Details of the credential; empty for a static one."""

    scopes: Optional[List[str]]
    """The provider's scopes that the credential has. Only OAuth connections have this field."""

    _wire = {
        "scopes": "scopes",
    }
    _optional = frozenset({"scopes"})


class ConnectionProviderBinding(Model):
    """Where the connection's account is."""

    origin: str
    """The name of its server, as the operator lists it."""

    _wire = {
        "origin": "origin",
    }


class Connection(Model):
    """A tenant's link to an account at a provider."""

    id: str
    """The connection."""
    tenant_id: str
    """The tenant that it belongs to."""
    provider: str
    """The provider's name in URLs."""
    auth_kind: AuthKind
    """How the user supplies the credential."""
    status: ConnectionStatus
    """Whether it can be used; `disconnected` is final."""
    origin: ConnectionOrigin
    """How it was created: by its user in Connect, or by an import. A reconnect doesn't change it."""
    account: Account
    granted_actions: List[str]
    """The actions that the user agreed to."""
    auth_config: ConnectionAuthConfig
    """Details of the credential; empty for a static one."""
    provider_binding: Optional[ConnectionProviderBinding]
    """What the connection is bound to at a provider that customers host themselves; otherwise null."""
    last_tested_at: Optional[str]
    """When it was last tested, or null."""
    credential_expires_at: Optional[str]
    """When its provider ends the credential, as far as is known; null if it doesn't or doesn't tell, and for OAuth."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""

    _wire = {
        "id": "id",
        "tenant_id": "tenant_id",
        "provider": "provider",
        "auth_kind": "authKind",
        "status": "status",
        "origin": "origin",
        "account": "account",
        "granted_actions": "grantedActions",
        "auth_config": "auth_config",
        "provider_binding": "provider_binding",
        "last_tested_at": "lastTestedAt",
        "credential_expires_at": "credentialExpiresAt",
        "created_at": "createdAt",
        "updated_at": "updatedAt",
    }
    _parts = {"account": Account, "auth_config": ConnectionAuthConfig, "provider_binding": ConnectionProviderBinding}


class ConnectionTest(Model):
    """The result of the test."""

    ok: bool
    """Whether the provider accepts the credential."""
    checked_at: str
    """When the provider was asked."""
    account: Optional[Account]
    """The account that the provider returned, or null."""
    error: Optional[Fault]
    """Why not, or null."""

    _wire = {
        "ok": "ok",
        "checked_at": "checkedAt",
        "account": "account",
        "error": "error",
    }
    _parts = {"account": Account, "error": Fault}


class ImportedConnection(Model):
    """The result of the import."""

    dry_run: bool
    """Whether nothing was stored."""
    account: Account
    granted_actions: List[str]
    """The requested actions that the credential's scopes allow."""
    connection: Optional[Connection]
    """The new connection; null for a dry run."""

    _wire = {
        "dry_run": "dryRun",
        "account": "account",
        "granted_actions": "grantedActions",
        "connection": "connection",
    }
    _parts = {"account": Account, "connection": Connection}


class ExecutionSummary(Model):
    """What you need to reconcile it, without secrets."""

    input: Any
    """The input without fields that hold secrets."""
    output: Any
    """The parts of the output that may be stored, or null."""

    _wire = {
        "input": "input",
        "output": "output",
    }
    _hidden = frozenset({"input", "output"})


class ExecutionToken(Model):
    """The delegated token with which an execution was started."""

    id: str
    """The token."""
    subject: Optional[str]
    """The person that it acts for, as your backend names them; or null."""
    agent: Optional[str]
    """The agent that holds it, as your backend names it; or null."""

    _wire = {
        "id": "id",
        "subject": "subject",
        "agent": "agent",
    }


class LateAnswer(Model):
    """An answer that came too late to change the record."""

    verdict: LateAnswerVerdict
    """What the answer would have meant."""
    provider_status: Optional[int]
    """HTTP status of the provider's answer, or null."""
    received_at: str
    """When it arrived."""

    _wire = {
        "verdict": "verdict",
        "provider_status": "providerStatus",
        "received_at": "receivedAt",
    }


class ExecutionEvidence(Model):
    """One look at the provider, by reads alone."""

    at: str
    """When svc looked."""
    verdict: ExecutionEvidenceVerdict
    """What it found."""
    basis: Optional[ExecutionEvidenceBasis]
    """The grounds: which kind of proof was found, or null."""
    detail: Optional[str]
    """Why it is undetermined, or what was found, in svc's own words; or null."""

    _wire = {
        "at": "at",
        "verdict": "verdict",
        "basis": "basis",
        "detail": "detail",
    }


class Settlement(Model):
    """What settled an execution."""

    by: SettlementBy
    """The provider's answer, or evidence that svc found afterwards."""
    basis: Optional[ExecutionEvidenceBasis]
    """The grounds: which kind of proof was found, or null."""
    at: str
    """When it was settled."""

    _wire = {
        "by": "by",
        "basis": "basis",
        "at": "at",
    }


class Resolution(Model):
    """How an unknown outcome was resolved."""

    outcome: ResolutionOutcome
    """The outcome that was found."""
    note: str
    """How the outcome was found. No secrets."""
    resolved_at: str
    """When."""
    resolved_by: str
    """Who resolved it: the service client and its key."""

    _wire = {
        "outcome": "outcome",
        "note": "note",
        "resolved_at": "resolvedAt",
        "resolved_by": "resolvedBy",
    }


class Execution(Model):
    """The record of one attempt to execute an action."""

    id: str
    """The execution."""
    status: ExecutionStatus
    """The state of the execution."""
    action_id: str
    """The action's id within its provider."""
    connection_id: str
    """The connection that it used."""
    tenant_id: str
    """The tenant."""
    provider: str
    """The provider's name in URLs."""
    effect: Effect
    """What the action does to the provider's state."""
    summary: ExecutionSummary
    """What you need to reconcile it, without secrets."""
    error: Optional[Fault]
    """Why it failed or is unknown, or null."""
    provider_status: Optional[int]
    """HTTP status of the provider's answer, or null."""
    provider_request_id: Optional[str]
    """The provider's id for the request, or null."""
    idempotency_key: Optional[str]
    """The request's idempotency key, or null."""
    delegated_token: Optional[ExecutionToken]
    """The delegated token with which it was started, or null for a service key."""
    proposal_id: Optional[str]
    """The approved proposal that it comes from, or null."""
    attempt: int
    """The number of the attempt for its key."""
    created_at: str
    """When it was accepted."""
    dispatched_at: Optional[str]
    """When the changing request was dispatched, or null if it wasn't."""
    completed_at: Optional[str]
    """When the attempt ended, also with an unknown outcome, or null. What was settled later has its time in
    `settlement` or `resolution`.
    """
    late_answer: Optional[LateAnswer]
    """An answer that came too late, or null."""
    evidence: List[ExecutionEvidence]
    """The newest looks at the provider, oldest first; empty if there was no need to look."""
    settlement: Optional[Settlement]
    """What settled it, or null if it is running, unknown or resolved."""
    resolution: Optional[Resolution]
    """How an unknown outcome was resolved, or null."""

    _wire = {
        "id": "id",
        "status": "status",
        "action_id": "action_id",
        "connection_id": "connection_id",
        "tenant_id": "tenant_id",
        "provider": "provider",
        "effect": "effect",
        "summary": "summary",
        "error": "error",
        "provider_status": "providerStatus",
        "provider_request_id": "providerRequestId",
        "idempotency_key": "idempotencyKey",
        "delegated_token": "delegatedToken",
        "proposal_id": "proposal_id",
        "attempt": "attempt",
        "created_at": "createdAt",
        "dispatched_at": "dispatchedAt",
        "completed_at": "completedAt",
        "late_answer": "lateAnswer",
        "evidence": "evidence",
        "settlement": "settlement",
        "resolution": "resolution",
    }
    _parts = {"summary": ExecutionSummary, "error": Fault, "delegated_token": ExecutionToken, "late_answer": LateAnswer, "evidence": ExecutionEvidence, "settlement": Settlement, "resolution": Resolution}


class ExecutedAction(Model):
    """The record and the output."""

    execution: Execution
    output: Any
    """The action's output. A replay only has the parts that may be stored; null if the outcome was resolved, or
    settled by evidence that doesn't show it.
    """

    _wire = {
        "execution": "execution",
        "output": "output",
    }
    _hidden = frozenset({"output"})
    _parts = {"execution": Execution}


class Event(Model):
    """Something that changed."""

    id: str
    """The event; every delivery of it has this as its `webhook-id`."""
    type: EventType
    """What happened."""
    tenant_id: Optional[str]
    """The tenant that it is about, or null."""
    data: Dict[str, Optional[Union[str, float]]]
    """The ids of what it is about, and the new state."""
    created_at: str
    """When it happened."""

    _wire = {
        "id": "id",
        "type": "type",
        "tenant_id": "tenant_id",
        "data": "data",
        "created_at": "createdAt",
    }


class EventList(Model):
    """One page of events."""

    events: List[Event]
    """Oldest first, in the order in which they became visible."""
    next_cursor: Optional[str]
    """Send it as `cursor` for the next page; null on the last one."""
    resume_cursor: str
    """Store it, and later send it as `cursor` to read what comes after this page; also on the last page."""

    _wire = {
        "events": "events",
        "next_cursor": "next_cursor",
        "resume_cursor": "resume_cursor",
    }
    _parts = {"events": Event}


class WebhookEndpoint(Model):
    """An address that events are sent to."""

    id: str
    """The endpoint."""
    url: str
    """Where to send events: https on port 443 or 8443, without user or fragment; on loopback in a sandbox."""
    description: str
    """What the endpoint is for; may be empty. No control characters, no characters that are invisible or change the
    direction of text, and not only spaces; the joiners U+200C and U+200D and variation selectors are allowed.
    """
    event_types: List[EventTypePattern]
    """Which events to send. For all of them, write `*`."""
    status: WebhookEndpointStatus
    """Whether events are sent."""
    disabled_reason: Optional[str]
    """`caller`; `operator`; `gone` after a 410 answer; `failures` after five days without a success; null while it
    is enabled.
    """
    failing_since: Optional[str]
    """Since when every attempt has failed; null if the last one didn't."""
    previous_secret_expires_at: Optional[str]
    """Until when deliveries are also signed with the previous secret."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""

    _wire = {
        "id": "id",
        "url": "url",
        "description": "description",
        "event_types": "eventTypes",
        "status": "status",
        "disabled_reason": "disabledReason",
        "failing_since": "failingSince",
        "previous_secret_expires_at": "previousSecretExpiresAt",
        "created_at": "createdAt",
        "updated_at": "updatedAt",
    }


class CreatedWebhookEndpoint(Model):
    """An endpoint with its signing secret."""

    id: str
    """The endpoint."""
    url: str
    """Where to send events: https on port 443 or 8443, without user or fragment; on loopback in a sandbox."""
    description: str
    """What the endpoint is for; may be empty. No control characters, no characters that are invisible or change the
    direction of text, and not only spaces; the joiners U+200C and U+200D and variation selectors are allowed.
    """
    event_types: List[EventTypePattern]
    """Which events to send. For all of them, write `*`."""
    status: WebhookEndpointStatus
    """Whether events are sent."""
    disabled_reason: Optional[str]
    """`caller`; `operator`; `gone` after a 410 answer; `failures` after five days without a success; null while it
    is enabled.
    """
    failing_since: Optional[str]
    """Since when every attempt has failed; null if the last one didn't."""
    previous_secret_expires_at: Optional[str]
    """Until when deliveries are also signed with the previous secret."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""
    secret: str
    """The signing secret, shown only once."""

    _wire = {
        "id": "id",
        "url": "url",
        "description": "description",
        "event_types": "eventTypes",
        "status": "status",
        "disabled_reason": "disabledReason",
        "failing_since": "failingSince",
        "previous_secret_expires_at": "previousSecretExpiresAt",
        "created_at": "createdAt",
        "updated_at": "updatedAt",
        "secret": "secret",
    }
    _hidden = frozenset({"secret"})


class WebhookAttempt(Model):
    """An attempt."""

    at: str
    """When it ended."""
    http_status: Optional[int]
    """The answer's status, or null."""
    fault: Optional[str]
    """Why there was no answer, such as `timeout` or `refused_address`; or null."""
    duration_ms: int
    """How long it took."""

    _wire = {
        "at": "at",
        "http_status": "httpStatus",
        "fault": "fault",
        "duration_ms": "durationMs",
    }


class WebhookDelivery(Model):
    """One event on its way to one endpoint."""

    event_id: str
    """The event; also the `webhook-id` of every attempt."""
    type: EventType
    """What happened."""
    status: WebhookDeliveryStatus
    """`failed` means after its last attempt."""
    attempts: int
    """The number of attempts so far."""
    next_attempt_at: Optional[str]
    """When the next attempt is due; null if there is none."""
    last_attempt: Optional[WebhookAttempt]
    """The last attempt, or null."""
    created_at: str
    """When it was due first."""

    _wire = {
        "event_id": "event_id",
        "type": "type",
        "status": "status",
        "attempts": "attempts",
        "next_attempt_at": "nextAttemptAt",
        "last_attempt": "lastAttempt",
        "created_at": "createdAt",
    }
    _parts = {"last_attempt": WebhookAttempt}


class AuditEvent(Model):
    """One event of the audit trail."""

    id: str
    """The event."""
    seq: int
    """Its position in the service client's chain: from 1, without a gap."""
    service_client_id: str
    """The service client whose chain it belongs to."""
    tenant_id: Optional[str]
    """The tenant concerned, or null."""
    type: str
    """What happened, such as `connection.created` or `credential.used`."""
    subject: Optional[str]
    """What it is about, or null."""
    actor: str
    """The actor: `key:<public id>`, `operator`, `operator:<token id>`, `end_user` or `system`."""
    data: Dict[str, Union[str, float, bool]]
    """Codes and details; never a secret."""
    created_at: str
    """When it was recorded."""
    prev_hash: str
    """`hash` of the event before it; 64 zeros for the first."""
    hash: str
    """SHA-256, in hexadecimal, over the 32 bytes of `prevHash` followed by this event, without `prevHash` and
    `hash`, in canonical JSON (RFC 8785).
    """

    _wire = {
        "id": "id",
        "seq": "seq",
        "service_client_id": "service_client_id",
        "tenant_id": "tenant_id",
        "type": "type",
        "subject": "subject",
        "actor": "actor",
        "data": "data",
        "created_at": "createdAt",
        "prev_hash": "prevHash",
        "hash": "hash",
    }


class DelegatedToken(Model):
    """A token for one tenant and a short time, without its secret."""

    id: str
    """The token."""
    tenant_id: str
    """The only tenant that it acts for."""
    parent_id: Optional[str]
    """The token that it was made with; null for a service key."""
    connections: Optional[List[str]]
    """The only connections that it sees and uses; null if they aren't narrowed."""
    actions: Optional[List[str]]
    """Patterns of the only actions that it sees and executes; null if they aren't narrowed."""
    max_effect: Effect
    """The strongest effect that its actions may have: `read`, then `write`, then `destructive`."""
    max_executions: Optional[int]
    """How many executions it may start, those of tokens made from it included; null for no limit."""
    used_executions: Optional[int]
    """How many of them it has started; null without a limit, because they aren't counted then."""
    require_approval: bool
    """Whether a person has to approve every call that changes something."""
    audience: List[TokenAudience]
    """Where it is accepted: at the REST API (`api`), at MCP endpoints (`mcp`), or at both."""
    subject: Optional[str]
    """The person that it acts for, as your backend names them; or null."""
    agent: Optional[str]
    """The agent that holds it, as your backend names it; or null."""
    label: Optional[str]
    """Your label, by which tokens can be listed and revoked; or null."""
    status: DelegatedTokenStatus
    """Whether it can be used."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When it expires."""
    revoked_at: Optional[str]
    """When it was revoked, or null."""

    _wire = {
        "id": "id",
        "tenant_id": "tenant_id",
        "parent_id": "parent_id",
        "connections": "connections",
        "actions": "actions",
        "max_effect": "maxEffect",
        "max_executions": "maxExecutions",
        "used_executions": "usedExecutions",
        "require_approval": "requireApproval",
        "audience": "audience",
        "subject": "subject",
        "agent": "agent",
        "label": "label",
        "status": "status",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
        "revoked_at": "revokedAt",
    }


class CreatedDelegatedToken(Model):
    """A new token with its secret."""

    id: str
    """The token."""
    tenant_id: str
    """The only tenant that it acts for."""
    parent_id: Optional[str]
    """The token that it was made with; null for a service key."""
    connections: Optional[List[str]]
    """The only connections that it sees and uses; null if they aren't narrowed."""
    actions: Optional[List[str]]
    """Patterns of the only actions that it sees and executes; null if they aren't narrowed."""
    max_effect: Effect
    """The strongest effect that its actions may have: `read`, then `write`, then `destructive`."""
    max_executions: Optional[int]
    """How many executions it may start, those of tokens made from it included; null for no limit."""
    used_executions: Optional[int]
    """How many of them it has started; null without a limit, because they aren't counted then."""
    require_approval: bool
    """Whether a person has to approve every call that changes something."""
    audience: List[TokenAudience]
    """Where it is accepted: at the REST API (`api`), at MCP endpoints (`mcp`), or at both."""
    subject: Optional[str]
    """The person that it acts for, as your backend names them; or null."""
    agent: Optional[str]
    """The agent that holds it, as your backend names it; or null."""
    label: Optional[str]
    """Your label, by which tokens can be listed and revoked; or null."""
    status: DelegatedTokenStatus
    """Whether it can be used."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When it expires."""
    revoked_at: Optional[str]
    """When it was revoked, or null."""
    token: str
    """The token itself, `svc_dt_…`. Shown only once."""

    _wire = {
        "id": "id",
        "tenant_id": "tenant_id",
        "parent_id": "parent_id",
        "connections": "connections",
        "actions": "actions",
        "max_effect": "maxEffect",
        "max_executions": "maxExecutions",
        "used_executions": "usedExecutions",
        "require_approval": "requireApproval",
        "audience": "audience",
        "subject": "subject",
        "agent": "agent",
        "label": "label",
        "status": "status",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
        "revoked_at": "revokedAt",
        "token": "token",
    }
    _hidden = frozenset({"token"})


class RevokedDelegatedTokens(Model):
    """What was revoked."""

    revoked: int
    """How many active tokens were revoked."""

    _wire = {
        "revoked": "revoked",
    }


class AgentHost(Model):
    """The program that wants to act for your user."""

    id: str
    """Its OAuth client ID: the URL of its metadata, or a registered ID."""
    name: str
    """What it calls itself. Show it with `redirectOrigin`."""
    redirect_origin: str
    """Where the user's browser returns to: who really gets the access."""

    _wire = {
        "id": "id",
        "name": "name",
        "redirect_origin": "redirectOrigin",
    }


class AgentAuthorization(Model):
    """What svc asks your app about its own user: a host's sign-in, or who wants to decide about a proposal."""

    id: str
    """The agent authorization."""
    purpose: AgentAuthorizationPurpose
    """`sign_in`: an agent's host wants to act for your user. `approval`: your user wants to decide about a proposal."""
    status: AgentAuthorizationStatus
    """How far it is."""
    host: Optional[AgentHost]
    """Who wants to sign in; null for an `approval`."""
    proposal_id: Optional[str]
    """The proposal that your user wants to decide about; null for a `sign_in`."""
    tenant_id: Optional[str]
    """The tenant whose MCP address the host was given, or the proposal's; null for the address of all tenants."""
    created_at: str
    """When it was started."""
    expires_at: str
    """Until when it can be decided."""

    _wire = {
        "id": "id",
        "purpose": "purpose",
        "status": "status",
        "host": "host",
        "proposal_id": "proposal_id",
        "tenant_id": "tenant_id",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
    }
    _parts = {"host": AgentHost}


class DecidedAgentAuthorization(Model):
    """Where your user continues."""

    continue_url: str
    """Redirect your user's browser there within two minutes. It works once, in the browser that started."""

    _wire = {
        "continue_url": "continueUrl",
    }
    _hidden = frozenset({"continue_url"})


class ProposalSummary(Model):
    """What would be sent, without secrets."""

    input: Any
    """The input without fields that hold secrets."""

    _wire = {
        "input": "input",
    }
    _hidden = frozenset({"input"})


class ProposalAskedBy(Model):
    """Why it waits."""

    layer: Optional[PolicyLayer]
    """Whose policy asked for approval; null if the caller proposed it."""
    rule: Optional[int]
    """The number of its rule, from 1; null without one."""

    _wire = {
        "layer": "layer",
        "rule": "rule",
    }


class ProposalDecision(Model):
    """What a person decided about a proposal."""

    decision: Decision
    """What was decided."""
    decided_by: str
    """The person, and how the decision reached svc."""
    reason: Optional[str]
    """Why, or null."""
    decided_at: str
    """When."""

    _wire = {
        "decision": "decision",
        "decided_by": "decidedBy",
        "reason": "reason",
        "decided_at": "decidedAt",
    }


class Proposal(Model):
    """A call that waits for a person's approval."""

    id: str
    """The proposal."""
    status: ProposalStatus
    """`pending`: it waits for a person. `approved`: svc is about to execute it. `accepted`: `execution_id` tells how
    it went.
    """
    tenant_id: str
    """The tenant."""
    connection_id: str
    """The connection that it would use."""
    provider: str
    """The provider's name in URLs."""
    action_id: str
    """The action's id within its provider."""
    effect: Effect
    """What the action does to the provider's state."""
    summary: ProposalSummary
    """What would be sent, without secrets."""
    preview: Optional[str]
    """What it would change, as svc read it at the provider when it was proposed; null if the action has no preview."""
    approval_url: Optional[str]
    """Where a person decides about it, once your app has said who they are; null if your service client has no
    `agentSignInUrl`.
    """
    digest: str
    """Stands for exactly this call: input, action and its version, connection, and preview."""
    asked_by: ProposalAskedBy
    """Why it waits."""
    approver: PolicyApprover
    """Who may approve: `any` person who may decide, or one `other` than the agent's own user."""
    delegated_token: Optional[ExecutionToken]
    """The delegated token with which it was proposed, or null for a service key."""
    idempotency_key: str
    """The key that it will be executed under."""
    execution_id: Optional[str]
    """The execution, once it is `accepted`; or null."""
    decision: Optional[ProposalDecision]
    """What a person decided, or null."""
    error: Optional[Fault]
    """Why it was withdrawn, or null."""
    created_at: str
    """When it was proposed."""
    expires_at: str
    """When it expires, unless it is accepted before."""
    ended_at: Optional[str]
    """When it was accepted, denied or withdrawn, or expired; or null."""

    _wire = {
        "id": "id",
        "status": "status",
        "tenant_id": "tenant_id",
        "connection_id": "connection_id",
        "provider": "provider",
        "action_id": "action_id",
        "effect": "effect",
        "summary": "summary",
        "preview": "preview",
        "approval_url": "approvalUrl",
        "digest": "digest",
        "asked_by": "askedBy",
        "approver": "approver",
        "delegated_token": "delegatedToken",
        "idempotency_key": "idempotencyKey",
        "execution_id": "execution_id",
        "decision": "decision",
        "error": "error",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
        "ended_at": "endedAt",
    }
    _parts = {"summary": ProposalSummary, "asked_by": ProposalAskedBy, "delegated_token": ExecutionToken, "decision": ProposalDecision, "error": Fault}


class PolicyReason(Model):
    """What one layer says about a call."""

    layer: PolicyLayer
    """Whose rules these are."""
    id: str
    """The service client, the public part of the key, or the token."""
    rule: Optional[int]
    """The number of the rule that matched, from 1; null if none did, or if the token asks for approval of all
    changes.
    """
    decision: PolicyDecision
    """`allow`; `ask`: a person has to approve it, if it changes something; `deny`. Of several layers, the strictest
    decides.
    """

    _wire = {
        "layer": "layer",
        "id": "id",
        "rule": "rule",
        "decision": "decision",
    }


class PolicyVerdict(Model):
    """What the policy says about a call, and why."""

    decision: PolicyDecision
    """`allow`; `ask`: a person has to approve it, if it changes something; `deny`. Of several layers, the strictest
    decides.
    """
    approver: PolicyApprover
    """Who may approve: `any` person who may decide, or one `other` than the agent's own user."""
    reasons: List[PolicyReason]
    """What each layer says: the service client, the key, and every token."""

    _wire = {
        "decision": "decision",
        "approver": "approver",
        "reasons": "reasons",
    }
    _parts = {"reasons": PolicyReason}
