/*
 * The write protocol on a PostgreSQL that fails over, or is replaced with an older copy, while servers die
 * (packages/server/src/domain/failover, contract §4.2 and §15.2): one idempotency key, two server processes that get
 * requests with it, a third that sweeps, a standby, and an operator who accepts the database.
 *
 * The database is the record of each attempt, the key and the row of the fence. The standby has any earlier state of it, or
 * with -DSYNCHRONOUS every commit. A failover starts a new timeline; an older copy has the same one, and the servers see that it
 * is behind, because their sessions to it are new. Both may happen at any moment, so also together with the death of a process.
 * What a process has in memory survives them. Attempts are numbered apart from the database, so that an attempt that was lost
 * isn't confused with a later one.
 *
 * Each FAULT_… plants one mistake, and failover-faults.ts names the property that must then fail.
 */

#define CALLERS 2
#define SWEEPS 2
#define ATTEMPTS 3

/* Status of a record. */
#define ABSENT 0
#define ACCEPTED 1
#define DISPATCHED 2
#define SUCCEEDED 3
#define FAILED 4
#define UNKNOWN 5

/* State of the idempotency key. */
#define FREE 0
#define RUNNING 1
#define FREED 2
#define DONE 3

/* The database. */
byte status[ATTEMPTS] = ABSENT;
byte fence[ATTEMPTS];
byte key = FREE;
byte holder;
/* Keys from before the acceptance that the database doesn't know, or that were freed, are refused. */
bool cutoff = false;
byte row_epoch = 1;
byte row_timeline = 1;

/* The standby, or a backup. */
byte copied_status[ATTEMPTS] = ABSENT;
byte copied_fence[ATTEMPTS];
byte copied_key = FREE;
byte copied_holder;

byte timeline = 1;
bool older = false;
bool replaced = false;

/* Not in the database: who makes each attempt, and what happened in truth. */
byte attempts = 0;
byte owner[ATTEMPTS];
bool dispatched[ATTEMPTS];
byte effects[ATTEMPTS];

/* Each process's epoch and lease. */
byte epoch[3] = 1;
bool lease[CALLERS] = true;
bool crashed[CALLERS] = false;
byte crashes = 0;

#define COPY \
  copied_status[0] = status[0]; copied_status[1] = status[1]; copied_status[2] = status[2]; \
  copied_fence[0] = fence[0]; copied_fence[1] = fence[1]; copied_fence[2] = fence[2]; \
  copied_key = key; copied_holder = holder

#ifdef SYNCHRONOUS
#define COMMIT if :: !replaced -> COPY :: else fi
#else
#define COMMIT skip
#endif

/* The database is the accepted one, in the transaction that asks. */
#ifdef FAULT_OLDER_COPY_IS_NOT_SEEN
#define HOLDS(me) (row_timeline == timeline && epoch[me] == row_epoch)
#else
#define HOLDS(me) (row_timeline == timeline && epoch[me] == row_epoch && !older)
#endif

#define MAY_CRASH if :: atomic { crashes < 1 -> crashes++; crashed[me] = true; goto done } :: true fi
#define FREES_KEY if :: holder == a && key == RUNNING -> key = FREED :: else fi
#define KEEPS_KEY if :: holder == a && key != FREE -> key = DONE :: else fi

/* One request with the key in one process. */
proctype Call(byte me) {
  byte a; byte held = 0;
  atomic {
    if
    :: (key == FREE || key == FREED) && !cutoff && attempts < ATTEMPTS ->
       a = attempts; attempts++; owner[a] = me;
       key = RUNNING; holder = a; status[a] = ACCEPTED; fence[a] = 0; COMMIT
    :: else -> goto done
    fi
  }
  MAY_CRASH;
  atomic {
    if
#ifdef FAULT_DISPATCH_ASKS_NO_FENCE
    :: lease[me] && status[a] == ACCEPTED && fence[a] == held ->
#else
    :: lease[me] && status[a] == ACCEPTED && fence[a] == held && HOLDS(me) ->
#endif
       status[a] = DISPATCHED; fence[a]++; held = fence[a]; dispatched[a] = true; COMMIT
    :: else -> goto not_sent
    fi
  }
  MAY_CRASH;
  atomic { if :: lease[me] -> effects[a]++ :: else -> goto not_sent_after_all fi }
  MAY_CRASH;
  /* Writes what the database has lost of the record; a settlement by another stays. */
  atomic {
    if
    :: status[a] == DISPATCHED && fence[a] == held -> status[a] = SUCCEEDED; KEEPS_KEY
    :: status[a] == ACCEPTED || (status[a] == FAILED && !dispatched[a]) -> status[a] = SUCCEEDED; fence[a] = held; KEEPS_KEY
    :: status[a] == ABSENT ->
       status[a] = SUCCEEDED; fence[a] = held;
       if :: key == FREE || key == FREED -> key = DONE; holder = a :: else fi
    :: else
    fi;
    COMMIT;
    goto done
  }

not_sent_after_all:
  atomic {
    if
    :: status[a] == DISPATCHED && fence[a] == held -> status[a] = FAILED; FREES_KEY
    :: status[a] == ACCEPTED -> status[a] = FAILED; fence[a] = held; FREES_KEY
    :: status[a] == ABSENT -> status[a] = FAILED; if :: key == FREE -> key = FREED; holder = a :: else fi
    :: else
    fi;
    COMMIT;
    goto done
  }
not_sent:
  atomic {
    if
    /* An acceptance marked it as dispatched, but this process knows that it sent nothing. */
    :: (status[a] == ACCEPTED && fence[a] == held) || (status[a] == DISPATCHED && fence[a] == held + 1) ->
       status[a] = FAILED; FREES_KEY
    :: status[a] == ABSENT -> status[a] = FAILED; if :: key == FREE -> key = FREED; holder = a :: else fi
    :: else
    fi;
    COMMIT
  }
done:
  skip
}

