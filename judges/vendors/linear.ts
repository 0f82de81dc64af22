/** Linear's own client, and its verification of webhooks. */
export { LinearClient, type Comment, type Issue } from "@linear/sdk";
export { LinearWebhookClient } from "@linear/sdk/webhooks";
