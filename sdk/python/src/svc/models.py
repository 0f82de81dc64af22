"""Results, generated from the API description by `npm run generate`. Newer servers may send more fields and values."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ._model import Model

Effect = Literal["read", "write", "destructive"]
TokenAudience = Literal["api", "mcp"]
AuthKind = Literal["static_credential", "oauth2_authorization_code"]
Idempotency = Literal["safe", "idempotent", "unsafe"]
EvidenceStrength = Literal["exact", "strong", "state", "weak", "none"]
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
LateResponseVerdict = Literal["succeeded", "failed", "unknown"]
EvidenceVerdict = Literal["applied", "not_applied", "undetermined"]
EvidenceBasis = Literal["marker", "fence", "state", "expiry", "absence"]
SettledBy = Literal["response", "evidence"]
ResolutionOutcome = Literal["succeeded", "failed"]
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
    """What the service client may do."""

    actions: List[str]
    """Patterns of allowed actions, such as `doppler/*`. If empty, none."""

    _wire = {
        "actions": "actions",
    }


class OwnDelegatedToken(Model):
    """The delegated token of this call, and what it is narrowed to."""

    id: str
    """ID of the token."""
    tenant_id: str
    """The only tenant the token acts for."""
    connections: Optional[List[str]]
    """The only connections the token can see and use; null if they aren't narrowed."""
    actions: Optional[List[str]]
    """Patterns of the only actions the token can see and execute; null if they aren't narrowed."""
    max_effect: Effect
    """The strongest effect the token's actions may have, from `read` to `write` to `destructive`."""
    require_approval: bool
    """Whether a person has to approve every call that changes something."""
    audience: List[TokenAudience]
    """Where the token is accepted: the REST API (`api`), MCP endpoints (`mcp`), or both."""
    subject: Optional[str]
    """The person the token acts for, as named by your backend; or null."""
    agent: Optional[str]
    """The agent that holds the token, as named by your backend; or null."""
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
    """ID of the service client."""
    name: str
    """The name the operator set."""
    masked_key: str
    """The public part of the key in use, without key material."""
    allowed_origins: List[str]
    """Web origins its Connect sessions may use. If empty, none."""
    allowed_return_urls: List[str]
    """Origins and path prefixes that its return URLs must match. If empty, none are allowed."""
    policy: ServiceClientPolicy
    """What the service client may do."""
    app_name: Optional[str]
    """Your app's name on the Connect page; if null, the page shows `name`."""
    agent_sign_in_url: Optional[str]
    """Your app's page where users decide on agent sign-ins; null if there is none."""
    logo_url: Optional[str]
    """Where the operator got your app's logo for the Connect page; null if there is none."""
    tenants: Optional[List[str]]
    """The only tenants the key or token can reach; null if it isn't narrowed by ID."""
    tenant_label: Optional[str]
    """The label of the only tenants the key can reach; null if it isn't narrowed by label."""
    delegated_token: Optional[OwnDelegatedToken]
    """The delegated token of this call; null for a service key."""
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
    """ID of the tenant."""
    external_id: str
    """Your own ID for the tenant, unique within the service client. No control characters, no characters that are
    invisible or change the direction of text, and not only spaces. The joiners U+200C and U+200D and variation
    selectors are allowed.
    """
    display_name: str
    """The tenant's name, as shown to end users in Connect. No control characters, no characters that are invisible
    or change the direction of text, and not only spaces. The joiners U+200C and U+200D and variation selectors are
    allowed.
    """
    label: Optional[str]
    """The tenant's label, such as a region; null if it has none."""
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
    """The field's name in the submission, such as `access_token`."""
    label: str
    """The field's label on the Connect page."""
    help: str
    """Which credential is needed."""
    sensitive: bool
    """Whether the value is secret."""
    required: bool
    """Whether a value is required."""

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
    """What the provider is for."""
    auth_kinds: List[AuthKind]
    """How users can connect."""
    credential_fields: List[ProviderCredentialField]
    """The fields of a `static_credential`; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""
    logo: Optional[str]
    """The provider's logo in one color, as the `d` of an SVG path on a grid of 24 by 24: `<svg viewBox='0 0 24
    24'><path d='…'/></svg>`. Null if there is none.
    """

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
        "logo": "logo",
    }
    _parts = {"credential_fields": ProviderCredentialField}


class ActionEvidence(Model):
    """How svc settles an unknown outcome of an action."""

    strength: EvidenceStrength
    """How much the provider can prove; `none` if only a person can resolve the outcome."""
    needs: List[str]
    """The read actions svc uses to look. A connection without all of them gets no looks."""
    quiet_seconds: Optional[int]
    """How many seconds after sending a missing effect starts to count as evidence; null if the action has no
    evidence.
    """

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
    """What the action does, for developers and agents."""
    effect: Effect
    """What the action does to the provider's state."""
    idempotency: Idempotency
    """What happens if the action is sent twice."""
    required_scopes: List[str]
    """Provider scopes the grant must include."""
    mcp: bool
    """Whether agents may call the action over MCP."""
    sensitive_output: bool
    """Whether the output contains fields that must not be stored. If so, records contain only a summary."""
    evidence: ActionEvidence
    input_schema: Dict[str, Any]
    """JSON Schema (2020-12) of the input. `x-sensitive` marks secrets, and `x-content` what a person writes;
    `x-maxBytes` limits a string's bytes.
    """
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


