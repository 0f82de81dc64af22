/** The simulated Connect server: vaults with items, and access tokens. */
import { commonSwitches, prefixed, Store, Tokens, type CommonSwitches, type Token } from "@svc/simulator";

export interface Vault {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** A field of an item. */
export interface Field {
  readonly id: string;
  readonly type: string;
  readonly purpose?: string;
  readonly label?: string;
  readonly value?: string;
}

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly version: number;
  /** In RFC 3339. */
  readonly createdAt: string;
  /** `ARCHIVED` or `DELETED`; undefined for an active item. */
  readonly state?: string;
  readonly fields: readonly Field[];
}

/** An access token for some of the vaults. */
export interface ConnectToken extends Token {
  readonly vaults: readonly string[];
  readonly mayWrite: boolean;
}

/** The switches of the simulated server. */
export interface Switches extends CommonSwitches {
  /** Whether the server hasn't received its first copy of the vaults yet. */
  notSynced: boolean;
  /** Whether an empty value is shown instead of left out. */
  showsEmptyValues: boolean;
  /** Whether the server assigns the ids of new fields. */
  makesFieldIds: boolean;
}

const defaults: Switches = { ...commonSwitches, notSynced: false, showsEmptyValues: false, makesFieldIds: false };

/** The account of every token. */
export const accountId = "GWRQ7ZTL5FFPXLH4JZYAKVDUGE";

/** The id of the vault with items. */
export const vaultId = "ftz4pm2xxwmwrsd7rjqn7grzfz";

/** The id of an empty vault. */
export const otherVaultId = "b4hrxgqp2nq6jmvk3w5ctdyz7a";

const credential = (value: string): Field => ({ id: "credential", type: "CONCEALED", label: "credential", value });
const password = (value: string): Field => ({
  id: "password",
  type: "CONCEALED",
  purpose: "PASSWORD",
  label: "password",
  value,
});

const seededAt = "2026-01-02T00:00:00Z";

type Seeded = Pick<Item, "title" | "tags" | "fields"> & Partial<Item>;

const seeded: readonly Seeded[] = [
  { title: "API_KEY", tags: ["prod"], fields: [credential("canary-prod-api-key")] },
  { title: "API_KEY", tags: ["prod/eu"], fields: [credential("canary-eu-api-key")] },
  {
    title: "LOGIN",
    category: "LOGIN",
    tags: ["prod", "shared"],
    fields: [{ id: "username", type: "STRING", purpose: "USERNAME", value: "harbor" }, password("canary-login")],
  },
  { title: "TWICE", tags: ["prod"], fields: [credential("canary-first")] },
  { title: "TWICE", tags: ["prod"], fields: [credential("canary-second")] },
  {
    title: "SEVERAL",
    tags: ["prod"],
    fields: [credential("canary-one"), { id: "f1", type: "CONCEALED", value: "canary-two" }],
  },
  { title: "NOTE", category: "SECURE_NOTE", tags: ["prod"], fields: [{ id: "notesPlain", type: "STRING" }] },
  { title: "ARCHIVED", tags: ["prod"], state: "ARCHIVED", fields: [credential("canary-archived")] },
  { title: "UNTAGGED", tags: [], fields: [credential("canary-untagged")] },
];

/** The state of the simulated server. */
export class OnepasswordWorld extends Store<Switches> {
  readonly vaults = this.collection<Vault, "id">({ key: "id" });
  readonly items = this.vaults.collection<Item, "id">({ key: "id", ids: prefixed("item", 22) });
  readonly tokens = this.keep(new Tokens<ConnectToken>());
  readonly fieldIds = this.keep(prefixed("field", 21));

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults }, switches);
    this.reset();
  }

  protected override seed(): void {
    this.vaults.put({ id: vaultId, name: "Harbor", description: "Harbor's items" });
    this.vaults.put({ id: otherVaultId, name: "Empty", description: "" });
    for (const item of seeded) {
      this.items.in(vaultId).create({ category: "API_CREDENTIAL", version: 1, createdAt: seededAt, ...item });
    }
  }

  /** Finds the active items with a title and a tag. */
  find(vault: string, tag: string, title: string): Item[] {
    const isIt = (item: Item) => item.title === title && item.tags.includes(tag) && item.state === undefined;
    return this.items.in(vault).list({ where: isIt });
  }

  /** Writes an item's next version. */
  update(vault: string, item: Item, fields: Partial<Item>): Item {
    return this.items.in(vault).put({ ...item, ...fields, version: item.version + 1 });
  }
}
