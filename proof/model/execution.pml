/*
 * The write protocol of executions (docs/decisions, contract §4): one idempotency key, three server processes that get
 * requests with it, leases, a sweeper, an operator who resolves, a process that settles by evidence, and a provider.
 *
 * The key's state and one record per attempt are durable. A process may crash between any two steps. It may also sleep for
 * any time between them, because the model may leave it waiting, and its lease may end meanwhile. What a process only has
 * in memory is lost with it. An accepted record may not be on disk yet: the machine may lose it, and the process may continue
 * without knowing. Such a record is never dispatched, and settling it writes record and key again, the key only if it is free.
 *
 * The model assumes that a request that hasn't taken effect by the deadline of its call never will.
 *
 * Each FAULT_… plants one mistake, and execution-faults.ts names the property that must then fail. `-DTWO_CALLERS` makes the model
 * smaller, to check liveness.
 */

#define PROCESSES 3
#define ATTEMPTS 3
#ifndef CRASHES
#define CRASHES 1
#endif

/* Status of a record. */
#define ABSENT 0
#define ACCEPTED 1
#define DISPATCHED 2
#define SUCCEEDED 3
#define FAILED 4
#define UNKNOWN 5
#define RESOLVED_SUCCEEDED 6
#define RESOLVED_FAILED 7

/* State of the idempotency key. */
#define FREE 0
#define RUNNING 1
#define FREED 2
#define DONE 3

byte key = FREE;
byte attempts = 0;
byte status[ATTEMPTS] = ABSENT;
byte owner[ATTEMPTS];
byte fence[ATTEMPTS];
/* The process that sent it has judged it (settleAfter is 0), so no request can still be on its way. */
bool judged[ATTEMPTS];
/* A response arrived after another process had settled the record. */
bool late[ATTEMPTS];

/* Each process's lease, in the database and by its own monotonic clock. An expired lease never restarts. */
bool lease[PROCESSES] = true;
bool crashed[PROCESSES] = false;
byte crashes = 0;
byte losses = 0;

/* The changing request is on its way: it may take effect at any moment until the call's deadline. */
bool in_flight[ATTEMPTS];
bool deadline_passed[ATTEMPTS];
/* The provider's ledger: effects per attempt. */
byte effects[ATTEMPTS];
/* A final status has changed, other than by resolving an unknown outcome. */
bool rewritten = false;
/* A caller got a response that isn't true. */
bool misled = false;

c_decl {
  static unsigned char pml_seen[8][8];
  static void pml_note(int from, int to) {
    if (pml_seen[from][to]) return;
    pml_seen[from][to] = 1;
    printf("TRANSITION %d %d\n", from, to);
  }
}

#define IS_FINAL(s) (s == SUCCEEDED || s == FAILED || s == RESOLVED_SUCCEEDED || s == RESOLVED_FAILED)
#define IS_RESOLUTION(s) (s == RESOLVED_SUCCEEDED || s == RESOLVED_FAILED)

/* Every change of a record's status but those by evidence. `process` is the C name of the running process, for the list of transitions. */
#define BECOME(process, to) \
  c_code { pml_note(now.status[process->a], to); }; \
  if \
  :: IS_FINAL(status[a]) && status[a] != to -> rewritten = true \
  :: status[a] == UNKNOWN && to != UNKNOWN && !IS_RESOLUTION(to) -> rewritten = true \
  :: else \
  fi; \
  status[a] = to

/* Evidence is the only other way out of an unknown outcome. */
#define SETTLE_BY_EVIDENCE(to) \
  c_code { pml_note(now.status[PLooker->a], to); }; \
  status[a] = to

