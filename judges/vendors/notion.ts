/** Notion's own client, and its signatures of webhooks. */
export {
  Client,
  isFullPage,
  signWebhookPayload,
  verifyWebhookSignature,
  type PageContentUpdatedWebhookPayload,
  type PageObjectResponse,
} from "@notionhq/client";