/* Whether an accepted record proves that nothing was sent: when the sweep selects it, and in the transaction that settles it. */
#ifdef FAULT_SWEEP_ASKS_NO_FENCE
#define SEEMS_CONCLUSIVE true
#else
#define SEEMS_CONCLUSIVE HOLDS(SWEEPS)
#endif
#ifdef FAULT_SWEEP_ASKS_TOO_EARLY
#define IS_CONCLUSIVE true
#else
#define IS_CONCLUSIVE SEEMS_CONCLUSIVE
#endif

#define IS_LEFT(n) (((status[n] == ACCEPTED && SEEMS_CONCLUSIVE) || status[n] == DISPATCHED) && !lease[owner[n]])

/* Settles what dead processes left. */
proctype Sweeper() {
  byte a;
end:
  do
  :: IS_LEFT(0) -> a = 0; goto settle
  :: IS_LEFT(1) -> a = 1; goto settle
  :: IS_LEFT(2) -> a = 2; goto settle
  od;
settle:
  atomic {
    if
#ifndef FAULT_ACCEPTED_STAYS_OPEN
    :: status[a] == ACCEPTED && IS_CONCLUSIVE ->
#ifdef FAULT_ACCEPTED_IS_UNKNOWN
       status[a] = UNKNOWN; fence[a]++; KEEPS_KEY; COMMIT
#else
       status[a] = FAILED; fence[a]++; FREES_KEY; COMMIT
#endif
#endif
    :: status[a] == DISPATCHED -> status[a] = UNKNOWN; fence[a]++; KEEPS_KEY; COMMIT
    :: else
    fi;
    goto end
  }
}

/* The standby follows, or a backup is made. */
proctype Standby() {
end:
  do
  :: atomic { !replaced && (copied_key != key || copied_holder != holder || copied_status[0] != status[0] ||
       copied_status[1] != status[1] || copied_status[2] != status[2]) -> COPY }
  od
}

#define RETURN_TO_COPY \
  replaced = true; \
  status[0] = copied_status[0]; status[1] = copied_status[1]; status[2] = copied_status[2]; \
  fence[0] = copied_fence[0]; fence[1] = copied_fence[1]; fence[2] = copied_fence[2]; \
  key = copied_key; holder = copied_holder

/* Once: the standby is promoted, or an older copy takes the database's place. */
proctype Loss() {
  if
  :: atomic { RETURN_TO_COPY; timeline = 2 }
#ifndef SYNCHRONOUS
  :: atomic { RETURN_TO_COPY; older = true }
#endif
  :: true
  fi
}

#define REOPEN(n) if :: status[n] == ACCEPTED -> status[n] = DISPATCHED; fence[n]++ :: else fi

/* A server that knows that nothing was lost, or else an operator, accepts the database. */
proctype Acceptance() {
end:
  atomic {
    (row_timeline != timeline || older) ->
    row_timeline = timeline; older = false; row_epoch++;
#ifndef SYNCHRONOUS
#ifndef FAULT_ASYNCHRONOUS_COUNTS_AS_SAFE
#ifndef FAULT_ACCEPTANCE_LEAVES_THE_ACCEPTED
    REOPEN(0); REOPEN(1); REOPEN(2);
#endif
#ifndef FAULT_ACCEPTANCE_KEEPS_KEYS
    cutoff = true;
#endif
#endif
#endif
    skip
  }
}

/* Each living process learns of the acceptance some time after it. */
proctype Watch() {
end:
  do
  :: atomic { !crashed[0] && epoch[0] != row_epoch -> epoch[0] = row_epoch }
  :: atomic { !crashed[1] && epoch[1] != row_epoch -> epoch[1] = row_epoch }
  :: atomic { epoch[SWEEPS] != row_epoch -> epoch[SWEEPS] = row_epoch }
  od
}

/* Ends the leases of crashed processes, and perhaps that of a sleeping one. */
proctype Clock() {
end:
  do
  :: atomic { crashed[0] && lease[0] -> lease[0] = false }
  :: atomic { crashed[1] && lease[1] -> lease[1] = false }
  :: atomic { lease[0] -> lease[0] = false }
  od
}

init {
  atomic {
    run Call(0); run Call(1); run Sweeper(); run Standby(); run Loss(); run Acceptance(); run Watch(); run Clock()
  }
}

#define FALSE_FAILURE(n) (status[n] == FAILED && effects[n] > 0)
#define UNSENT_BUT_UNKNOWN(n) (status[n] == UNKNOWN && !dispatched[n])
#define LEFT_OPEN(n) ((status[n] == ACCEPTED || status[n] == DISPATCHED) && !lease[owner[n]])

#define AT_MOST_ONCE (effects[0] + effects[1] + effects[2] <= 1)
#define FAILED_MEANS_NONE !(FALSE_FAILURE(0) || FALSE_FAILURE(1) || FALSE_FAILURE(2))
#define SOME_LEFT (LEFT_OPEN(0) || LEFT_OPEN(1) || LEFT_OPEN(2))

ltl at_most_once { [] AT_MOST_ONCE }
ltl failed_means_none { [] FAILED_MEANS_NONE }
/* Holds with synchronous replication: what was never dispatched is never unknown. */
ltl unsent_is_known { [] !(UNSENT_BUT_UNKNOWN(0) || UNSENT_BUT_UNKNOWN(1) || UNSENT_BUT_UNKNOWN(2)) }
ltl nothing_stays_open { [] (SOME_LEFT -> <> !SOME_LEFT) }
ltl all_safety { [] (AT_MOST_ONCE && FAILED_MEANS_NONE) }
