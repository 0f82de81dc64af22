/** Held against the schema in the types of the vendor's own client. */
import { judgeProvider } from "./judge.ts";

judgeProvider("linear");
