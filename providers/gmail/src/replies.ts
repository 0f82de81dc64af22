/** The parts of a reply that come from the original message (RFC 5322 §3.6.4). Pure. */
import { ProviderFailure } from "@svc/provider-kit";

/** The maximum number of earlier messages in `References`. */
const referencesMax = 20;

/** The recipient, subject and headers of a reply. */
export type ReplyHead = { to: string; subject: string; headers: Readonly<Record<string, string>> };

/**
 * Derives the address, subject and references from a message's headers. They are untrusted, so nothing is copied that
 * could begin another header or address.
 * @throws ProviderFailure `PROVIDER_REJECTED` if the message has no sender.
 */
export function replyTo(headers: ReadonlyMap<string, string>): ReplyHead {
  const to = addressIn(headers.get("reply-to") ?? "") ?? addressIn(headers.get("from") ?? "");
  if (to === null) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "The message has no sender to reply to, so nothing was sent. Send a new message instead.",
    });
  }
  const subject = (headers.get("subject") ?? "").replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 500);
  const ids = idsIn(headers.get("message-id") ?? "").slice(0, 1);
  const references = [...idsIn(headers.get("references") ?? ""), ...ids].slice(-referencesMax);
  return {
    to,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    headers: {
      ...(ids[0] === undefined ? {} : { "In-Reply-To": ids[0] }),
      ...(references.length === 0 ? {} : { References: references.join("\r\n ") }),
    },
  };
}

/** The first address in `Robin <robin@example.com>, …`; null if there is none. */
function addressIn(value: string): string | null {
  const [, bracketed] = /<([^<>\s,;]+@[A-Za-z0-9.-]+)>/.exec(value) ?? [];
  const [, bare] = /^\s*([^<>\s,;"]+@[A-Za-z0-9.-]+)\s*(,|$)/.exec(value) ?? [];
  return bracketed ?? bare ?? null;
}

function idsIn(value: string): string[] {
  return value.match(/<[!-;=?-~]{3,250}>/g) ?? [];
}
