/** The codes that concern events and webhooks. */
import { entry } from "./error-table.ts";

/** The codes of this file, as the error table takes them. */
export const eventErrors = {
  EVENT_NOT_FOUND: entry({
    status: 404,
    title: "Event not found",
    detail: "The service client has no event with this id, or it is no longer kept. Check the id, or list the events.",
    exitCode: 4,
    next: "caller",
  }),
} as const;
