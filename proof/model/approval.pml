/*
 * Approvals (contract §1.16): two proposals of one delegated token with a budget, each for its own key; two people who decide
 * concurrently; two processes that execute approved calls and may crash between any two steps; a caller who repeats requests; an
 * operator who changes the policy, revokes the token, or accepts a database that went back in time; and the provider's state.
 *
 * The proposals, the keys, the records and the count of the token's budget are durable. What a process knows about a proposal
 * that it took is lost with the process. The token may be used up, revoked, or neither; the policy may begin to deny.
 *
 * Each FAULT_… plants one mistake; approval-faults.ts names the property that must then fail.
 */

#define PROPOSALS 2
#define RUNNERS 2
#ifndef CRASHES
#define CRASHES 1
#endif

/* Status of a proposal. */
#define PENDING 0
#define APPROVED 1
#define ACCEPTED 2
#define DENIED 3
#define EXPIRED 4
#define WITHDRAWN 5
byte status[PROPOSALS] = PENDING;

/* State of its idempotency key. */
#define PROPOSED 0
#define RUNNING 1
#define FREED 2
#define DONE 3
byte key[PROPOSALS] = PROPOSED;

/* The sealed input. */
bool sealed[PROPOSALS] = true;

/* People's decisions: an approval and a denial may both be on their way, and one of them counts. */
bool approved_by_person[PROPOSALS];
/* A final status has changed. */
bool rewritten = false;
#define IS_END(s) (s == ACCEPTED || s == DENIED || s == EXPIRED || s == WITHDRAWN)

/* The provider's state that the preview showed, and whether it is still the same. */
bool same_state = true;
/* Changing requests that were sent for each proposal. */
byte sent[PROPOSALS];
/* One was sent although something had changed before its record: the state, the policy, the token, or the database. */
bool sent_stale = false;
bool sent_denied = false;
bool sent_restored = false;

/* Enough for one of the two, or for both. */
byte budget;
byte counted = 0;
bool denies = false;
bool revoked = false;
bool restored = false;
byte crashes = 0;

inline end_as(p, to) {
  if :: IS_END(status[p]) && status[p] != to -> rewritten = true :: else fi;
  status[p] = to;
#ifndef FAULT_INPUT_IS_KEPT
  sealed[p] = false
#endif
}

/* A person, or the backend that acts for one. Two of them decide about the same proposal concurrently. */
proctype Person(byte p; bool says_yes) {
  if
  :: atomic {
#ifdef FAULT_DECISION_WITHOUT_CONDITION
       true ->
#else
       status[p] == PENDING ->
#endif
       if
       :: says_yes ->
          if :: IS_END(status[p]) -> rewritten = true :: else fi;
          status[p] = APPROVED; approved_by_person[p] = true
       :: else -> end_as(p, DENIED)
       fi
     }
  :: skip
  fi
}