class ProviderEventType(Model):
    """A kind of event at a provider. In the log, its type is `provider.<slug>.<type>`."""

    type: str
    """The name in `requestedEvents`."""
    title: str
    """Short name."""
    description: str
    """What happened, for developers."""
    required_scopes: List[str]
    """Provider scopes the grant must include."""
    data_schema: Dict[str, Any]
    """JSON Schema (2020-12) of the fields that the event adds to `data`."""

    _wire = {
        "type": "type",
        "title": "title",
        "description": "description",
        "required_scopes": "requiredScopes",
        "data_schema": "dataSchema",
    }


class ProviderPage(Model):
    """A provider with every action and kind of event that svc supports."""

    slug: str
    """The provider's name in URLs."""
    name: str
    """The provider's name."""
    description: str
    """What the provider is for."""
    auth_kinds: List[AuthKind]
    """How users can connect."""
    credential_fields: List[ProviderCredentialField]
    """The fields of a `static_credential`; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""
    logo: Optional[str]
    """The provider's logo in one color, as the `d` of an SVG path on a grid of 24 by 24: `<svg viewBox='0 0 24
    24'><path d='…'/></svg>`. Null if there is none.
    """
    actions: List[Action]
    """Every action."""
    events: List[ProviderEventType]
    """The kinds of events that svc takes from the provider; empty if it takes none."""

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
        "logo": "logo",
        "actions": "actions",
        "events": "events",
    }
    _parts = {"credential_fields": ProviderCredentialField, "actions": Action, "events": ProviderEventType}


class ActionMatch(Model):
    """An action that a search found, without its schemas."""

    id: str
    """The action's id within its provider."""
    provider: str
    """The provider's name in URLs."""
    title: str
    """Short name."""
    description: str
    """What the action does, for developers and agents."""
    effect: Effect
    """What the action does to the provider's state."""
    idempotency: Idempotency
    """What happens if the action is sent twice."""
    required_scopes: List[str]
    """Provider scopes the grant must include."""
    mcp: bool
    """Whether agents may call the action over MCP."""
    sensitive_output: bool
    """Whether the output contains fields that must not be stored. If so, records contain only a summary."""
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
    """What the provider is for."""
    auth_kinds: List[AuthKind]
    """How users can connect."""
    credential_fields: List[ProviderCredentialField]
    """The fields of a `static_credential`; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""
    logo: Optional[str]
    """The provider's logo in one color, as the `d` of an SVG path on a grid of 24 by 24: `<svg viewBox='0 0 24
    24'><path d='…'/></svg>`. Null if there is none.
    """
    available: bool
    """Always true: the provider is set up in this deployment and allowed for the service client."""

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
        "logo": "logo",
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
    """What the provider is for."""
    auth_kinds: List[AuthKind]
    """How users can connect."""
    credential_fields: List[ProviderCredentialField]
    """The fields of a `static_credential`; empty if the provider has its own consent page."""
    docs_url: str
    """The provider's own documentation."""
    logo: Optional[str]
    """The provider's logo in one color, as the `d` of an SVG path on a grid of 24 by 24: `<svg viewBox='0 0 24
    24'><path d='…'/></svg>`. Null if there is none.
    """
    available: bool
    """Always true: the provider is set up in this deployment and allowed for the service client."""
    actions: List[Action]
    """Every action."""
    events: List[ProviderEventType]
    """The kinds of events that svc takes from the provider; empty if it takes none."""

    _wire = {
        "slug": "slug",
        "name": "name",
        "description": "description",
        "auth_kinds": "authKinds",
        "credential_fields": "credentialFields",
        "docs_url": "docsUrl",
        "logo": "logo",
        "available": "available",
        "actions": "actions",
        "events": "events",
    }
    _parts = {"credential_fields": ProviderCredentialField, "actions": Action, "events": ProviderEventType}