/* One request with the key in one process: claim, dispatch, send once, judge, settle, respond. */
proctype Call(byte me) {
  byte a; byte held; bool again = true; bool held_is_dispatched;
claim:
  held = 0; held_is_dispatched = false;
#ifdef FAULT_CLAIM_NOT_ATOMIC
  if :: key == FREE || key == FREED :: else -> goto replay fi;
  atomic { if :: attempts < ATTEMPTS :: else -> goto done fi; key = RUNNING; a = attempts; attempts++ }
  atomic { owner[a] = me; BECOME(PCall, ACCEPTED) }
#else
  atomic {
    if
    :: (key == FREE || key == FREED) && attempts < ATTEMPTS ->
       key = RUNNING; a = attempts; attempts++; owner[a] = me; BECOME(PCall, ACCEPTED)
    :: key == FREED && attempts == ATTEMPTS -> goto done
    :: else -> goto replay
    fi
  }
#endif
  if :: atomic { crashes < CRASHES -> crashes++; crashed[me] = true; goto done } :: true fi;

#ifdef FAULT_SEND_BEFORE_COMMIT
  if :: status[a] == ACCEPTED :: else -> goto settled_by_another fi;
#else
#ifdef FAULT_DISPATCH_WITHOUT_CONDITION
  atomic { BECOME(PCall, DISPATCHED); fence[a]++; held = fence[a]; held_is_dispatched = true }
#else
  atomic {
    if
    :: lease[me] && status[a] == ACCEPTED && owner[a] == me && fence[a] == held ->
       BECOME(PCall, DISPATCHED); fence[a]++;
       if
       :: held = fence[a]; held_is_dispatched = true
       :: goto not_sent_unsure /* the commit's response was lost: nothing is sent */
       fi
    :: else -> goto not_sent
    fi
  }
#endif
#endif
  if :: atomic { crashes < CRASHES -> crashes++; crashed[me] = true; goto done } :: true fi;

  /* Lease and deadline are checked immediately before the first byte, with no step in between. */
  atomic {
#ifndef FAULT_NO_LEASE_CHECK
    if :: lease[me] && !deadline_passed[a] :: else -> goto not_sent fi;
#else
    deadline_passed[a] = false; /* a request sent now gets its full time */
#endif
    if
    :: goto not_sent /* no connection: certainly not sent */
    :: in_flight[a] = true
    fi
  }
#ifdef FAULT_RECORD_IS_NOT_DURABLE
  if :: atomic { crashes < CRASHES -> crashes++; crashed[me] = true; status[a] = ABSENT; key = FREE; goto done } :: true fi;
#else
  if :: atomic { crashes < CRASHES -> crashes++; crashed[me] = true; goto done } :: true fi;
#endif
  atomic {
    in_flight[a] = false;
    if
    :: !deadline_passed[a] -> effects[a]++; goto answered /* took effect, with a response */
    :: !deadline_passed[a] -> effects[a]++; goto lost     /* took effect, and the response is lost */
    :: !deadline_passed[a] -> goto refused                /* a definite refusal */
    :: !deadline_passed[a] -> goto unauthorized           /* 401: refused before it took effect */
    :: goto lost                                          /* no effect, and svc can't know */
    fi
  }

answered:
#ifdef FAULT_SEND_BEFORE_COMMIT
  atomic { if :: status[a] == ACCEPTED && fence[a] == held -> BECOME(PCall, DISPATCHED); fence[a]++; held = fence[a]; held_is_dispatched = true :: else fi }
#endif
  if :: atomic { crashes < CRASHES -> crashes++; crashed[me] = true; goto done } :: true fi;
  atomic {
#ifdef FAULT_LATE_OVERWRITES
    if :: true -> BECOME(PCall, SUCCEEDED); key = DONE; judged[a] = true fi;
#else
    if
    :: status[a] == DISPATCHED && fence[a] == held -> BECOME(PCall, SUCCEEDED); key = DONE; judged[a] = true
    :: else -> late[a] = true
    fi;
#endif
    goto response
  }

lost:
  if :: atomic { crashes < CRASHES -> crashes++; crashed[me] = true; goto done } :: true fi;
  atomic {
#ifdef FAULT_RETRY_ON_LOST
    effects[a]++;
#endif
    if
    :: status[a] == DISPATCHED && fence[a] == held ->
#ifdef FAULT_LOST_IS_FAILED
       BECOME(PCall, FAILED); key = DONE;
#else
#ifdef FAULT_LOST_IS_NOT_SENT
       BECOME(PCall, FAILED); key = FREED;
#else
       BECOME(PCall, UNKNOWN);
#ifdef FAULT_UNKNOWN_FREES_KEY
       key = FREED;
#else
       key = DONE;
#endif
#endif
#endif
       judged[a] = true
    :: else -> late[a] = true
    fi;
    goto response
  }

refused:
  atomic {
    if
    :: status[a] == DISPATCHED && fence[a] == held -> BECOME(PCall, FAILED); key = DONE; judged[a] = true
    :: else -> late[a] = true
    fi;
    goto response
  }

  /* After the credential was refreshed: one new recorded attempt, claimed by one caller, once. */
unauthorized:
  atomic {
    if
    :: status[a] == DISPATCHED && fence[a] == held ->
#ifdef FAULT_HIDDEN_RETRY
       effects[a]++; effects[a]++; BECOME(PCall, SUCCEEDED); key = DONE; judged[a] = true
#else
       BECOME(PCall, FAILED); key = FREED; judged[a] = true;
       if :: again -> again = false; goto claim :: else fi
#endif
    :: else -> late[a] = true
    fi;
    goto response
  }

not_sent:
  atomic {
    if
    :: status[a] == (held_is_dispatched -> DISPATCHED : ACCEPTED) && owner[a] == me && fence[a] == held ->
       BECOME(PCall, FAILED); key = FREED; judged[a] = true
    :: status[a] == ABSENT ->
       BECOME(PCall, ACCEPTED); BECOME(PCall, FAILED); judged[a] = true;
#ifdef FAULT_LOST_CLAIM_TAKES_THE_KEY
       key = FREED
#else
       if :: key == FREE || key == FREED -> key = FREED :: else fi
#endif
    :: else
    fi;
    goto response
  }

not_sent_unsure:
  atomic {
    if
    :: status[a] == DISPATCHED && owner[a] == me && fence[a] == held + 1 ->
       BECOME(PCall, FAILED); key = FREED; judged[a] = true
    :: else
    fi;
    goto response
  }

settled_by_another:
replay:
  atomic { if :: attempts > 0 -> a = attempts - 1 :: else -> goto done fi }
#ifdef FAULT_REPLAY_SENDS_AGAIN
  atomic { if :: status[a] == UNKNOWN && !deadline_passed[a] -> effects[a]++ :: else fi }
#endif
response:
  /* The response is what the record says. */
  atomic {
    if
    :: status[a] == SUCCEEDED && effects[a] != 1 -> misled = true
    :: status[a] == FAILED && effects[a] != 0 -> misled = true
    :: status[a] == RESOLVED_SUCCEEDED && effects[a] != 1 -> misled = true
    :: status[a] == RESOLVED_FAILED && effects[a] != 0 -> misled = true
    :: else
    fi
  }
done:
  skip
}

