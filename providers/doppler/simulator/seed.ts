/**
 * The default data. Two workplaces:
 * - "Harbor Works": `harbor-api` (dev, stg, prd; branches `stg_eu`, `prd_eu`, `prd_us`), `billing` (dev, prd; its dev
 *   inherits from harbor-api/dev) and `payroll` (prd), which no service account can access;
 * - "Quayside Labs": `quay-api` (dev), the other account.
 *
 * Every value is a canary: `canary-<project>-<config>-<name>`, so that a search for "canary-" finds a leak.
 */
import type { NewSecret } from "./world.ts";
import { DopplerWorld } from "./world.ts";
import type { Switches } from "./switches.ts";
import { tokenValue } from "./tokens.ts";
import type { Grant, Token, TokenKind } from "./tokens.ts";

/** Slug of the default workplace: the account id that `/v3/me` returns. */
export const harborWorks = "7d0f3c11a95be2468ac0";
/** Slug of the other workplace. */
export const quaysideLabs = "c41e90b7d2f85a6631fe";

const harborGrants: readonly Grant[] = [
  { project: "harbor-api", role: "admin" },
  { project: "billing", role: "viewer" },
];

interface TokenSeed {
  readonly kind: TokenKind;
  readonly segment?: string;
  readonly more?: Partial<Omit<Token, "name" | "kind" | "value">>;
}

const stg = { project: "harbor-api", config: "stg" };

const tokenSeeds = {
  /** Service account: admin in harbor-api, viewer in billing. */
  serviceAccount: { kind: "service_account", more: { grants: harborGrants } },
  /** Another token with the same workplace and grants, for a rotation. */
  serviceAccountRotated: { kind: "service_account", more: { grants: harborGrants } },
  /** Service account: viewer in harbor-api's dev environment only. */
  serviceAccountViewer: {
    kind: "service_account",
    more: { grants: [{ project: "harbor-api", role: "viewer", environments: ["dev"] }] },
  },
  /** Service account without grants. */
  serviceAccountNoGrants: { kind: "service_account" },
  /** Service token of harbor-api/stg, read and write. */
  serviceReadWrite: { kind: "service_token", more: { bound: stg, access: "read/write" } },
  /** Service token of harbor-api/stg, read only, with the documented middle segment. */
  serviceReadOnly: { kind: "service_token", segment: "stg", more: { bound: stg } },
  /** Service token of the branch harbor-api/prd_eu, read and write. */
  serviceBranch: {
    kind: "service_token",
    segment: "prd_eu",
    more: { bound: { project: "harbor-api", config: "prd_eu" }, access: "read/write" },
  },
  /** Service account of the other workplace. */
  otherWorkplace: {
    kind: "service_account",
    more: { workplace: quaysideLabs, grants: [{ project: "quay-api", role: "admin" }] },
  },
  /** Service account token that was revoked. */
  revoked: { kind: "service_account", more: { grants: harborGrants } },
  /** Service token whose `expires_at` has passed. */
  expired: { kind: "service_token", more: { bound: stg, expiresAtMs: Date.UTC(2026, 0, 1) } },
  personal: { kind: "personal" },
  cli: { kind: "cli" },
  scim: { kind: "scim" },
  audit: { kind: "audit" },
  identity: { kind: "service_account_identity", more: { grants: harborGrants } },
} as const satisfies Record<string, TokenSeed>;

/** Names of the default tokens. */
export type TokenName = keyof typeof tokenSeeds;

/** The default token values by name; the same in every process. */
export const tokens: Readonly<Record<TokenName, string>> = Object.fromEntries(
  Object.entries<TokenSeed>(tokenSeeds).map(([name, { kind, segment }]) => [name, tokenValue(kind, name, segment)]),
) as Record<TokenName, string>;

/** Builds the default data. Each call returns a new copy. */
export function dopplerWorld(options: { readonly switches?: Partial<Switches> } = {}): DopplerWorld {
  return new DopplerWorld(seedDefault, options.switches);
}

function seedDefault(world: DopplerWorld): void {
  world.workplaces.create({ slug: harborWorks, name: "Harbor Works" });
  world.workplaces.create({ slug: quaysideLabs, name: "Quayside Labs" });
  world.addProject(harborWorks, "harbor-api", ["dev", "stg", "prd"], "The public API");
  for (const branch of ["stg_eu", "prd_eu", "prd_us"]) {
    world.addConfig(harborWorks, { project: "harbor-api", environment: branch.slice(0, 3), branch });
  }
  world.addProject(harborWorks, "billing", []);
  const inherits = [{ project: "harbor-api", config: "dev" }];
  world.addConfig(harborWorks, { project: "billing", environment: "dev", locked: true, inherits });
  world.addConfig(harborWorks, { project: "billing", environment: "prd", locked: true });
  world.addProject(harborWorks, "payroll", ["prd"]);
  world.addProject(quaysideLabs, "quay-api", ["dev"]);
  for (const secret of seededSecrets()) world.setSecret(secret);
  world.setNote("harbor-api", "STRIPE_KEY", "Rotate every quarter");
  world.setNote("harbor-api", "RETIRED_KEY", "Deleted everywhere; the note stays");
  for (const [name, seed] of Object.entries<TokenSeed>(tokenSeeds)) {
    const { kind, segment, more } = seed;
    const value = tokenValue(kind, name, segment);
    const token = { name, kind, value, workplace: harborWorks, access: "read", grants: [], expiresAtMs: null } as const;
    world.addToken({ ...token, ...more });
  }
  world.revoke("revoked");
}

function seededSecrets(): readonly NewSecret[] {
  const secrets: NewSecret[] = [];
  const put = (project: string, config: string, name: string, more: Partial<NewSecret> = {}): void => {
    const value = `canary-${project}-${config}-${name.toLowerCase().replaceAll("_", "-")}`;
    secrets.push({ project, config, name, value, ...more });
  };
  for (const config of ["dev", "stg", "prd"]) {
    put("harbor-api", config, "API_BASE_URL", { visibility: "unmasked" });
    put("harbor-api", config, "DB_PASSWORD");
    put("harbor-api", config, "DATABASE_URL", { value: "postgres://app:${DB_PASSWORD}@db.internal/app" });
    put("harbor-api", config, "STRIPE_KEY");
    put("harbor-api", config, "SIGNING_KEY", { visibility: "restricted" });
  }
  put("harbor-api", "stg", "BROKEN_REFERENCE", { value: "canary-broken-${NOT_THERE}" });
  put("harbor-api", "stg", "EMPTY", { value: "" });
  put("harbor-api", "stg", "BILLING_TOKEN_COPY", { value: "${billing.prd.INVOICE_TOKEN}" });
  put("harbor-api", "prd", "DB_LEASE", { dynamic: true });
  put("harbor-api", "prd_eu", "STRIPE_KEY");
  put("billing", "dev", "INVOICE_TOKEN");
  put("billing", "prd", "INVOICE_TOKEN");
  put("payroll", "prd", "LEDGER_KEY");
  put("quay-api", "dev", "QUAY_KEY");
  return secrets;
}