class Fault(Model):
    """What went wrong."""

    code: str
    """A code from the error table."""
    detail: str
    """What happened, and what to do next."""

    _wire = {
        "code": "code",
        "detail": "detail",
    }


class ConnectSession(Model):
    """A one-time invitation to connect an account for a tenant."""

    id: str
    """ID of the session."""
    tenant_id: str
    """The tenant the connection will belong to."""
    provider: str
    """The provider's name in URLs."""
    auth_kind: AuthKind
    """How the user supplies the credential."""
    status: ConnectSessionStatus
    """The state of the session."""
    connection_id: Optional[str]
    """The connection that was created or is being reconnected; null until there is one."""
    connect_url: str
    """URL of the hosted page. It contains no token."""
    allowed_origin: str
    """A web origin: the scheme, the host, and the port if it isn't the default."""
    return_url: str
    """Where the user's browser returns after the session."""
    requested_actions: List[str]
    """The actions the user is asked to grant. The connection can execute only these."""
    requested_events: List[str]
    """The provider's events that the user is asked to agree to, by the provider's own names."""
    completion: ConnectSessionCompletion
    """`automatic`: completed when the user is done. `confirmed`: completed when your backend calls `:complete`."""
    error: Optional[Fault]
    """Why the session failed, or null."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When the session expires if it isn't completed."""

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
        "requested_events": "requestedEvents",
        "completion": "completion",
        "error": "error",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
    }
    _parts = {"error": Fault}


class EvidenceGap(Model):
    """A requested change whose lost response svc couldn't look into."""

    action_id: str
    """The action's id within its provider."""
    add: List[str]
    """The read actions to request as well, so that svc can look; empty if the provider can't prove anything about
    this action.
    """

    _wire = {
        "action_id": "action_id",
        "add": "add",
    }


class CreatedConnectSession(Model):
    """A new session with its token."""

    id: str
    """ID of the session."""
    tenant_id: str
    """The tenant the connection will belong to."""
    provider: str
    """The provider's name in URLs."""
    auth_kind: AuthKind
    """How the user supplies the credential."""
    status: ConnectSessionStatus
    """The state of the session."""
    connection_id: Optional[str]
    """The connection that was created or is being reconnected; null until there is one."""
    connect_url: str
    """URL of the hosted page. It contains no token."""
    allowed_origin: str
    """A web origin: the scheme, the host, and the port if it isn't the default."""
    return_url: str
    """Where the user's browser returns after the session."""
    requested_actions: List[str]
    """The actions the user is asked to grant. The connection can execute only these."""
    requested_events: List[str]
    """The provider's events that the user is asked to agree to, by the provider's own names."""
    completion: ConnectSessionCompletion
    """`automatic`: completed when the user is done. `confirmed`: completed when your backend calls `:complete`."""
    error: Optional[Fault]
    """Why the session failed, or null."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When the session expires if it isn't completed."""
    evidence_gaps: List[EvidenceGap]
    """The requested changes whose lost responses svc couldn't look into, and what to request as well."""
    token: Optional[str]
    """The one-time Connect token, for your frontend only. Shown only once; a replay doesn't include it."""
    connect_link: Optional[str]
    """In a sandbox, the URL of the hosted page with the token, to open in a browser."""

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
        "requested_events": "requestedEvents",
        "completion": "completion",
        "error": "error",
        "created_at": "createdAt",
        "expires_at": "expiresAt",
        "evidence_gaps": "evidenceGaps",
        "token": "token",
        "connect_link": "connectLink",
    }
    _optional = frozenset({"token", "connect_link"})
    _hidden = frozenset({"token", "connect_link"})
    _parts = {"error": Fault, "evidence_gaps": EvidenceGap}


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
    """The credential's scopes at the provider. Only OAuth connections have this field."""

    _wire = {
        "scopes": "scopes",
    }
    _optional = frozenset({"scopes"})


class ConnectionProviderBinding(Model):
    """The server that hosts the account."""

    origin: str
    """The name of the account's server in the operator's list."""

    _wire = {
        "origin": "origin",
    }


