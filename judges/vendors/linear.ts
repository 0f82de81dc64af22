/** Linear's own client. */
export { LinearClient, type Comment, type Issue } from "@linear/sdk";
