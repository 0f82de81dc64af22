/** Statements of a vendor's pages that no description contains, each with what it means for our actions. */
import assert from "node:assert/strict";
import { validateAgainst } from "@svc/contract/validation";
import { oauthAuthOf } from "@svc/provider-kit";
import { answered } from "@svc/provider-kit/testing";
import { replay } from "../alter.ts";
import type { Recorded, RecordedExchange, RecordedRun } from "../record.ts";

/** One statement. */
export type Fact = {
  readonly says: string;
  /** Where the vendor says it, or where users met it. */
  readonly source: string;
  /** When we read it. */
  readonly read: string;
  /** The actions that it vouches for; none for one about connecting. */
  readonly actions: readonly string[];
  /** Fails with an AssertionError if an action contradicts it. */
  holds(recorded: Recorded): void | Promise<void>;
};

/** The runs of the actions, without their previews. */
export function runsOf({ runs }: Recorded): readonly RecordedRun[] {
  return runs.filter(({ kind }) => kind === "run");
}

/** Fails if an action with this field refuses an id that the vendor issues. @param actionId all actions by default. */
export function assertAcceptsId(recorded: Recorded, field: string, id: string, actionId?: string): void {
  const { actions } = recorded.provider;
  const own = actions.filter((action) => action.id === (actionId ?? action.id) && field in action.input.properties);
  assert.ok(own.length > 0, `no action has ${field}`);
  for (const action of own) {
    const run = runsOf(recorded).find((one) => one.action === action);
    const input = { ...(run?.input as object), [field]: id };
    assert.deepEqual(validateAgainst(action.input, input), { ok: true }, `${action.id} refuses ${field} ${id}`);
  }
}

/** Fails if the client's id and secret are encoded before they go into a Basic header, which few vendors decode. */
export function assertPlainBasic({ provider }: Recorded): void {
  const app = oauthAuthOf(provider);
  assert.ok(app !== null, "the provider has OAuth");
  assert.notEqual(app.server.clientAuthentication, "client_secret_basic", "the id and the secret are encoded");
}

/** Fails if the runs that send a request end other than refused when it is answered like this. */
export async function assertRefused(
  recorded: Recorded,
  isMeant: (exchange: RecordedExchange) => boolean,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  let tried = 0;
  for (const run of runsOf(recorded)) {
    for (const exchange of run.exchanges.filter(isMeant)) {
      tried += 1;
      const { end } = { end: await replay(recorded, run, exchange, answered(status, body)) };
      const got = end.kind === "failed" ? end.refusal.code : end.kind;
      assert.ok(
        end.kind === "failed" && got !== "PROVIDER_ERROR",
        `${run.action.id}: ${JSON.stringify(body)} is ${got}`,
      );
    }
  }
  assert.ok(tried > 0, "no action sends such a request");
}