class Connection(Model):
    """A tenant's link to an account at a provider."""

    id: str
    """ID of the connection."""
    tenant_id: str
    """The tenant the connection belongs to."""
    provider: str
    """The provider's name in URLs."""
    auth_kind: AuthKind
    """How the user supplies the credential."""
    status: ConnectionStatus
    """Whether the connection can be used; `disconnected` is final."""
    origin: ConnectionOrigin
    """How the connection was created: by its user in Connect, or by an import. A reconnect doesn't change this."""
    account: Account
    granted_actions: List[str]
    """The actions the user agreed to."""
    granted_events: List[str]
    """The provider's events that the user agreed to. Each arrives as `provider.<slug>.<type>`."""
    auth_config: ConnectionAuthConfig
    """Details of the credential; empty for a static one."""
    provider_binding: Optional[ConnectionProviderBinding]
    """The server the connection is bound to, for a provider that customers host themselves; otherwise null."""
    last_tested_at: Optional[str]
    """When it was last tested, or null."""
    credential_expires_at: Optional[str]
    """When the credential expires at the provider, if known. Null if it doesn't expire, if the provider doesn't say,
    and for OAuth.
    """
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
        "granted_events": "grantedEvents",
        "auth_config": "auth_config",
        "provider_binding": "provider_binding",
        "last_tested_at": "lastTestedAt",
        "credential_expires_at": "credentialExpiresAt",
        "created_at": "createdAt",
        "updated_at": "updatedAt",
    }
    _parts = {"account": Account, "auth_config": ConnectionAuthConfig, "provider_binding": ConnectionProviderBinding}


class TestedConnection(Model):
    """The result of the test."""

    ok: bool
    """Whether the provider accepts the credential."""
    checked_at: str
    """When the credential was checked."""
    account: Optional[Account]
    """The account the provider returned, or null."""
    error: Optional[Fault]
    """Why `ok` is false, or null."""

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
    """Whether this was a dry run, so nothing was stored."""
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
    """The input and output you need for reconciliation, without secrets."""

    input: Any
    """The input without its secret fields."""
    output: Any
    """The parts of the output that may be stored, or null."""

    _wire = {
        "input": "input",
        "output": "output",
    }
    _hidden = frozenset({"input", "output"})


class ExecutionToken(Model):
    """The delegated token that started an execution."""

    id: str
    """ID of the token."""
    subject: Optional[str]
    """The person the token acts for, as named by your backend; or null."""
    agent: Optional[str]
    """The agent that holds the token, as named by your backend; or null."""

    _wire = {
        "id": "id",
        "subject": "subject",
        "agent": "agent",
    }


class LateResponse(Model):
    """A response that arrived too late to change the record."""

    verdict: LateResponseVerdict
    """What the response would have meant."""
    provider_status: Optional[int]
    """HTTP status of the provider's response, or null."""
    received_at: str
    """When the response arrived."""

    _wire = {
        "verdict": "verdict",
        "provider_status": "providerStatus",
        "received_at": "receivedAt",
    }


class ExecutionEvidence(Model):
    """One look at the provider, using only reads."""

    at: str
    """When svc looked."""
    verdict: EvidenceVerdict
    """What svc found."""
    basis: Optional[EvidenceBasis]
    """The kind of proof that was found, or null."""
    detail: Optional[str]
    """Why the verdict is undetermined, or what was found, in svc's own words; or null."""

    _wire = {
        "at": "at",
        "verdict": "verdict",
        "basis": "basis",
        "detail": "detail",
    }


class Settlement(Model):
    """What settled an execution."""

    by: SettledBy
    """`response`: the provider's response. `evidence`: proof that svc found at the provider afterwards."""
    basis: Optional[EvidenceBasis]
    """The kind of proof that was found, or null."""
    at: str
    """When the execution was settled."""

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
    """How the outcome was found. Must not contain secrets."""
    resolved_at: str
    """When it was resolved."""
    resolved_by: str
    """Who resolved the outcome: the service client and its key."""

    _wire = {
        "outcome": "outcome",
        "note": "note",
        "resolved_at": "resolvedAt",
        "resolved_by": "resolvedBy",
    }


