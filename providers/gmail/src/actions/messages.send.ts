/** `messages.send`: sends a message. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { sendRequest } from "../client.ts";
import { addresses, html, subject, text } from "../fields.ts";
import { rawMessage } from "../mail.ts";
import { labelled } from "../resources.ts";
import { sending } from "../scopes.ts";
import { sentEvidence } from "../sent.ts";

export const messagesSend = defineAction({
  id: "messages.send",
  title: "Send a message",
  description:
    "Sends a message from the user's address. To know the outcome even if the response is lost, create a draft and send it with `drafts.send`.",
  consent: "Send mail as you",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: sending,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      to: { ...addresses("The recipients."), minItems: 1 },
      cc: Type.Optional(addresses("The Cc recipients.")),
      bcc: Type.Optional(addresses("The Bcc recipients, whom the others don't see.")),
      subject,
      text,
      html: Type.Optional(html),
    },
    { additionalProperties: false },
  ),
  output: labelled.schema,
  example: { to: ["robin@example.com"], subject: "Lunch", text: "At noon?" },
  evidence: sentEvidence,
  async run(mail, provider) {
    const request = sendRequest({ raw: rawMessage(mail, provider.marker.hex) });
    return labelled.read((await provider.change(request, { accept: [200] })).body);
  },
});
