/** The vault's keys. */
import { bytes, number, text, time } from "../column.ts";
import { table } from "../table.ts";

export const keyChecks = table({
  name: "key_checks",
  note: "Recognizes each root key, so that a wrong one is rejected at startup.",
  scope: "none",
  columns: {
    root_key_id: text({ key: true }),
    check_value: bytes(),
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