class Execution(Model):
    """The record of one attempt to execute an action."""

    id: str
    """ID of the execution."""
    status: ExecutionStatus
    """The state of the execution."""
    action_id: str
    """The action's id within its provider."""
    connection_id: str
    """The connection the action used."""
    tenant_id: str
    """The tenant."""
    provider: str
    """The provider's name in URLs."""
    effect: Effect
    """What the action does to the provider's state."""
    summary: ExecutionSummary
    """The input and output you need for reconciliation, without secrets."""
    error: Optional[Fault]
    """Why the action failed or its outcome is unknown; or null."""
    provider_status: Optional[int]
    """HTTP status of the provider's response, or null."""
    provider_request_id: Optional[str]
    """The provider's id for the request, or null."""
    idempotency_key: Optional[str]
    """The request's idempotency key, or null."""
    delegated_token: Optional[ExecutionToken]
    """The delegated token that started the execution; null for a service key."""
    proposal_id: Optional[str]
    """The approved proposal that was executed, or null."""
    tool_digest: Optional[str]
    """The digest of the tool as an operator reviewed it, if the action is a tool of a remote MCP server; otherwise
    null.
    """
    attempt: int
    """The number of this attempt with its idempotency key."""
    created_at: str
    """When the execution was accepted."""
    dispatched_at: Optional[str]
    """When the changing request was dispatched; null if it wasn't."""
    completed_at: Optional[str]
    """When the attempt ended, even if its outcome is unknown; or null. If it was settled or resolved later,
    `settlement` or `resolution` has that time.
    """
    late_response: Optional[LateResponse]
    """A response that arrived too late, or null."""
    evidence: List[ExecutionEvidence]
    """The most recent looks at the provider, oldest first; empty if there was no need to look."""
    settlement: Optional[Settlement]
    """What settled the execution; null if it is running, unknown or resolved."""
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
        "tool_digest": "toolDigest",
        "attempt": "attempt",
        "created_at": "createdAt",
        "dispatched_at": "dispatchedAt",
        "completed_at": "completedAt",
        "late_response": "lateResponse",
        "evidence": "evidence",
        "settlement": "settlement",
        "resolution": "resolution",
    }
    _parts = {"summary": ExecutionSummary, "error": Fault, "delegated_token": ExecutionToken, "late_response": LateResponse, "evidence": ExecutionEvidence, "settlement": Settlement, "resolution": Resolution}


class ExecutedAction(Model):
    """The record and the output."""

    execution: Execution
    output: Any
    """The action's output. A replay contains only the parts that may be stored. Null if the outcome was resolved, or
    settled by evidence that doesn't show the output.
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
    """ID of the event. Every delivery has it as `webhook-id`."""
    type: str
    """What happened: a type of svc's own, or `provider.<slug>.<type>` for an event that a provider sent."""
    tenant_id: Optional[str]
    """The tenant concerned, or null."""
    data: Dict[str, Optional[Union[str, float]]]
    """IDs of the resources concerned, and the new state. For a provider's event, the fields that its type declares."""
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
    """Send this as `cursor` to get the next page; null on the last page."""
    resume_cursor: str
    """Store this, and send it later as `cursor` to continue after this page. Present on the last page as well."""

    _wire = {
        "events": "events",
        "next_cursor": "nextCursor",
        "resume_cursor": "resumeCursor",
    }
    _parts = {"events": Event}


class WebhookEndpoint(Model):
    """An endpoint that receives events."""

    id: str
    """ID of the endpoint."""
    url: str
    """Where to send events: https on port 443 or 8443, without a user or fragment; in a sandbox, a loopback address."""
    description: str
    """What the endpoint is for; may be empty. No control characters, no characters that are invisible or change the
    direction of text, and not only spaces. The joiners U+200C and U+200D and variation selectors are allowed.
    """
    event_types: List[str]
    """The event types to send. Use `*` for all of them, with those of providers."""
    status: WebhookEndpointStatus
    """Whether events are sent."""
    disabled_reason: Optional[str]
    """Why the endpoint is disabled: `caller`, `operator`, `gone` after a 410 response, or `failures` after five days
    without a success; null while it is enabled.
    """
    failing_since: Optional[str]
    """Every attempt since this time has failed; null if the last one didn't."""
    previous_secret_expires_at: Optional[str]
    """Until this time, deliveries are also signed with the secret before the last rotation; or null."""
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
    """A new endpoint with its signing secret."""

    id: str
    """ID of the endpoint."""
    url: str
    """Where to send events: https on port 443 or 8443, without a user or fragment; in a sandbox, a loopback address."""
    description: str
    """What the endpoint is for; may be empty. No control characters, no characters that are invisible or change the
    direction of text, and not only spaces. The joiners U+200C and U+200D and variation selectors are allowed.
    """
    event_types: List[str]
    """The event types to send. Use `*` for all of them, with those of providers."""
    status: WebhookEndpointStatus
    """Whether events are sent."""
    disabled_reason: Optional[str]
    """Why the endpoint is disabled: `caller`, `operator`, `gone` after a 410 response, or `failures` after five days
    without a success; null while it is enabled.
    """
    failing_since: Optional[str]
    """Every attempt since this time has failed; null if the last one didn't."""
    previous_secret_expires_at: Optional[str]
    """Until this time, deliveries are also signed with the secret before the last rotation; or null."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""
    secret: Optional[str]
    """The signing secret. Shown only once; a replay doesn't include it."""

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
    _optional = frozenset({"secret"})
    _hidden = frozenset({"secret"})


