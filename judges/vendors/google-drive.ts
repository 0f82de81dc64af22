/** Google's own client for Drive. */
export { auth, drive, type drive_v3 } from "@googleapis/drive";
