/** Restricted keys: https://docs.stripe.com/keys/restricted-api-keys */
import { sensitive } from "@svc/contract";
import { ProviderFailure, staticCredential, type ReadPort } from "@svc/provider-kit";
import { isRecord, orNull, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";

/** The API version. The default version differs between accounts. */
export const stripeVersion = "2026-10-28.endive";

const keyPattern = "^rk_(live|test)_[0-9A-Za-z]{16,240}$";
const wanted = "Use a restricted key (rk_live_… or rk_test_…).";

/** Newer keys have the account's id, without `acct_`, before their secret part. */
const keyWithAccount = /^[rs]k_(?:live|test)_5(1[0-9A-Za-z]{15})([0-9A-Za-z]{40,})$/;

/** Returns the part of a key or a token that isn't the account's id. */
export function secretPart(key: string): string {
  return keyWithAccount.exec(key)?.[2] ?? key;
}

/** Names a key without its secret part: its account or, as in Stripe's dashboard, its last four characters. */
function publicPart(key: string): string {
  const account = keyWithAccount.exec(key)?.[1];
  return account === undefined ? `key-${key.slice(-4)}` : `acct_${account}`;
}

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({
        description: "Restricted Stripe key (rk_live_… or rk_test_…).",
        maxLength: 250,
        pattern: keyPattern,
      }),
    ),
  },
  { additionalProperties: false, description: "The key that the Stripe actions use." },
);

/** An account, as Stripe returns it for its own key. */
export const account = shape({
  id: text("id", "Id of the account."),
  name: orNull(text("settings.dashboard.display_name", "Name of the account in Stripe's dashboard.")),
});

/** Whether an account's objects are about real money. */
export type Mode = "live" | "test";

/** Describes an account in one mode. Test data and real money are in two accounts with different slugs. */
export function accountIn(mode: Mode, { id, name }: { id: string; name: string | null }) {
  return { slug: `${id}/${mode}`, name: `${name === null || name === "" ? id : name} (${mode} mode)` };
}

/**
 * Identifies the account that the key belongs to. Reading the account needs a permission that no action needs, and that
 * the dashboard doesn't offer for every key. Without it, Stripe's refusal still proves that the key is valid, and names
 * the account.
 */
async function identify(provider: ReadPort) {
  const mode = provider.credentialKind === "live_key" ? "live" : "test";
  const { status, body } = await provider.read({ method: "GET", path: ["v1", "account"] }, { accept: [200, 403] });
  if (status === 200) return accountIn(mode, account.read(body));
  const message = permissionRefusalIn(body);
  if (message === null) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "Stripe refuses this key here. If it is limited to certain IP addresses, add those of this service.",
    });
  }
  const [id] = /\bacct_[0-9A-Za-z]{1,100}\b/.exec(message) ?? [provider.connectionFacts["key"] ?? ""];
  return accountIn(mode, { id, name: null });
}

/** Returns the message of a refusal that only says that the key lacks a permission; null if it says anything else. */
function permissionRefusalIn(body: unknown): string | null {
  const { type, message } = Object(isRecord(body) ? body["error"] : null) as { type?: unknown; message?: unknown };
  return typeof type === "string" && typeof message === "string" && /\bpermission/i.test(message) ? message : null;
}

/** A restricted key, which the end user provides. */
export const restrictedKey = staticCredential({
  submission,
  noun: "restricted key",
  fields: [
    {
      name: "access_token",
      label: "Restricted key",
      help: "Create a restricted key with only the permissions listed here.",
      helpUrl: "https://docs.stripe.com/keys/restricted-api-keys",
      pattern: keyPattern,
      hints: () => [
        { prefix: "rk_", accepted: true, message: "This is a restricted key." },
        {
          prefix: "sk_",
          accepted: false,
          message: "This is a secret key, which can do everything. Use a restricted key.",
        },
        {
          prefix: "pk_",
          accepted: false,
          message: "This is a publishable key, which can't do this. Use a restricted key.",
        },
      ],
    },
  ],
  explain,
  grantAdvice,
  credentialKind: ({ access_token }) => (access_token.startsWith("rk_live_") ? "live_key" : "test_key"),
  connectionFacts: ({ access_token }) => ({ key: publicPart(access_token) }),
  secretPart: ({ access_token }) => secretPart(access_token),
  headers: ({ access_token }) => ({ authorization: `Bearer ${access_token}`, "stripe-version": stripeVersion }),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const key = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof key !== "string") return `The field access_token is missing or isn't a string. ${wanted}`;
  if (/\s/u.test(key)) return "The key contains a space or a line break. Copy it again without them.";
  if (key.startsWith("sk_")) return `This is a secret key, which can do everything in the account. ${wanted}`;
  return new RegExp(keyPattern).test(key) ? null : `This is not a restricted key of Stripe. ${wanted}`;
}

/** The permission for each group of actions, as the dashboard names it. */
const resources: Readonly<Record<string, string>> = {
  balance: "Balance",
  customers: "Customers",
  products: "Products",
  prices: "Prices",
  paymentIntents: "PaymentIntents",
  refunds: "Charges and Refunds",
  subscriptions: "Subscriptions",
};

function grantAdvice(actionIds: readonly string[]) {
  const changing = /\.(?:create|update|cancel)$/;
  const wantedOf = (name: string) => {
    const own = actionIds.filter((id) => id.startsWith(`${name}.`));
    return own.length === 0
      ? []
      : [`${resources[name] ?? name}: ${own.some((id) => changing.test(id)) ? "Write" : "Read"}`];
  };
  return {
    title: Object.keys(resources).flatMap(wantedOf).join(", ") || "Balance: Read",
    why: "Permissions that the restricted key needs. It needs no others.",
  };
}