/* One process's work on one proposal: take it, check everything again, use it up, check the plan, send once. */
proctype Runner(byte p) {
  bool was_denied; bool was_stale; bool was_restored;
  if
#ifdef FAULT_RUNS_WHAT_WAITS
  :: atomic { status[p] == APPROVED || status[p] == PENDING -> skip }
#else
  :: atomic { status[p] == APPROVED -> skip }
#endif
  :: atomic { IS_END(status[p]) -> goto done }
  :: goto done
  fi;
  /* The checks before the record: a revoked token, or a policy that now denies, ends it. */
  atomic {
    was_denied = denies || revoked;
#ifndef FAULT_APPROVAL_OUTLIVES_THE_POLICY
    if
    :: was_denied -> if :: status[p] == APPROVED -> end_as(p, WITHDRAWN) :: else fi; goto done
    :: else
    fi
#endif
  }
  if :: atomic { crashes < CRASHES -> crashes++; goto done } :: true fi;

  /* The commit that writes the record uses the approval up, takes the key, and counts. */
#ifdef FAULT_ACCEPTED_AFTER_THE_CLAIM
  atomic { if :: key[p] == PROPOSED -> key[p] = FREED :: else fi }
  atomic {
    if :: key[p] == FREED && counted < budget -> key[p] = RUNNING; counted++ :: else -> goto done fi
  }
  if :: atomic { crashes < CRASHES -> crashes++; key[p] = FREED; goto done } :: true fi;
  atomic { sent[p]++; key[p] = FREED }
  atomic { if :: status[p] == APPROVED -> end_as(p, ACCEPTED) :: else fi; goto done }
#else
  atomic {
    if
#ifdef FAULT_CLAIM_WITHOUT_CONDITION
    :: counted < budget ->
#else
#ifdef FAULT_RUNS_WHAT_WAITS
    :: (status[p] == APPROVED || status[p] == PENDING) && key[p] == PROPOSED && counted < budget ->
#else
#ifdef FAULT_BUDGET_CHECKED_BEFORE
    :: status[p] == APPROVED && key[p] == PROPOSED ->
#else
    :: status[p] == APPROVED && key[p] == PROPOSED && counted < budget ->
#endif
#endif
#endif
       end_as(p, ACCEPTED); key[p] = RUNNING; counted++; was_restored = restored; was_stale = !same_state
    :: else -> if :: counted >= budget && status[p] == APPROVED -> end_as(p, WITHDRAWN) :: else fi; goto done
    fi
  }
  if :: atomic { crashes < CRASHES -> crashes++; key[p] = FREED; goto done } :: true fi;

  /* The plan, once there is a record: if the state at the provider is different, nothing is sent. */
#ifndef FAULT_PLAN_IS_NOT_CHECKED
  if
  :: atomic { !same_state -> key[p] = DONE; goto done }
  :: same_state
  fi;
#endif
  atomic {
    sent[p]++;
    if :: was_denied -> sent_denied = true :: else fi;
    if :: was_stale -> sent_stale = true :: else fi;
    if :: was_restored -> sent_restored = true :: else fi
  }
  if :: atomic { crashes < CRASHES -> crashes++; key[p] = DONE; goto done } :: true fi;
  if
  :: atomic { key[p] = DONE }
  :: atomic {
       /* 401: refused before it took effect. With an approval there is no second attempt. */
#ifdef FAULT_SECOND_ATTEMPT_AFTER_REFUSAL
       sent[p]++;
#endif
       key[p] = DONE
     }
  :: atomic { key[p] = FREED } /* certainly not sent */
  fi;
#endif
done:
  skip
}

/* The caller repeats its request under the same key. Once its attempt released the key, the same call needs a new proposal. */
proctype Caller(byte p) {
  if
  :: atomic {
       key[p] == FREED ->
#ifdef FAULT_RELEASED_KEY_NEEDS_NO_APPROVAL
       sent[p]++; key[p] = DONE
#else
       skip /* a new, separate proposal */
#endif
     }
  :: skip
  fi
}

proctype Operator() {
  if
  :: atomic { denies = true }
  :: atomic { revoked = true }
  :: atomic {
       /* A database that may have lost decisions or uses: every pending proposal is void. */
       restored = true;
#ifndef FAULT_RESTORE_KEEPS_APPROVALS
       if :: status[0] == PENDING || status[0] == APPROVED -> end_as(0, WITHDRAWN) :: else fi;
       if :: status[1] == PENDING || status[1] == APPROVED -> end_as(1, WITHDRAWN) :: else fi
#endif
     }
  :: skip
  fi
}

proctype Time() {
  if
  :: atomic { status[0] == PENDING || status[0] == APPROVED -> end_as(0, EXPIRED) }
  :: skip
  fi
}

proctype Others() {
  if :: same_state = false :: skip fi
}

init {
  atomic {
    if :: budget = 1 :: budget = 2 fi;
    run Person(0, true); run Person(0, false); run Person(1, true);
    run Runner(0); run Runner(0); run Runner(1);
    run Caller(0); run Operator(); run Time(); run Others()
  }
}

#define AT_MOST_ONCE (sent[0] <= 1 && sent[1] <= 1)
#define NEEDS_A_PERSON (!(sent[0] > 0 && !approved_by_person[0]) && !(sent[1] > 0 && !approved_by_person[1]))
#define WITHIN_THE_BUDGET (counted <= budget)
#define INPUTS_END (!(IS_END(status[0]) && sealed[0]) && !(IS_END(status[1]) && sealed[1]))

ltl at_most_once { [] AT_MOST_ONCE }
ltl needs_a_person { [] NEEDS_A_PERSON }
ltl end_is_end { [] !rewritten }
ltl within_the_budget { [] WITHIN_THE_BUDGET }
ltl never_stale { [] !sent_stale }
ltl never_denied { [] !sent_denied }
ltl never_restored { [] !sent_restored }
ltl inputs_end { [] INPUTS_END }
/* All of the above in one exploration of the states. */
ltl all_safety {
  [] (AT_MOST_ONCE && NEEDS_A_PERSON && !rewritten && WITHIN_THE_BUDGET && !sent_stale && !sent_denied && !sent_restored &&
      INPUTS_END)
}
