/** The administration of operator tokens. */
import type { OperatorToken } from "@svc/contract";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import { tokenVersion, type OperatorTokenRow } from "../operators/port.ts";
import { createOperatorTokens, maskToken } from "../operators/tokens.ts";
import type { Administration, AdministrationDeps } from "./port.ts";

type OperatorTokenAdministration = Pick<
  Administration,
  "listOperatorTokens" | "createOperatorToken" | "updateOperatorToken" | "revokeOperatorToken"
>;

const scope = { listing: "operatorTokens", clientId: "", tenantId: "", filters: [] };
const daysByDefault = 90;

/** Creates the operations. */
export function createOperatorTokenAdministration(deps: AdministrationDeps): OperatorTokenAdministration {
  const { store, cursors, platform, operatorSecrets: secrets, actor } = deps;
  const tokens = createOperatorTokens({ store: store.operators, secrets, platform, actor });
  const find = async (id: string): Promise<OperatorToken> => {
    const row = (await tokens.list()).find((token) => token.id === id);
    if (row === undefined) throw new Error("The token that was just changed is gone.");
    return presentOperatorToken(row);
  };
  return {
    async listOperatorTokens({ query: { limit = 20, cursor } }) {
      const page = await store.operators.list({ after: cursors.read(scope, cursor), limit });
      return { operatorTokens: page.rows.map(presentOperatorToken), nextCursor: cursors.next(scope, page) };
    },
    async createOperatorToken({ body: { name, role, expiresInDays = daysByDefault } }) {
      const { token, secret } = await tokens.create({ name, role, expiresInDays });
      return { ...presentOperatorToken(token), token: secret };
    },
    async updateOperatorToken({ params, body: { role }, expectedVersion }) {
      return find((await tokens.setRole(params.operator_token, role, expectedVersion ?? undefined)).id);
    },
    async revokeOperatorToken({ params, expectedVersion }) {
      return find((await tokens.revoke(params.operator_token, expectedVersion ?? undefined)).id);
    },
  };
}

function presentOperatorToken(row: OperatorTokenRow): OperatorToken {
  const { id, name, role, createdAt, lastUsedAt, expiresAt, revokedAt } = row;
  return {
    id,
    name,
    role,
    maskedToken: maskToken(id),
    createdAt: timestamp(createdAt),
    lastUsedAt: timestampOrNull(lastUsedAt),
    expiresAt: timestampOrNull(expiresAt),
    revokedAt: timestampOrNull(revokedAt),
    version: tokenVersion(row),
  };
}
