/**
 * Compares a text with the one that Slack has stored. Slack wraps addresses (`<https://example.com>`) and replaces
 * emoji with their names (`:tada:`): https://docs.slack.dev/messaging/formatting-message-text
 */

/** Whether Slack's stored text can only have come from this one. */
export function isStoredForm(stored: string, sent: string): boolean {
  return unwrapped(stored) === unwrapped(sent);
}

/** Returns the texts that Slack may have stored as this one, without their names for emoji. */
export function storedForms(stored: string): readonly string[] {
  return [stored, unwrapped(stored)];
}

/** Whether Slack stores a text in a form that can't be predicted, because of the names of emoji. */
export function hasEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text);
}

/** Returns the text without the brackets around addresses whose label says nothing more. */
function unwrapped(text: string): string {
  return text.replaceAll(
    /<((?:https?:\/\/|mailto:|tel:)[^<>|]+)(?:\|([^<>]*))?>/g,
    (whole: string, address: string, label?: string) => {
      if (label === undefined) return address;
      return [label, `http://${label}`, `https://${label}`, `mailto:${label}`, `tel:${label}`].includes(address)
        ? label
        : whole;
    },
  );
}
