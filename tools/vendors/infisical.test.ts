/** Held against the vendor's source. */
import { judgeProvider } from "./judge.ts";

judgeProvider("infisical");