class WebhookAttempt(Model):
    """An attempt."""

    at: str
    """When the attempt ended."""
    http_status: Optional[int]
    """HTTP status of the response, or null."""
    fault: Optional[str]
    """Why there was no response, such as `timeout` or `refused_address`; or null."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""

    _wire = {
        "at": "at",
        "http_status": "httpStatus",
        "fault": "fault",
        "duration_ms": "durationMs",
    }


class WebhookDelivery(Model):
    """The delivery of one event to one endpoint."""

    event_id: str
    """ID of the event, and the `webhook-id` of every attempt."""
    type: str
    """What happened: a type of svc's own, or `provider.<slug>.<type>` for an event that a provider sent."""
    status: WebhookDeliveryStatus
    """`failed` means that no attempts are left."""
    attempts: int
    """The number of attempts so far."""
    next_attempt_at: Optional[str]
    """When the next attempt is due; null if there is none."""
    last_attempt: Optional[WebhookAttempt]
    """The last attempt, or null."""
    created_at: str
    """When the delivery was first due."""

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
    """ID of the event."""
    seq: int
    """The event's position in the service client's chain, from 1 without gaps."""
    service_client_id: str
    """The service client whose chain the event belongs to."""
    tenant_id: Optional[str]
    """The tenant concerned, or null."""
    type: str
    """What happened, such as `connection.created` or `credential.used`."""
    subject: Optional[str]
    """The resource the event is about, or null."""
    actor: str
    """The actor: `key:<public id>`, `operator`, `operator:<token id>`, `end_user`, `provider` or `system`."""
    data: Dict[str, Union[str, float, bool]]
    """Codes and details; never a secret."""
    created_at: str
    """When it was recorded."""
    prev_hash: str
    """`hash` of the previous event; 64 zeros for the first."""
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
    """A short-lived token for one tenant, without its secret."""

    id: str
    """ID of the token."""
    tenant_id: str
    """The only tenant the token acts for."""
    parent_id: Optional[str]
    """The parent token that created it; null if a service key did."""
    connections: Optional[List[str]]
    """The only connections the token can see and use; null if they aren't narrowed."""
    actions: Optional[List[str]]
    """Patterns of the only actions the token can see and execute; null if they aren't narrowed."""
    max_effect: Effect
    """The strongest effect the token's actions may have, from `read` to `write` to `destructive`."""
    max_executions: Optional[int]
    """The maximum number of executions the token may start, including those of tokens created from it; null for no
    limit.
    """
    used_executions: Optional[int]
    """Executions started so far; null if there is no limit, because they aren't counted then."""
    require_approval: bool
    """Whether a person has to approve every call that changes something."""
    audience: List[TokenAudience]
    """Where the token is accepted: the REST API (`api`), MCP endpoints (`mcp`), or both."""
    subject: Optional[str]
    """The person the token acts for, as named by your backend; or null."""
    agent: Optional[str]
    """The agent that holds the token, as named by your backend; or null."""
    label: Optional[str]
    """Your label, for listing and revoking tokens; or null."""
    status: DelegatedTokenStatus
    """Whether the token can be used."""
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
    """ID of the token."""
    tenant_id: str
    """The only tenant the token acts for."""
    parent_id: Optional[str]
    """The parent token that created it; null if a service key did."""
    connections: Optional[List[str]]
    """The only connections the token can see and use; null if they aren't narrowed."""
    actions: Optional[List[str]]
    """Patterns of the only actions the token can see and execute; null if they aren't narrowed."""
    max_effect: Effect
    """The strongest effect the token's actions may have, from `read` to `write` to `destructive`."""
    max_executions: Optional[int]
    """The maximum number of executions the token may start, including those of tokens created from it; null for no
    limit.
    """
    used_executions: Optional[int]
    """Executions started so far; null if there is no limit, because they aren't counted then."""
    require_approval: bool
    """Whether a person has to approve every call that changes something."""
    audience: List[TokenAudience]
    """Where the token is accepted: the REST API (`api`), MCP endpoints (`mcp`), or both."""
    subject: Optional[str]
    """The person the token acts for, as named by your backend; or null."""
    agent: Optional[str]
    """The agent that holds the token, as named by your backend; or null."""
    label: Optional[str]
    """Your label, for listing and revoking tokens; or null."""
    status: DelegatedTokenStatus
    """Whether the token can be used."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When it expires."""
    revoked_at: Optional[str]
    """When it was revoked, or null."""
    token: Optional[str]
    """The token itself, `svc_dt_…`. Shown only once; a replay doesn't include it."""

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
    _optional = frozenset({"token"})
    _hidden = frozenset({"token"})


