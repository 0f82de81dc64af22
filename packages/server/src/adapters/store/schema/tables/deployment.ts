/** What belongs to the deployment and to no service client, so that row-level security hides it from none. */
import { operatorRoles } from "../../../../domain/operators/roles.ts";
import { bytes, checkedOneOf, flag, json, number, oneOf, orNull, rowSeal, text, time } from "../column.ts";
import { table } from "../table.ts";

export const deployment = table({
  name: "deployment",
  note: "One row: the deployment that this database belongs to.",
  scope: "none",
  columns: {
    slot: number({ key: true, check: "slot = 1" }),
    deployment_id: text(),
    sandbox: flag(),
    cell: text({ note: "What ids, keys and tokens are marked with; '' outside of cells. It never changes." }),
  },
});

export const serviceClock = table({
  name: "service_clock",
  note: `One row: the service time that all processes share, whatever their machines' clocks say. It is the
    database's clock (on SQLite, the machine's) plus offset_ms.`,
  scope: "none",
  columns: {
    slot: number({ key: true, check: "slot = 1" }),
    offset_ms: number(),
    mark_ms: time({ note: "The latest service time that a process has confirmed; 0 if none has." }),
    generation: number(),
    jump_cause: checkedOneOf(["", "ran", "behind", "ahead"], {
      note: "Why time-based work is paused, and since when; '' and NULL while the clock is in order.",
    }),
    jump_at: orNull(time()),
    gap_from: orNull(
      time({ note: "Service time that was skipped at a start, until an operator says whether it really passed." }),
    ),
    gap_to: orNull(time()),
  },
  firstRow: { slot: 1, offset_ms: 0, mark_ms: 0, generation: 1, jump_cause: "" },
});

export const uncountedSpans = table({
  name: "uncounted_spans",
  note: "Spans of service time that did not pass, because the clock was set past them. Retention does not count them.",
  scope: "none",
  columns: {
    from_ms: time({ key: true }),
    to_ms: time(),
  },
  checks: ["from_ms < to_ms"],
});

export const owners = table({
  name: "owners",
  note: "Server processes. Each proves that it is alive by counting beats, which others see grow. No clocks are compared.",
  scope: "none",
  columns: {
    owner_id: text({ key: true }),
    beats: number(),
    ended_at: orNull(time()),
    providers: json("Readonly<Record<string, string>>", {
      default: "{}",
      note: "The digest of each provider that the process has loaded besides the built-in ones, as JSON by slug.",
    }),
  },
});

export const restores = table({
  name: "restores",
  note: "The state after a restore from a backup: one row, or none if there never was a restore.",
  scope: "none",
  columns: {
    slot: number({ key: true, check: "slot = 1" }),
    copied_at: orNull(
      time({ note: "When svc-server backup made this copy. NULL once the operator has said which keys are too old." }),
    ),
    keys_before: orNull(
      time({
        note: `Idempotency keys created before this time may have acted without this database knowing. NULL if none are
        refused.`,
      }),
    ),
    undated_until: orNull(time({ note: "Until this time, the same is true of keys that contain no time." })),
  },
});

export const keyChecks = table({
  name: "key_checks",
  note: "Recognizes each root key, so that a wrong one is rejected at startup.",
  scope: "none",
  columns: {
    root_key_id: text({ key: true }),
    check_value: bytes(),
  },
});

export const wrappedRootKeys = table({
  name: "wrapped_root_keys",
  row: "WrappedRootKeyRow",
  note: "A root key that a key service wrapped. Only that service can unwrap it.",
  scope: "none",
  columns: {
    root_key_id: text({ key: true }),
    service: text({
      note: "The service and its key, as in the keyring when it was wrapped; only shown, never trusted.",
    }),
    version: text({ note: "The version of the service's key, as the service named it; '' if it names none." }),
    wrapped: bytes(),
    created_at: time(),
  },
});

export const hashingKeys = table({
  name: "hashing_keys",
  row: "HashingKeyRow",
  note: "A key for keyed hashes. Versions count from 1.",
  scope: "none",
  columns: {
    version: number({ key: true }),
    wrapped: bytes(),
    root_key_id: text(),
  },
});

