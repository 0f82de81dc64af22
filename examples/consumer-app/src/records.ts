/** Harbor's data: sign-ins, Connect sessions, the key of every write, and events. Never a secret value. */
import { DatabaseSync } from "node:sqlite";

/** A signed-in browser. `csrf` is in each of its forms. */
export type SignIn = { userId: string; csrf: string };

/** A Connect session that a user opened, and its last known status. `code` says why it failed. */
export type Started = { id: string; userId: string; provider: string; status: string; code: string; startedAt: number };

/**
 * The state of a write.
 * - `open`: no response yet.
 * - `unknown`: it was sent, and it is not yet known whether it took effect.
 * - `failed`: nothing took effect, and that is proved, so the user may try again.
 */
export type WriteState = "open" | "unknown" | "failed" | "succeeded";

/** One submission of a form. */
export type Write = {
  /** The idempotency key. Created with the form, so a second submission has the same one. */
  key: string;
  userId: string;
  provider: string;
  /** The user's input, without secrets. */
  fields: Readonly<Record<string, string>>;
  state: WriteState;
  /** The error's code, and where the input is invalid. */
  code: string;
  errors: readonly { pointer: string; message: string }[];
  /** Until when the provider asked to wait, in milliseconds. */
  retryAt: number;
  executionId: string;
  /** The address of the created resource, if the provider returned one. */
  link: string;
};

/** The changes that a response makes to a write. */
export type Judged = Pick<Write, "state"> &
  Partial<Pick<Write, "code" | "errors" | "retryAt" | "executionId" | "link">>;

/** An event from a webhook. */
export type Received = { id: string; tenantId: string; type: string; provider: string; at: string };

/** Harbor's records. */
export type Records = ReturnType<typeof openRecords>;

const schema = `
  CREATE TABLE IF NOT EXISTS tenants (userId TEXT PRIMARY KEY, tenantId TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS signIns (sid TEXT PRIMARY KEY, userId TEXT NOT NULL, csrf TEXT NOT NULL, until INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS started (id TEXT PRIMARY KEY, userId TEXT NOT NULL, provider TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending', code TEXT NOT NULL DEFAULT '', startedAt INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS writes (key TEXT PRIMARY KEY, userId TEXT NOT NULL, provider TEXT NOT NULL,
    fields TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open', code TEXT NOT NULL DEFAULT '', errors TEXT NOT NULL DEFAULT '[]',
    retryAt INTEGER NOT NULL DEFAULT 0, executionId TEXT NOT NULL DEFAULT '', link TEXT NOT NULL DEFAULT '');
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, tenantId TEXT NOT NULL, type TEXT NOT NULL,
    provider TEXT NOT NULL, at TEXT NOT NULL);
`;

/** Opens the records in an SQLite file. A real app has these tables in its own database. */
export function openRecords(file: string) {
  const database = new DatabaseSync(file);
  database.exec(schema);
  const run = (sql: string, ...values: (string | number)[]): void => void database.prepare(sql).run(...values);
  const first = (sql: string, ...values: (string | number)[]): unknown => database.prepare(sql).get(...values);
  const all = <Row>(sql: string, ...values: (string | number)[]): Row[] =>
    database.prepare(sql).all(...values) as Row[];

  return {
    saveTenant: (userId: string, tenantId: string) =>
      run("INSERT OR REPLACE INTO tenants VALUES (?, ?)", userId, tenantId),
    tenantOf: (userId: string) =>
      (first("SELECT tenantId FROM tenants WHERE userId = ?", userId) as { tenantId: string } | undefined)?.tenantId ??
      null,

    signIn: (sid: string, { userId, csrf }: SignIn, until: number) =>
      run("INSERT INTO signIns VALUES (?, ?, ?, ?)", sid, userId, csrf, until),
    signInOf: (sid: string, now: number) =>
      first("SELECT userId, csrf FROM signIns WHERE sid = ? AND until > ?", sid, now) as SignIn | undefined,
    signOut: (sid: string) => run("DELETE FROM signIns WHERE sid = ?", sid),

    saveStarted: (id: string, userId: string, provider: string, now: number) =>
      run("INSERT INTO started (id, userId, provider, startedAt) VALUES (?, ?, ?, ?)", id, userId, provider, now),
    started: (id: string) => first("SELECT * FROM started WHERE id = ?", id) as Started | undefined,
    /** Newest first. */
    startedBy: (userId: string) =>
      all<Started>("SELECT * FROM started WHERE userId = ? ORDER BY startedAt DESC, rowid DESC LIMIT 50", userId),
    setStatus: (id: string, status: string, code: string) =>
      run("UPDATE started SET status = ?, code = ? WHERE id = ?", status, code, id),

    /** Stores a write before it is sent. Does nothing if this form was submitted before. */
    beginWrite: (key: string, userId: string, provider: string, fields: Write["fields"]) =>
      run(
        "INSERT OR IGNORE INTO writes (key, userId, provider, fields) VALUES (?, ?, ?, ?)",
        key,
        userId,
        provider,
        JSON.stringify(fields),
      ),
    write(key: string): Write | undefined {
      const row = first("SELECT * FROM writes WHERE key = ?", key) as Record<keyof Write, string> | undefined;
      if (row === undefined) return undefined;
      const { fields, errors, ...texts } = row;
      return { ...texts, fields: JSON.parse(fields), errors: JSON.parse(errors) } as unknown as Write;
    },
    /** Records a response. If two submissions of a form get different responses, a success wins. */
    settleWrite(key: string, response: Judged): void {
      const { state, code = "", errors = [], retryAt = 0, executionId = "", link = "" } = response;
      const sql = `UPDATE writes SET state = ?, code = ?, errors = ?, retryAt = ?, executionId = ?, link = ?
        WHERE key = ? AND state <> 'succeeded'`;
      if (state !== "open") run(sql, state, code, JSON.stringify(errors), retryAt, executionId, link, key);
    },

    /** Stores an event. Does nothing if it was delivered before. */
    saveEvent: ({ id, tenantId, type, provider, at }: Received) =>
      run("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?)", id, tenantId, type, provider, at),
    /** Newest first, by event time: deliveries arrive in any order. */
    eventsOf: (tenantId: string) =>
      all<Received>("SELECT * FROM events WHERE tenantId = ? ORDER BY at DESC, id DESC LIMIT 8", tenantId),
    /** The providers whose connection needs its user, according to their latest event. */
    needingReconnect: (tenantId: string) =>
      all<{ provider: string }>(
        `SELECT provider FROM events AS latest WHERE tenantId = ? AND type = 'connection.needs_reconnect'
          AND NOT EXISTS (SELECT 1 FROM events WHERE tenantId = latest.tenantId AND provider = latest.provider
            AND type LIKE 'connection.%' AND (at, id) > (latest.at, latest.id))`,
        tenantId,
      ).map(({ provider }) => provider),
    close: () => database.close(),
  };
}
