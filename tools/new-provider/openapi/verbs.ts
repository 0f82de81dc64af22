/** What operations do, as one word: it tells `cancelEmail` from `emailAddress`. */

const verbs: ReadonlySet<string> = new Set(
  (
    "accept acknowledge activate add answer append apply approve archive assign attach authorize backup block bulk buy " +
    "cancel capture change check claim clear clone close commit compare complete compute configure confirm connect convert " +
    "copy count create deactivate decline delete deliver deploy destroy detach disable disconnect dismiss dispatch " +
    "download drop duplicate edit enable end execute exist expire export fetch fill find finish follow fork generate get " +
    "grab grant import index insert install invite issue join kick leave lend link list load lock login logout mark merge " +
    "modify move mute notify open order parse partial patch pause pay pin ping poll post preview process promote provision " +
    "publish purge push put query queue quote read rebuild receive record redeliver refresh refund regenerate register " +
    "reject release reload remove rename render renew reopen reorder replace reply report request rerun reschedule resend " +
    "reset resolve restart restore resume retrieve retry return reveal revoke roll rotate run save scan schedule search " +
    "see send set share show sign skip sort star start stop store submit subscribe suspend sync terminate test toggle " +
    "track transfer trash trigger try unarchive unassign unblock undelete undo unfollow uninstall unlink unlock unmute " +
    "unpin unpublish unshare unstar unsubscribe unsuspend update upgrade upload upsert use validate verify view void vote"
  ).split(" "),
);

/** Whether a word in lowercase says what is done. */
export function isVerb(word: string): boolean {
  return verbs.has(word);
}

/** The base form of a verb in the third person, such as `create` for `creates`; null for every other word. */
export function baseVerb(word: string): string | null {
  const lower = word.toLowerCase();
  return [lower, lower.replace(/s$/, ""), lower.replace(/es$/, ""), lower.replace(/ies$/, "y")].find(isVerb) ?? null;
}
