/** Google's own client for Gmail. */
export { auth, gmail, type gmail_v1 } from "@googleapis/gmail";
