/** What svc promises when something fails on the way: at most one effect a key, and a record that tells the truth. */
import type { Requirement } from "../harness/requirements.ts";

/** These promises. */
export const requirements: readonly Requirement[] = [
  {
    id: "reliability.not-sent",
    source: "contract §4.2",
    text: "A provider that cannot be reached proves that nothing was sent: PROVIDER_UNREACHABLE, and the key is freed.",
  },
  {
    id: "reliability.unknown",
    source: "contract §1.13, §4.3",
    text: "A write whose answer is lost answers 504 ACTION_OUTCOME_UNKNOWN however often its key is sent, with one effect.",
  },
  {
    id: "reliability.resolve",
    source: "contract §1.13, §4.12",
    text: "An unknown outcome is settled once by :resolve, and its key answers so ever after.",
  },
  {
    id: "reliability.late-answer",
    source: "contract §4.6",
    text: "An answer after the deadline is kept as evidence beside an unchanged status.",
  },
  {
    id: "reliability.hang-up",
    source: "contract §4.6",
    text: "A caller that hangs up does not undo a dispatch: the record reaches its end.",
  },
  {
    id: "reliability.replica-crash",
    source: "contract §4.4",
    text: "What a killed replica left open is settled by another within 10 s.",
  },
  {
    id: "reliability.sleeper",
    source: "contract §4.4",
    text: "A replica that sleeps past its lease sends nothing of what it had begun, and then works on.",
  },
  {
    id: "reliability.canaries",
    source: "contract §2.2; SECURITY.md",
    text: "No secret value, provider token, service key or Connect token stands in any file, log line or error.",
  },
  {
    id: "reliability.condemned",
    source: "contract §4.11",
    text: "Only the provider's documented refusal of the credential makes a connection need reconnecting, never a caller's input.",
  },
  {
    id: "reliability.deleted-meanwhile",
    source: "contract §3.1, §3.4",
    text: "What is under way while its tenant or connection is deleted ends in a documented answer, never in a defect.",
  },
  {
    id: "reliability.one-server",
    source: "contract §11.2",
    text: "A second server on one SQLite file is refused in one line.",
  },
  {
    id: "reliability.vault-key-at-start",
    source: "contract §11.3",
    text: "A vault key that is wrong or missing at start is refused in one line that says what to do.",
  },
  {
    id: "reliability.sandbox-apart",
    source: "contract §11.4",
    text: "A live server refuses a sandbox's database and the reverse.",
  },
];
