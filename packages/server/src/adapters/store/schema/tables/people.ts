/** Operators who sign in with their company's account (OpenID Connect). */
import { operatorRoles } from "../../../../domain/operators/roles.ts";
import { oneOf, rowSeal, text, time } from "../column.ts";
import { table } from "../table.ts";

export const operatorPeople = table({
  name: "operator_people",
  row: "PersonRow",
  note: "A person whom the company's identity provider knows. The row grants nothing: a session has its own role.",
  scope: "system",
  columns: {
    id: text({ key: true }),
    issuer: text({ note: "The identity provider." }),
    subject: text({ note: "The person's id there." }),
    name: text({ note: "As the provider said at the last sign-in." }),
    created_at: time(),
    last_used_at: time({ note: "When the person last signed in." }),
    seal: rowSeal({ free: ["last_used_at"] }),
  },
  indexes: {
    operator_people_subject: { on: ["issuer", "subject"], unique: true },
  },
});

export const personSessions = table({
  name: "operator_person_sessions",
  row: "PersonSessionRow",
  note: `A person's session of the console. It ends some time after seen_at, and at ends_at at the latest. Its role is
    confirmed by the provider again and again.`,
  scope: "system",
  columns: {
    hash: text({ key: true, note: "Keyed hash of the secret in the browser's cookie." }),
    person_id: text({ references: "operator_people" }),
    role: oneOf(operatorRoles),
    sid: text({ note: "The provider's name for its own session; '' if it gave none." }),
    tokens: text({ note: "The provider's tokens, sealed for this session." }),
    created_at: time(),
    seen_at: time({ note: "When it was last used; updated at most once a minute." }),
    confirmed_at: time({ note: "When the provider last confirmed the role." }),
    tried_at: time({ note: "When a process last began to ask the provider." }),
    ends_at: time({ note: "When it expires, even if it is in use." }),
    seal: rowSeal({ free: ["seen_at", "tried_at"] }),
  },
  indexes: {
    operator_person_sessions_person: { on: ["person_id"] },
  },
});

export const operatorSignIns = table({
  name: "operator_sign_ins",
  row: "SignInRow",
  note: "A browser that was sent to the provider and isn't back yet. The row is taken when it is.",
  scope: "system",
  columns: {
    hash: text({ key: true, note: "Keyed hash of the `state`." }),
    browser_hash: text({ note: "Keyed hash of the secret in the browser's cookie." }),
    details: text({ note: "The nonce, the PKCE verifier and the path to go to, sealed for this state." }),
    expires_at: time(),
  },
  indexes: {
    operator_sign_ins_expiry: { on: ["expires_at"] },
  },
});

export const logoutTokens = table({
  name: "operator_logout_tokens",
  note: "A logout token that the provider sent. Each works once; the row is kept until the token is too old.",
  scope: "system",
  columns: {
    hash: text({ key: true, note: "Digest of the token's issuer and `jti`." }),
    expires_at: time(),
  },
  indexes: {
    operator_logout_tokens_expiry: { on: ["expires_at"] },
  },
});