class RevokedDelegatedTokens(Model):
    """The result of the revocation."""

    revoked: int
    """How many active tokens were revoked."""

    _wire = {
        "revoked": "revoked",
    }


class AgentHost(Model):
    """The program that wants to act for your user."""

    id: str
    """The host's OAuth client ID: the URL of its metadata, or a registered ID."""
    name: str
    """The host's own name for itself. Show it together with `redirectOrigin`."""
    redirect_origin: str
    """The origin the user's browser returns to. It shows who really gets access."""

    _wire = {
        "id": "id",
        "name": "name",
        "redirect_origin": "redirectOrigin",
    }


class AgentAuthorization(Model):
    """A request to your app about its own user: a host wants to sign in, or the user wants to decide on a proposal."""

    id: str
    """As in the request."""
    purpose: AgentAuthorizationPurpose
    """`sign_in`: an agent's host wants to act for your user. `approval`: your user wants to decide on a proposal."""
    status: AgentAuthorizationStatus
    """The state of the agent authorization."""
    host: Optional[AgentHost]
    """The host that wants to sign in; null for an `approval`."""
    proposal_id: Optional[str]
    """The proposal your user wants to decide on; null for a `sign_in`."""
    tenant_id: Optional[str]
    """The tenant whose MCP address the host uses, or the proposal's tenant; null for the address shared by all
    tenants.
    """
    created_at: str
    """When it was created."""
    expires_at: str
    """Your app can decide until this time."""

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
    """Redirect your user's browser to this URL within two minutes. It works once, in the browser that started."""

    _wire = {
        "continue_url": "continueUrl",
    }
    _hidden = frozenset({"continue_url"})


class ProposalSummary(Model):
    """What records keep of the call."""

    input: Any
    """The input without secrets and content."""

    _wire = {
        "input": "input",
    }
    _hidden = frozenset({"input"})


class ProposalAskedBy(Model):
    """Why the call needs approval."""

    layer: Optional[PolicyLayer]
    """The policy layer that required approval; null if the caller proposed the call."""
    rule: Optional[int]
    """The number of the layer's rule, from 1; null if there is none."""

    _wire = {
        "layer": "layer",
        "rule": "rule",
    }


class ProposalDecision(Model):
    """A person's decision on a proposal."""

    decision: Decision
    """What was decided."""
    decided_by: str
    """The person, and how the decision reached svc."""
    reason: Optional[str]
    """The person's reason, or null."""
    decided_at: str
    """When the person decided."""

    _wire = {
        "decision": "decision",
        "decided_by": "decidedBy",
        "reason": "reason",
        "decided_at": "decidedAt",
    }