/* Settles the open records of processes whose lease has ended. */
proctype Sweeper() {
  byte a;
end:
  do
  :: atomic {
       attempts > 0 && status[0] == ACCEPTED && !lease[owner[0]] -> a = 0; goto accepted_left }
  :: atomic { attempts > 1 && status[1] == ACCEPTED && !lease[owner[1]] -> a = 1; goto accepted_left }
  :: atomic { attempts > 2 && status[2] == ACCEPTED && !lease[owner[2]] -> a = 2; goto accepted_left }
#ifndef FAULT_NO_SWEEP
  :: atomic { attempts > 0 && status[0] == DISPATCHED && !lease[owner[0]] -> a = 0; goto dispatched_left }
  :: atomic { attempts > 1 && status[1] == DISPATCHED && !lease[owner[1]] -> a = 1; goto dispatched_left }
  :: atomic { attempts > 2 && status[2] == DISPATCHED && !lease[owner[2]] -> a = 2; goto dispatched_left }
#endif
  od;
accepted_left:
  atomic {
    if :: status[a] == ACCEPTED -> BECOME(PSweeper, FAILED); fence[a]++; key = FREED :: else fi;
    goto end
  }
dispatched_left:
  atomic {
    if
    :: status[a] == DISPATCHED ->
#ifdef FAULT_SWEEP_BACK
       BECOME(PSweeper, ACCEPTED); fence[a]++; key = FREED
#else
#ifdef FAULT_SWEEP_FAILS
       BECOME(PSweeper, FAILED); fence[a]++; key = FREED
#else
       BECOME(PSweeper, UNKNOWN); key = DONE; fence[a]++
#endif
#endif
    :: else
    fi;
    goto end
  }
}

