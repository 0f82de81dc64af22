/** Tells the operator about rows that another program changed. */
import type { FastifyBaseLogger } from "fastify";
import type { Metrics } from "../domain/telemetry/port.ts";
import type { RowSealer } from "../domain/vault/row-seals.ts";

/** Counts each use of an altered row, and logs the first. */
export function watchAlteredRows(
  seals: Pick<RowSealer, "listen">,
  metrics: Pick<Metrics, "alteredRow">,
  log: Pick<FastifyBaseLogger, "error">,
): void {
  seals.listen((table, row, isFirst) => {
    metrics.alteredRow(table);
    if (isFirst)
      log.error({ table, row }, "a row that grants rights was changed in the database, so it isn't accepted");
  });
}