class Proposal(Model):
    """A call that awaits a person's approval."""

    id: str
    """ID of the proposal."""
    status: ProposalStatus
    """`pending`: a person has to decide. `approved`: svc is about to execute the call. `accepted`: see
    `execution_id` for the outcome.
    """
    tenant_id: str
    """The tenant."""
    connection_id: str
    """The connection the call would use."""
    provider: str
    """The provider's name in URLs."""
    action_id: str
    """The action's id within its provider."""
    effect: Effect
    """What the action does to the provider's state."""
    summary: ProposalSummary
    """What records keep of the call."""
    input: Any
    """The input without secrets, but with its content, for a key that may decide about the proposal and asks for it
    alone while it's pending; null otherwise.
    """
    preview: Optional[str]
    """What the call would change, as read from the provider when it was proposed; null if the action has no preview."""
    approval_url: Optional[str]
    """The page where a person decides on the proposal, once your app has confirmed who they are; null if your
    service client has no `agentSignInUrl`.
    """
    digest: str
    """Identifies exactly this call: its input, the action and its version, the connection, and the preview."""
    asked_by: ProposalAskedBy
    """Why the call needs approval."""
    approver: PolicyApprover
    """Who may approve: `any` person who may decide, or only one `other` than the agent's own user."""
    delegated_token: Optional[ExecutionToken]
    """The delegated token that proposed the call; null for a service key."""
    idempotency_key: str
    """The idempotency key for the execution."""
    execution_id: Optional[str]
    """The execution of the call; null until the proposal is `accepted`."""
    decision: Optional[ProposalDecision]
    """The person's decision, or null."""
    error: Optional[Fault]
    """Why the proposal was withdrawn, or null."""
    created_at: str
    """When it was proposed."""
    expires_at: str
    """When the proposal expires if it isn't accepted before."""
    ended_at: Optional[str]
    """When the proposal was accepted, denied or withdrawn, or when it expired; null until then."""

    _wire = {
        "id": "id",
        "status": "status",
        "tenant_id": "tenant_id",
        "connection_id": "connection_id",
        "provider": "provider",
        "action_id": "action_id",
        "effect": "effect",
        "summary": "summary",
        "input": "input",
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
    _hidden = frozenset({"input"})
    _parts = {"summary": ProposalSummary, "asked_by": ProposalAskedBy, "delegated_token": ExecutionToken, "decision": ProposalDecision, "error": Fault}


class PolicyReason(Model):
    """One layer's decision on a call."""

    layer: PolicyLayer
    """The policy layer."""
    id: str
    """The service client, the public part of the key, or the token."""
    rule: Optional[int]
    """The number of the rule that matched, from 1; null if none did, or if the token requires approval for all
    changes.
    """
    decision: PolicyDecision
    """`allow`, `ask` (a person has to approve the call if it changes something) or `deny`. Across layers, the
    strictest decision wins.
    """

    _wire = {
        "layer": "layer",
        "id": "id",
        "rule": "rule",
        "decision": "decision",
    }


class PolicyVerdict(Model):
    """The policy's decision on a call, and why."""

    decision: PolicyDecision
    """`allow`, `ask` (a person has to approve the call if it changes something) or `deny`. Across layers, the
    strictest decision wins.
    """
    approver: PolicyApprover
    """Who may approve: `any` person who may decide, or only one `other` than the agent's own user."""
    reasons: List[PolicyReason]
    """The decision of each layer: the service client, the key, and every token."""

    _wire = {
        "decision": "decision",
        "approver": "approver",
        "reasons": "reasons",
    }
    _parts = {"reasons": PolicyReason}


class ExecutionCount(Model):
    """The executions of one action with one status."""

    provider: str
    """The provider's name in URLs."""
    action_id: str
    """The action's id within its provider."""
    status: ExecutionStatus
    """The status that they have now."""
    count: int
    """How many there are."""

    _wire = {
        "provider": "provider",
        "action_id": "action_id",
        "status": "status",
        "count": "count",
    }


class ExecutionCounts(Model):
    """Counts of executions by status and action."""

    since: str
    """The beginning of the time range."""
    until: str
    """The end of the time range, which isn't part of it."""
    counted_since: Optional[str]
    """When the oldest counted execution was created, if there are more than 10,000 in the range and only the newest
    are counted; otherwise null.
    """
    counts: List[ExecutionCount]
    """The most frequent first."""

    _wire = {
        "since": "since",
        "until": "until",
        "counted_since": "countedSince",
        "counts": "counts",
    }
    _parts = {"counts": ExecutionCount}


class RotatedWebhookEndpoint(Model):
    """An endpoint with its new signing secret."""

    id: str
    """ID of the endpoint."""
    url: str
    """Where to send events: https on port 443 or 8443, without a user or fragment; in a sandbox, a loopback address."""
    description: str
    """What the endpoint is for; may be empty. No control characters, no characters that are invisible or change the
    direction of text, and not only spaces. The joiners U+200C and U+200D and variation selectors are allowed.
    """
    event_types: List[str]
    """The event types to send. Use `*` for all of them, with those of providers."""
    status: WebhookEndpointStatus
    """Whether events are sent."""
    disabled_reason: Optional[str]
    """Why the endpoint is disabled: `caller`, `operator`, `gone` after a 410 response, or `failures` after five days
    without a success; null while it is enabled.
    """
    failing_since: Optional[str]
    """Every attempt since this time has failed; null if the last one didn't."""
    previous_secret_expires_at: Optional[str]
    """Until this time, deliveries are also signed with the secret before the last rotation; or null."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""
    secret: str
    """The new signing secret, shown only once."""

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
