/** Maps connections and Connect sessions from their tables. */
import { rowOf } from "../rows.ts";

export const connectionRow = rowOf("connections");

export const connectSessionRow = rowOf("connect_sessions");
