/** HubSpot's own client. */
export { Client } from "@hubspot/api-client";
