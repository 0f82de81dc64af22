/** People who sign in with their company's account, their sessions, and their way to the provider and back. */
import type { PersonFacts, PersonRow, PersonSessionRow, PersonStore } from "../../domain/operator-sign-in/port.ts";
import type { Actor, AuditData } from "../../domain/journal/port.ts";
import type { TrailTypeName } from "../../domain/journal/types.ts";
import { idPrefixes } from "@svc/contract";
import type { Queries, StoreContext } from "./context.ts";
import { append } from "./journal/append.ts";
import { columnsOf, rowOf } from "./rows.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";

/** @param context the database. */
export function createPersonStore(context: StoreContext): PersonStore {
  return {
    start: (signIn, nowMs) =>
      context.write("system", async (queries) => {
        await queries.deleteFrom("operator_sign_ins").where("expires_at", "<=", nowMs).execute();
        await queries.insertInto("operator_sign_ins").values(columnsOf("operator_sign_ins", signIn)).execute();
      }),
    take: (hashes, isOwn) =>
      context.write("system", async (queries) => {
        const found = await queries
          .selectFrom("operator_sign_ins")
          .selectAll()
          .where("hash", "in", hashes)
          .executeTakeFirst();
        if (found === undefined || !isOwn(found.browser_hash)) return null;
        const taken = await queries
          .deleteFrom("operator_sign_ins")
          .where("hash", "=", found.hash)
          .returningAll()
          .executeTakeFirst();
        return taken === undefined ? null : signInRow(taken);
      }),
    begin: (person, session, seenBefore) =>
      context.write("system", (queries) => begin(context, queries, { person, session, seenBefore })),
    session: (hashes) =>
      context.read("system", async (queries) => {
        const session = genuine(
          context,
          "operator_person_sessions",
          await queries
            .selectFrom("operator_person_sessions")
            .selectAll()
            .where("hash", "in", hashes)
            .executeTakeFirst(),
        );
        if (session === null) return null;
        const person = genuine(
          context,
          "operator_people",
          await queries
            .selectFrom("operator_people")
            .selectAll()
            .where("id", "=", session.person_id)
            .executeTakeFirst(),
        );
        return person === null ? null : { session: sessionRow(session), person: personRow(person) };
      }),
    seen: (hash, at) =>
      context.write("system", async (queries) => {
        await queries
          .updateTable("operator_person_sessions")
          .set({ seen_at: at })
          .where("hash", "=", hash)
          .where("seen_at", "<", at)
          .execute();
      }),
    claimCheck: (hash, before, at) =>
      context.write("system", async (queries) => {
        const { numUpdatedRows } = await queries
          .updateTable("operator_person_sessions")
          .set({ tried_at: at })
          .where("hash", "=", hash)
          .where("tried_at", "<=", before)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    confirm: (hash, { role, tokens, confirmedAt }) =>
      context.write("system", async (queries) => {
        let before = role;
        const [changed] = await changeSealed(context, queries, "operator_person_sessions", [hash], (row) => {
          before = sessionRow(row).role;
          return { role, tokens, confirmed_at: confirmedAt };
        });
        if (changed === undefined) return false;
        const { person_id: personId } = changed;
        if (before !== role) await record(context, queries, "operator.role_changed", personId, "system", { role });
        return true;
      }),
    end: (hash, why) =>
      context.write("system", async (queries) => {
        const ended = await queries
          .deleteFrom("operator_person_sessions")
          .where("hash", "=", hash)
          .returning("person_id")
          .executeTakeFirst();
        if (ended === undefined) return;
        const { person_id: id } = ended;
        if (why === null) await record(context, queries, "operator.signed_out", id, `operator:${id}`);
        else await record(context, queries, "operator.session_ended", id, "system", { reason: why });
      }),
    endByToken: (of, token, nowMs) =>
      context.write("system", async (queries) => {
        await queries.deleteFrom("operator_logout_tokens").where("expires_at", "<=", nowMs).execute();
        const { numInsertedOrUpdatedRows: inserted } = await queries
          .insertInto("operator_logout_tokens")
          .values({ hash: token.hash, expires_at: token.expiresAt })
          .onConflict((conflict) => conflict.column("hash").doNothing())
          .executeTakeFirst();
        if (inserted !== 1n) return null;
        const ended = await queries
          .deleteFrom("operator_person_sessions")
          .where("person_id", "in", (some) => {
            const people = some.selectFrom("operator_people").select("id").where("issuer", "=", of.issuer);
            return of.subject === null ? people : people.where("subject", "=", of.subject);
          })
          .$if(of.sid !== null, (sessions) => sessions.where("sid", "=", of.sid ?? ""))
          .returning("person_id")
          .execute();
        for (const { person_id: id } of ended) {
          await record(context, queries, "operator.session_ended", id, "system", { reason: "logout_token" });
        }
        return ended.length;
      }),
  };
}

async function begin(
  context: StoreContext,
  queries: Queries,
  given: { person: PersonFacts; session: Omit<PersonSessionRow, "personId">; seenBefore: number },
): Promise<PersonRow> {
  const { session, seenBefore } = given;
  const { createdAt, role } = session;
  const person = await putPerson(context, queries, given.person, createdAt);
  await queries
    .deleteFrom("operator_person_sessions")
    .where((eb) => eb.or([eb("ends_at", "<=", createdAt), eb("seen_at", "<=", seenBefore)]))
    .execute();
  const row = columnsOf("operator_person_sessions", { ...session, personId: person.id });
  await queries
    .insertInto("operator_person_sessions")
    .values(sealed(context, "operator_person_sessions", row))
    .execute();
  const { name, issuer, subject } = person;
  const data = { issuer, name, role, subject };
  await record(context, queries, "operator.signed_in", person.id, `operator:${person.id}`, data);
  return person;
}

/** Creates the person, or writes the new name. */
async function putPerson(
  context: StoreContext,
  queries: Queries,
  { issuer, subject, name }: PersonFacts,
  at: number,
): Promise<PersonRow> {
  const created = {
    id: context.newId(idPrefixes.operatorPerson),
    issuer,
    subject,
    name,
    createdAt: at,
    lastUsedAt: at,
  };
  const { numInsertedOrUpdatedRows: inserted } = await queries
    .insertInto("operator_people")
    .values(sealed(context, "operator_people", columnsOf("operator_people", created)))
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .executeTakeFirst();
  if (inserted === 1n) return created;
  const { id } = await queries
    .selectFrom("operator_people")
    .select("id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  const [changed] = await changeSealed(context, queries, "operator_people", [id], { name, last_used_at: at });
  if (changed === undefined) throw new Error("The row of an operator was changed by another program.");
  return personRow(changed);
}

/** Records a change in the deployment's chain. */
async function record(
  context: StoreContext,
  queries: Queries,
  type: TrailTypeName,
  personId: string,
  actor: Actor,
  data: AuditData = {},
): Promise<void> {
  await append(context, queries, [{ type, clientId: "", tenantId: "", subject: personId, actor, data }]);
}

const personRow = rowOf("operator_people");

const sessionRow = rowOf("operator_person_sessions");

const signInRow = rowOf("operator_sign_ins");
