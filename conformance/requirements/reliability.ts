/** Promises about failures: at most one effect per key, and a true record. */
import type { Requirement } from "../harness/requirements.ts";

/** Promises about failures. */
export const requirements: readonly Requirement[] = [
  {
    id: "reliability.not-sent",
    source: "contract §4.2",
    text: "If a provider can't be reached, nothing was sent: PROVIDER_UNREACHABLE, and the key is freed.",
  },
  {
    id: "reliability.own-limits",
    source: "contract §15.5",
    text: "If svc's own machine can't open a connection, nothing is sent, no provider is blamed, and readiness and the log say so.",
  },
  {
    id: "reliability.egress-proxy",
    source: "contract §15.5",
    text: "If the egress proxy opens no tunnel, nothing is sent and no provider is blamed; whatever byte it cuts at, a change has at most one effect.",
  },
  {
    id: "reliability.unknown",
    source: "contract §1.13, §4.3",
    text: "A write whose provider response is lost returns 504 ACTION_OUTCOME_UNKNOWN however often its key is sent, with one effect.",
  },
  {
    id: "reliability.resolve",
    source: "contract §1.13, §4.12",
    text: "An unknown outcome is resolved once with :resolve, and its key then replays the resolution.",
  },
  {
    id: "reliability.late-response",
    source: "contract §4.6",
    text: "A response after the deadline is kept as evidence next to an unchanged status.",
  },
  {
    id: "reliability.hang-up",
    source: "contract §4.6",
    text: "A caller that hangs up doesn't undo a dispatch: the record is settled.",
  },
  {
    id: "reliability.replica-crash",
    source: "contract §4.4",
    text: "Another replica settles a killed replica's records within 10 s.",
  },
  {
    id: "reliability.sleeper",
    source: "contract §4.4",
    text: "A replica suspended past its lease sends nothing that it had begun, and then continues to serve.",
  },
  {
    id: "reliability.canaries",
    source: "contract §2.2; SECURITY.md",
    text: "No file, record, log line, error or response contains a secret value or a token, except the responses that exist to return it.",
  },
  {
    id: "reliability.condemned",
    source: "contract §4.11",
    text: "Only the provider's documented refusal of the credential makes a connection need reconnecting, never a caller's input.",
  },
  {
    id: "reliability.deleted-meanwhile",
    source: "contract §3.1, §3.4",
    text: "Requests that run during the deletion of their tenant or connection get a documented response, never a 500.",
  },
  {
    id: "reliability.one-server",
    source: "contract §11.2",
    text: "A second server on a SQLite file doesn't start, and says so in one line.",
  },
  {
    id: "reliability.vault-key-at-start",
    source: "contract §11.3",
    text: "A server with a wrong or missing vault key doesn't start, and says in one line what to do.",
  },
  {
    id: "reliability.key-service-away",
    source: "contract §11.3",
    text: "A server whose key service is away at the start is up and not ready, says why, and becomes ready by itself.",
  },
  {
    id: "reliability.key-service-later",
    source: "contract §11.3",
    text: "A server that runs needs no key service, and no plain root key is in its log or files.",
  },
  {
    id: "reliability.sandbox-apart",
    source: "contract §11.4",
    text: "A live server refuses a sandbox's database, and vice versa.",
  },
];