export const oauthApps = table({
  name: "oauth_apps",
  note: `OAuth apps that are registered with providers. client_id is '' for an app of the whole deployment. wrapped is
    the app's secret, sealed under the root key.`,
  scope: "system",
  columns: {
    client_id: text(),
    provider: text(),
    app_id: text(),
    name: text(),
    wrapped: bytes(),
    root_key_id: text(),
    created_at: time(),
    updated_at: time(),
  },
  key: ["client_id", "provider"],
});

export const describedProviders = table({
  name: "described_providers",
  row: "DescribedProviderRow",
  note: `A provider that is described by data instead of code. A removed one keeps its row, so that its slug never leads
    the credentials of its connections to another address.`,
  scope: "system",
  columns: {
    slug: text({ key: true }),
    url: text({ note: "Its address. It never changes." }),
    review: json("unknown", { note: "Its description, as an operator reviewed it." }),
    seen: json("unknown", { note: "What the last check found that differs from it." }),
    version: number({ note: "Counts its changes." }),
    created_at: time(),
    updated_at: time(),
    removed_at: orNull(time()),
    checked_at: orNull(time({ note: "When its description was last compared with the server's." })),
    check_due: time({ note: "When to compare next. The process that does so moves it first, so that no other does." }),
    check_fault: text({ note: "Why the last comparison failed; '' if it didn't." }),
    seal: rowSeal({ free: ["checked_at", "check_due", "check_fault"] }),
  },
});

export const eventSecrets = table({
  name: "event_secrets",
  note: `The secrets with which providers sign the events of an OAuth app: the newest, and the one before it until
    usable_until. wrapped is the secret, sealed under the root key.`,
  scope: "system",
  columns: {
    client_id: text(),
    provider: text(),
    app_id: text(),
    wrapped: bytes(),
    root_key_id: text(),
    created_at: time(),
    usable_until: orNull(time({ note: "NULL for the newest." })),
  },
  key: ["client_id", "provider", "created_at"],
});

export const eventSecretWindows = table({
  name: "event_secret_windows",
  note: `An operator waits until expires_at for the secret that a provider sends to an app's address. wrapped is the list
    of those that came, sealed under the root key. None of them verifies anything.`,
  scope: "system",
  columns: {
    client_id: text(),
    provider: text(),
    app_id: text(),
    wrapped: bytes(),
    root_key_id: text(),
    opened_at: time(),
    expires_at: time(),
  },
  key: ["client_id", "provider"],
});

export const operatorTokens = table({
  name: "operator_tokens",
  row: "OperatorTokenRow",
  note: "A token that can sign in to the console. The id is its public part.",
  scope: "system",
  columns: {
    id: text({ key: true }),
    name: text({ note: "The owner or purpose of the token." }),
    role: oneOf(operatorRoles),
    hash: text({ note: "Keyed hash of the whole token, preceded by the hashing key's version." }),
    created_at: time(),
    expires_at: orNull(time()),
    revoked_at: orNull(time()),
    last_used_at: orNull(time({ note: "When it was last used to sign in, or seen in a session." })),
    seal: rowSeal({ ended: "revoked_at", free: ["last_used_at"] }),
  },
  checks: ["revoked_at IS NULL OR seal = ''"],
});

export const operatorSessions = table({
  name: "operator_sessions",
  row: "OperatorSessionRow",
  note: `A session of the console. It ends some time after seen_at, and at ends_at at the latest; both are checked when
    it is used.`,
  scope: "system",
  columns: {
    hash: text({ key: true, note: "Keyed hash of the secret in the browser's cookie." }),
    token_id: text({ references: "operator_tokens" }),
    created_at: time(),
    seen_at: time({ note: "When it was last used; updated at most once a minute." }),
    ends_at: time({ note: "When it expires, even if it is in use." }),
    seal: rowSeal({ free: ["seen_at"] }),
  },
  indexes: {
    operator_sessions_token: { on: ["token_id"] },
  },
});