/* Checks with the provider and resolves an unknown outcome, once no request can still be on its way. */
proctype Operator() {
  byte a;
end:
  do
  :: atomic { attempts > 0 && status[0] == UNKNOWN -> a = 0; goto look }
  :: atomic { attempts > 1 && status[1] == UNKNOWN -> a = 1; goto look }
  :: atomic { attempts > 2 && status[2] == UNKNOWN -> a = 2; goto look }
  od;
look:
  atomic {
#ifdef FAULT_RESOLVE_EARLY
    if :: true fi;
#else
    if :: judged[a] || (deadline_passed[a] && !lease[owner[a]]) :: else -> goto end fi;
#endif
    if
    :: status[a] == UNKNOWN && effects[a] == 0 -> BECOME(POperator, RESOLVED_FAILED)
    :: status[a] == UNKNOWN && effects[a] > 0 -> BECOME(POperator, RESOLVED_SUCCEEDED)
    :: else
    fi;
    goto end
  }
}

/*
 * Settles an unknown outcome by what a check at the provider proves; settlement.pml defines proof. Nothing is proved by the
 * absence of an effect that may still happen.
 */
proctype Looker() {
  byte a;
end:
  do
  :: atomic { attempts > 0 && status[0] == UNKNOWN -> a = 0; goto look }
  :: atomic { attempts > 1 && status[1] == UNKNOWN -> a = 1; goto look }
  :: atomic { attempts > 2 && status[2] == UNKNOWN -> a = 2; goto look }
  od;
look:
  atomic {
    if
    :: status[a] == UNKNOWN && effects[a] > 0 -> SETTLE_BY_EVIDENCE(SUCCEEDED)
#ifdef FAULT_ABSENCE_SETTLES_EARLY
    :: status[a] == UNKNOWN && effects[a] == 0 -> SETTLE_BY_EVIDENCE(FAILED)
#else
    :: status[a] == UNKNOWN && effects[a] == 0 && (judged[a] || (deadline_passed[a] && !lease[owner[a]])) ->
       SETTLE_BY_EVIDENCE(FAILED)
#endif
    :: else
    fi;
    goto end
  }
}

/* A request of a crashed process may still take effect. */
proctype Network() {
end:
  do
  :: atomic { in_flight[0] && crashed[owner[0]] && !deadline_passed[0] -> in_flight[0] = false; effects[0]++ }
  :: atomic { in_flight[1] && crashed[owner[1]] && !deadline_passed[1] -> in_flight[1] = false; effects[1]++ }
  :: atomic { in_flight[2] && crashed[owner[2]] && !deadline_passed[2] -> in_flight[2] = false; effects[2]++ }
  od
}

#ifdef FAULT_DISPATCH_IS_NOT_FLUSHED
#define CAN_BE_LOST(n) (status[n] == ACCEPTED || status[n] == DISPATCHED)
#else
#define CAN_BE_LOST(n) (status[n] == ACCEPTED)
#endif

