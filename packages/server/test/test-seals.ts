/** Seals for stores that a test opens without a vault. Processes that share a database make the same ones. */
import { createSecretKey } from "node:crypto";
import { createRowSeals } from "../src/domain/vault/row-seals.ts";
import { keyedHashes } from "../src/adapters/vault/hashing.ts";

export const testSeals = createRowSeals();
testSeals.unlock(keyedHashes(new Map([[1, createSecretKey(Buffer.alloc(32, 7))]])));
