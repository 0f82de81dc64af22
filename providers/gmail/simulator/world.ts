/** The simulated mailbox of one user. */
import { googleAuthorization, googlePositions, googleSwitches, googleUser } from "@svc/google/simulator";
import {
  commonSwitches,
  prefixed,
  RateLimits,
  Refusal,
  Store,
  Tokens,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";
import { app } from "./app.ts";
import { headerOf, type Header, type StoredDraft, type StoredLabel, type StoredMessage } from "./model.ts";

/** The switches of the simulated Gmail. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** The maximum number of requests per user per minute. */
  requestsPerMinute: number;
  /** The status of a rate-limit error: Google documents both. */
  limitStatus: number;
  /** Whether Gmail keeps custom headers when it sends a message. Google doesn't say. */
  keepsHeaders: boolean;
}

const switchTable = {
  defaults: { ...commonSwitches, ...googleSwitches, requestsPerMinute: 10_000, limitStatus: 403, keepsHeaders: true },
  positions: { ...googlePositions, limitStatus: [403, 429] },
};

const systemLabels = ["INBOX", "SENT", "DRAFT", "TRASH", "SPAM", "UNREAD", "STARRED", "IMPORTANT"];

/** The state. */
export class GmailWorld extends Store<Switches> {
  readonly messages = this.collection<StoredMessage, "id">({ key: "id", ids: prefixed("18f", 13) });
  readonly drafts = this.collection<StoredDraft, "id">({ key: "id", ids: prefixed("r", 3) });
  readonly labels = this.collection<StoredLabel, "id">({ key: "id", ids: prefixed("Label_", 1) });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly authorization = this.keep(googleAuthorization({ app, tokens: this.tokens, switches: () => this.switches }));
  readonly limits = this.keep(
    new RateLimits<"minute", number>({ minute: { limit: (requests) => requests, windowMs: () => 60_000 } }),
  );

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    for (const name of systemLabels) this.labels.create({ id: name, name, type: "system" });
    this.labels.create({ name: "Receipts", type: "user" });
    const text = (content: string) => ({ mimeType: "text/plain", filename: "", content });
    const { email } = googleUser;
    const mail = (subject: string, from: string, to: string, more: readonly Header[] = []): readonly Header[] => [
      ["From", from],
      ["To", to],
      ["Subject", subject],
      ["Date", "Tue, 10 Mar 2026 09:00:00 +0100"],
      ...more,
    ];
    const robin = "Robin <robin@example.com>";
    const at = (minutes: number) => Date.UTC(2026, 2, 10, 8, minutes);
    this.addMessage({
      labelIds: ["INBOX", "UNREAD"],
      headers: mail("Lunch?", robin, email, [["Message-ID", "<lunch-1@example.com>"]]),
      parts: [text("Shall we have lunch?\r\n"), { mimeType: "text/html", filename: "", content: "<p>Lunch?</p>" }],
      internalMs: at(0),
    });
    this.addMessage({
      labelIds: ["INBOX"],
      headers: mail("Invoice 7", "Billing <billing@example.com>", email, [
        ["Message-ID", "<invoice-7@example.com>"],
        ["Reply-To", "accounts@example.com"],
      ]),
      parts: [
        text("The invoice is attached."),
        { mimeType: "application/pdf", filename: "7.pdf", content: "%PDF-1.7" },
      ],
      internalMs: at(5),
    });
    this.addMessage({
      labelIds: ["INBOX", "STARRED"],
      headers: mail("Old news", robin, email, [["Message-ID", "<news@example.com>"]]),
      parts: [text("Yesterday it rained.")],
      internalMs: at(10),
    });
    const { id: messageId } = this.addMessage({
      labelIds: ["DRAFT"],
      headers: mail("Dinner", email, robin),
      parts: [text("And dinner?")],
      internalMs: at(15),
    });
    this.drafts.create({ id: "r100", messageId });
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { ...this.authorization.facts(nowMs), messages: this.messages.values() };
  }

  /** Adds a message; without `threadId`, it begins a thread. */
  addMessage({ threadId, ...fields }: Omit<StoredMessage, "id" | "threadId"> & { threadId?: string }): StoredMessage {
    const id = this.messages.newId();
    return this.messages.put({ id, threadId: threadId ?? id, ...fields });
  }

  /** Finds a message. Throws `Refusal` 404. */
  message(id: string): StoredMessage {
    const found = this.messages.get(id);
    if (found === undefined) throw new Refusal(404, "Requested entity was not found.", { code: "notFound" });
    return found;
  }

  /** Finds a draft. Throws `Refusal` 404. */
  draft(id: string): StoredDraft {
    const found = this.drafts.get(id);
    if (found === undefined) throw new Refusal(404, "Requested entity was not found.", { code: "notFound" });
    return found;
  }

  /** Sends a message: a draft's is replaced by it. */
  send(message: Omit<StoredMessage, "id" | "labelIds" | "threadId"> & { threadId?: string }): StoredMessage {
    const own = ([name]: Header) => this.switches.keepsHeaders || !name.toLowerCase().startsWith("x-");
    const sentId: Header = ["Message-ID", `<sent-${this.messages.size + 1}@mail.gmail.com>`];
    const headers = message.headers.filter(([name]) => name.toLowerCase() !== "bcc").filter(own);
    const from: readonly Header[] = headerOf(message, "From") === "" ? [["From", googleUser.email]] : [];
    return this.addMessage({ ...message, headers: [...from, ...headers, sentId], labelIds: ["SENT"] });
  }
}