/* The database's machine crashes before the disk confirmed a claim: record and key return to their earlier state. */
proctype Disk() {
end:
  do
  :: atomic {
       losses < 1 && attempts > 0 && CAN_BE_LOST(attempts - 1) ->
       losses++; status[attempts - 1] = ABSENT; key = (attempts == 1 -> FREE : FREED)
     }
  od
}

/* A deadline only matters if the process lost its lease while its request may be on its way. Others judge it themselves. */
#define CAN_RUN_OUT(n) \
  (!deadline_passed[n] && !judged[n] && (status[n] == DISPATCHED || status[n] == UNKNOWN) && !lease[owner[n]])

/* Ends the leases of crashed processes, perhaps those of sleeping ones, and the deadlines of calls. */
proctype Clock() {
end:
  do
  :: atomic { crashed[0] && lease[0] -> lease[0] = false }
  :: atomic { crashed[1] && lease[1] -> lease[1] = false }
  :: atomic { crashed[2] && lease[2] -> lease[2] = false }
  :: atomic { lease[0] -> lease[0] = false }
  :: atomic { lease[1] -> lease[1] = false }
  :: atomic { CAN_RUN_OUT(0) -> deadline_passed[0] = true }
  :: atomic { CAN_RUN_OUT(1) -> deadline_passed[1] = true }
  :: atomic { CAN_RUN_OUT(2) -> deadline_passed[2] = true }
  od
}

init {
  atomic {
    run Call(0); run Call(1);
#ifndef TWO_CALLERS
    run Call(2);
#endif
    run Sweeper(); run Operator(); run Looker(); run Network(); run Disk(); run Clock()
  }
}

#define TOTAL (effects[0] + effects[1] + effects[2])
#define FALSE_FAILURE(n) (status[n] == FAILED && effects[n] > 0)
#define FALSE_SUCCESS(n) (status[n] == SUCCEEDED && effects[n] != 1)
#define UNRECORDED(n) (effects[n] > 0 && (status[n] == ABSENT || status[n] == ACCEPTED))
#define FALSE_RESOLUTION(n) \
  ((status[n] == RESOLVED_FAILED && effects[n] > 0) || (status[n] == RESOLVED_SUCCEEDED && effects[n] != 1))
#define OPEN(n) (status[n] == ACCEPTED || status[n] == DISPATCHED)

#define AT_MOST_ONCE (TOTAL <= 1)
#define FAILED_MEANS_NONE !(FALSE_FAILURE(0) || FALSE_FAILURE(1) || FALSE_FAILURE(2))
#define SUCCEEDED_MEANS_ONE !(FALSE_SUCCESS(0) || FALSE_SUCCESS(1) || FALSE_SUCCESS(2))
#define RECORDED_BEFORE_SENT !(UNRECORDED(0) || UNRECORDED(1) || UNRECORDED(2))
#define RESOLVED_IS_TRUE !(FALSE_RESOLUTION(0) || FALSE_RESOLUTION(1) || FALSE_RESOLUTION(2))
#define SOME_OPEN (OPEN(0) || OPEN(1) || OPEN(2))

ltl at_most_once { [] AT_MOST_ONCE }
ltl failed_means_none { [] FAILED_MEANS_NONE }
ltl succeeded_means_one { [] SUCCEEDED_MEANS_ONE }
ltl recorded_before_sent { [] RECORDED_BEFORE_SENT }
ltl final_is_final { [] !rewritten }
ltl resolved_is_true { [] RESOLVED_IS_TRUE }
ltl told_the_truth { [] !misled }
/* All of the above in one exploration of the states. */
ltl all_safety {
  [] (AT_MOST_ONCE && FAILED_MEANS_NONE && SUCCEEDED_MEANS_ONE && RECORDED_BEFORE_SENT && RESOLVED_IS_TRUE && !rewritten && !misled)
}
ltl nothing_stays_open { [] (SOME_OPEN -> <> !SOME_OPEN) }
