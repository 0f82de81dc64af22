/**
 * Someone who can write to the database but lacks the vault's keys can neither approve a call nor change an approved
 * one.
 */
import assert from "node:assert/strict";
import type { Proposal } from "@svc/contract";
import { suiteOnBothEngines, uniqueName, verifies } from "../harness/index.ts";
import { ProviderLedger } from "../harness/ledger.ts";
import { runSql } from "../harness/sql.ts";
import { approve, executed, makeAsking, proposalOf, reached, type Asking } from "./proposal-fixture.ts";

suiteOnBothEngines("altered proposals", (fixture) => {
  // Shared by all tests: they don't change its policy.
  const askings = new Map<object, Promise<Asking>>();
  const shared = (): Promise<Asking> => {
    const made = askings.get(fixture()) ?? makeAsking(fixture());
    askings.set(fixture(), made);
    return made;
  };
  const sql = (statements: string): Promise<unknown> => runSql(fixture().server.home.databaseUrl, statements);
  const propose = async ({ connected }: Asking): Promise<Proposal> =>
    proposalOf(await connected.set("ALTERED", uniqueName("k")));
  /** Asserts that a proposal ends without execution, and that svc logs why. */
  const assertNotExecuted = async (
    { connected }: Asking,
    proposal: Proposal,
    ledger: ProviderLedger,
  ): Promise<void> => {
    const ended = await reached(connected.caller, proposal, "withdrawn");
    assert.deepEqual([ended.error?.code, ended.execution_id], ["INTERNAL", null]);
    assert.deepEqual(ledger.changes, []);
    await fixture().server.untilLogged(proposal.id, { isError: true });
  };
  const ofProposal = ({ id }: Proposal): string => `where id = '${id}'`;

  verifies("approval.altered", "doesn't execute a call that was approved only in the database", async () => {
    const asking = await shared();
    const ledger = new ProviderLedger(fixture().provider);
    const proposal = await propose(asking);
    await sql(`update proposals set status = 'approved', next_at = 0 ${ofProposal(proposal)}`);
    await assertNotExecuted(asking, proposal, ledger);
    const decision = JSON.stringify({ decision: "approved", decidedBy: "x", reason: "", decidedAt: 1 });
    const forged = await propose(asking);
    await sql(
      `update proposals set status = 'approved', next_at = 0, decision = '${decision}', decision_seal = '1.AAAA' ${ofProposal(forged)}`,
    );
    await assertNotExecuted(asking, forged, ledger);
  });

  verifies("approval.altered", "doesn't accept another proposal's decision", async () => {
    const asking = await shared();
    const approved = await propose(asking);
    await approve(asking.decider, approved);
    await executed(asking.connected.caller, approved);
    const ledger = new ProviderLedger(fixture().provider);
    const proposal = await propose(asking);
    const copied = ["decision", "decision_seal"]
      .map((column) => `${column} = (select ${column} from proposals ${ofProposal(approved)})`)
      .join(", ");
    await sql(`update proposals set status = 'approved', next_at = 0, ${copied} ${ofProposal(proposal)}`);
    await assertNotExecuted(asking, proposal, ledger);
  });

  verifies("approval.altered", "doesn't execute a call that was changed between proposal and approval", async () => {
    const asking = await shared();
    const { connected } = asking;
    const other = await fixture().connected({ caller: connected.caller, tenantId: connected.tenantId });
    const ledger = new ProviderLedger(fixture().provider);
    const changes = [
      `connection_id = '${other.id}'`,
      "action_id = 'secrets.delete'",
      "preview = 'Nothing would be changed.'",
      `summary_input = '{"name":"HARMLESS"}'`,
      "asked_by = '', rule = null",
      "idempotency_key = 'another-key'",
      "expires_at = expires_at + 1",
      "approver = 'other'",
    ];
    for (const change of changes) {
      const proposal = await propose(asking);
      await sql(`update proposals set ${change} ${ofProposal(proposal)}`);
      await approve(asking.decider, proposal);
      await assertNotExecuted(asking, proposal, ledger);
    }
  });

  verifies("approval.altered", "doesn't open an input that belongs to another proposal", async () => {
    const asking = await shared();
    const ledger = new ProviderLedger(fixture().provider);
    const [victim, source] = [await propose(asking), await propose(asking)];
    await sql(
      `update proposals set sealed = (select sealed from proposals ${ofProposal(source)}) ${ofProposal(victim)}`,
    );
    await approve(asking.decider, victim);
    await assertNotExecuted(asking, victim, ledger);
  });
});
