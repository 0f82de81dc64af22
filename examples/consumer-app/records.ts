/** The app's own records: who is signed in, who opened which Connect session, and the key of every write. */
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** A signed-in user; `connectionId` is "" until an account is connected. */
export type User = { id: string; name: string; tenantId: string; connectionId: string };

/** One write. `open`: no answer yet. Its value isn't stored. */
export type Write = {
  key: string;
  name: string;
  state: "open" | "unknown" | "succeeded" | "failed";
  executionId: string;
};

/** The app's records. */
export type Records = ReturnType<typeof openRecords>;

/** Opens the records in an SQLite file. */
export function openRecords(file: string) {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, name TEXT, tenantId TEXT, connectionId TEXT DEFAULT '');
    CREATE TABLE IF NOT EXISTS cookies (sid TEXT PRIMARY KEY, userId TEXT);
    CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, userId TEXT);
    CREATE TABLE IF NOT EXISTS writes (key TEXT PRIMARY KEY, userId TEXT, name TEXT, state TEXT, executionId TEXT);
  `);
  const run = (sql: string, ...values: string[]): void => void database.prepare(sql).run(...values);
  const first = (sql: string, ...values: string[]): unknown => database.prepare(sql).get(...values);
  return {
    signIn(userId: string, name: string, tenantId: string): string {
      const sid = randomUUID();
      run("INSERT OR IGNORE INTO users (id, name, tenantId) VALUES (?, ?, ?)", userId, name, tenantId);
      run("INSERT INTO cookies VALUES (?, ?)", sid, userId);
      return sid;
    },
    userOfCookie: (sid: string): User | null =>
      (first("SELECT users.* FROM users JOIN cookies ON userId = users.id WHERE sid = ?", sid) as User | undefined) ??
      null,
    rememberSession: (id: string, userId: string) => run("INSERT INTO sessions VALUES (?, ?)", id, userId),
    userOfSession: (id: string): string | undefined =>
      (first("SELECT userId FROM sessions WHERE id = ?", id) as { userId: string } | undefined)?.userId,
    rememberConnection: (userId: string, connectionId: string) =>
      run("UPDATE users SET connectionId = ? WHERE id = ?", connectionId, userId),
    beginWrite: (key: string, userId: string, name: string) =>
      run("INSERT INTO writes VALUES (?, ?, ?, 'open', '')", key, userId, name),
    settleWrite: (key: string, state: Write["state"], executionId: string) =>
      run("UPDATE writes SET state = ?, executionId = ? WHERE key = ?", state, executionId, key),
    writesOf: (userId: string): Write[] =>
      database
        .prepare("SELECT key, name, state, executionId FROM writes WHERE userId = ? ORDER BY rowid DESC")
        .all(userId) as Write[],
    close: (): void => database.close(),
  };
}
