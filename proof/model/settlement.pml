/*
 * Settling by evidence (contract §4.13): one execution whose changing request was dispatched and whose response was lost, the
 * provider, other writers there, the process that sent, two processes that check, a sweep, and an operator who resolves.
 *
 * `kind` is the provider's kind of proof; -DKIND=… explores one. Time has four phases:
 *   0  the call's deadline hasn't passed;
 *   1  quiet time: the effect may still happen late;
 *   2  the effect can no longer happen, but a read may not yet show what happened in phase 1;
 *   3  a minute later: reads show everything that happened in phases 0 and 1.
 * With `is_very_late`, the effect may also happen in phases 2 and 3.
 *
 * Each FAULT_… plants one mistake; settlement-faults.ts names the property that must then fail.
 */

#define MARKER 0   /* our marker is stored with the effect; an absence settles nothing */
#define FENCE 1    /* the request names the version that it replaces; versions never restart */
#define RESTARTS 2 /* as FENCE, but a deleted object starts again at the first version */
#define STATE 3    /* the requested state can be read, but not who set it */
#define EXPIRY 4   /* as MARKER, and the request can't authenticate after phase 1 */
#define ABSENCE 5  /* as MARKER, and the operator lets an absence settle */
byte kind;
/* The service client's policy lets a state settle that may have held before. */
bool by_state = false;

/* Status of the record. */
#define DISPATCHED 2
#define SUCCEEDED 3
#define FAILED 4
#define UNKNOWN 5
#define RESOLVED 6
byte status = DISPATCHED;
byte fence = 0;
/* The process whose check is the newest; an older one settles nothing. */
byte holder = 0;
/* Two checks are enough to show what two processes, or two points in time, can do. */
#ifndef LOOKS
#define LOOKS 2
#endif
byte looks_left = LOOKS;
/* The digest of the sent value, for `sameAsSent`. */
bool digest = true;
/* A check in phase 2 found nothing. */
bool was_absent = false;

/* The provider. */
bool in_flight = true;
byte effects = 0;
byte phase = 0;
byte effect_phase = 0;
bool is_very_late = false;
/* Who made the version after the one that we replace. */
#define NO_ONE 0
#define US 1
#define OTHERS 2
byte next = NO_ONE;
/* Others made it before the versions started again, in this phase; a lagging read can still show that. */
bool others_were_next = false;
byte restarted_in = 0;
bool marked = false;
/* Whether the value is the requested one, now and before we sent. */
bool is_ours = false;
bool was_ours_before = false;
/* No one else has removed anything from the history, as an anchor in it shows. */
bool is_anchored = true;
byte interferences = 0;
#define INTERFERENCES (kind == RESTARTS -> 2 : 1)

/* The connection grants the reads that a check needs. */
bool granted = true;

/* What must never happen. */
bool rewritten = false;
bool looked_ungranted = false;
bool settled_by_guess = false;
byte settlements = 0;
byte changes = 1;

/* The results of a reading; none outlives it. */
hidden byte visible;
hidden byte seen;

/* The findings of a check. */
#define NOTHING 0
#define BY_MARKER 1
#define BY_FENCE 2
#define BY_STATE 3  /* and the facts prove that it didn't hold before */
#define AS_BEFORE 4 /* the requested state, which may have held before */
#define TAKEN 5     /* another writer's version instead of ours */
#define ABSENT 6
#define OTHERWISE 7 /* not as requested */
/* The grounds on which the record was settled as succeeded. */
byte basis = NOTHING;

#define IS_FINAL(s) (s == SUCCEEDED || s == FAILED || s == RESOLVED)

inline settle(to, grounds) {
  if :: IS_FINAL(status) -> rewritten = true :: else fi;
  status = to; basis = grounds; settlements++;
#ifndef FAULT_DIGEST_IS_KEPT
  digest = false
#endif
}

/* Reads. The finding is stored in `found`, and the phase of the reading in `read_in` if it matters. */
inline look(found, read_in) {
  atomic {
#ifndef FAULT_LOOK_WITHOUT_GRANT
    if :: granted -> skip :: else -> goto commit fi;
#endif
    if :: !granted -> looked_ungranted = true :: else fi;
    /* An effect is certainly visible one phase later; before that, a read may lag. */
    if
    :: effects > 0 && effect_phase + 1 < phase -> visible = 1
    :: effects > 0 && effect_phase + 1 >= phase -> if :: visible = 1 :: visible = 0 fi
    :: effects == 0 -> visible = 0
    fi;
    if
    :: kind == STATE ->
       if
       :: is_ours && !was_ours_before -> found = BY_STATE
       :: is_ours && was_ours_before -> found = AS_BEFORE
       :: !is_ours -> found = OTHERWISE
       fi
    :: kind == FENCE || kind == RESTARTS ->
       seen = (next == US && visible == 0 -> NO_ONE : next);
       if :: others_were_next && restarted_in + 1 >= phase -> seen = OTHERS :: true fi;
       if
       :: seen == US -> found = BY_FENCE
#ifdef FAULT_ANY_NEXT_VERSION_IS_OURS
       :: seen == OTHERS -> found = BY_FENCE
#else
       :: seen == OTHERS -> found = TAKEN
#endif
       :: seen == NO_ONE -> found = OTHERWISE
       fi
    :: else ->
       if
       :: visible == 1 && marked -> found = BY_MARKER
#ifdef FAULT_LOOKALIKE_IS_OURS
       :: !(visible == 1 && marked) && is_ours -> found = BY_MARKER
#endif
#ifdef FAULT_ABSENCE_WITHOUT_ANCHOR
       :: !(visible == 1 && marked) -> found = ABSENT
#else
       :: !(visible == 1 && marked) && is_anchored -> found = ABSENT
       :: !(visible == 1 && marked) && !is_anchored -> found = NOTHING
#endif
       fi
    fi;
    visible = 0; seen = 0;
    if
    :: found == ABSENT || found == TAKEN ->
#ifdef FAULT_TRUSTS_A_CLOCK_THAT_JUMPED
       read_in = 3; was_absent = true
#else
       read_in = phase
#endif
    :: else
    fi
  }
}

/* The table of verdicts: the service's conclusion from each finding. */
inline conclude(found, read_in) {
  if
  :: found == BY_MARKER || found == BY_FENCE || found == BY_STATE -> settle(SUCCEEDED, found)
#ifdef FAULT_STATE_WITHOUT_PROOF
  :: found == AS_BEFORE -> settled_by_guess = !by_state; settle(SUCCEEDED, found)
#else
  :: found == AS_BEFORE -> if :: by_state -> settle(SUCCEEDED, found) :: else fi
#endif
#ifdef FAULT_OTHERWISE_IS_NOT_APPLIED
  :: found == OTHERWISE -> settle(FAILED, NOTHING)
#else
  :: found == OTHERWISE
#endif
  :: found == TAKEN ->
     if
     :: kind == FENCE -> settle(FAILED, NOTHING)
#ifdef FAULT_FENCE_IGNORES_RESTARTS
     :: kind == RESTARTS -> settle(FAILED, NOTHING)
#endif
#ifdef FAULT_RESTART_IN_QUIET_TIME
     :: kind == RESTARTS && read_in >= 1 -> settle(FAILED, NOTHING)
#endif
     /* The quiet time of such a provider includes the time for which its reads may lag. */
     :: kind == RESTARTS && read_in == 3 -> settle(FAILED, NOTHING)
     :: kind == RESTARTS && read_in < 3
     fi
  :: found == ABSENT ->
     if
#ifdef FAULT_ABSENCE_COUNTS_BY_DEFAULT
     :: kind == MARKER && read_in == 3 -> settle(FAILED, NOTHING)
#endif
     :: kind == MARKER
#ifdef FAULT_ABSENCE_ONCE
     :: kind != MARKER && read_in >= 2 -> settle(FAILED, NOTHING)
#endif
#ifdef FAULT_ABSENCE_IN_QUIET_TIME
     :: kind != MARKER && read_in >= 1 -> settle(FAILED, NOTHING)
#endif
     :: kind != MARKER && read_in == 3 && was_absent -> settle(FAILED, NOTHING)
     :: kind != MARKER && !(read_in == 3 && was_absent) ->
        if :: read_in == 2 -> was_absent = true :: else fi
     fi
  :: found == NOTHING
  fi
}

/*
 * The process that sent: it checks inside the call, or dies. Its settlement is conditional on status and fence. A response that
 * still arrives is noted next to the record.
 */
proctype Sender() {
  byte found; byte read_in;
  if :: goto died :: skip fi;
  look(found, read_in);
#ifdef FAULT_LOOK_SENDS_AGAIN
  changes++;
#endif
commit:
  atomic {
    if
#ifdef FAULT_IN_CALL_IGNORES_THE_FENCE
    :: true ->
#else
    :: status == DISPATCHED && fence == 0 ->
#endif
       if
       :: found == BY_MARKER || found == BY_FENCE || found == BY_STATE -> conclude(found, read_in)
       :: else -> status = UNKNOWN
       fi
#ifndef FAULT_IN_CALL_IGNORES_THE_FENCE
    :: else
#endif
    fi;
    found = NOTHING; read_in = 0
  }
#ifdef FAULT_LATE_RESPONSE_SETTLES
  atomic { if :: effects > 0 -> settle(SUCCEEDED, NOTHING) :: effects == 0 fi }
#endif
died:
  skip
}

/* Settles records that a dead process left open. */
proctype Sweeper() {
  atomic { if :: status == DISPATCHED -> status = UNKNOWN; fence++ :: status != DISPATCHED fi }
}

/* One of two processes that check. It may sleep or die between the reading and the commit. */
proctype Looker(byte me) {
  byte found; byte read_in;
again:
  atomic {
    if
    :: status == UNKNOWN && looks_left > 0 -> holder = me; looks_left--
    :: IS_FINAL(status) || looks_left == 0 -> goto done
    fi
  }
  look(found, read_in);
  if :: goto done /* died */ :: skip fi;
commit:
  atomic {
#ifdef FAULT_LOOK_COUNTS_FROM_ITS_COMMIT
    if :: read_in > 0 -> read_in = phase :: else fi;
#endif
    if
#ifdef FAULT_LOOK_WITHOUT_CONDITION
    :: true -> conclude(found, read_in)
#else
    :: status == UNKNOWN && holder == me -> conclude(found, read_in)
    :: else
#endif
    fi;
    found = NOTHING; read_in = 0
  }
  goto again;
done:
  skip
}

/* A person resolves; the outcome is their own responsibility. */
proctype Operator() {
  if
  :: skip
  :: atomic { status == UNKNOWN && phase >= 1 -> status = RESOLVED; settlements++; digest = false }
  fi
}

/* The provider executes the request, once, while it can. */
#define CAN_ACT (phase < 2 || is_very_late)
proctype Provider() {
  if
  :: in_flight = false /* it never arrives, or is refused */
  :: atomic {
       in_flight && CAN_ACT && ((kind != FENCE && kind != RESTARTS) || next == NO_ONE) ->
       in_flight = false; effects++; effect_phase = phase; marked = true; is_ours = true;
       if :: kind == FENCE || kind == RESTARTS -> next = US :: else fi
     }
  fi
}

/* Other writers: set the same or something else, delete with our marker and the anchor, or restart the versions. */
proctype Others() {
end:
  do
  :: atomic {
       interferences < INTERFERENCES -> interferences++;
       if
       :: is_ours = true; if :: next == NO_ONE -> next = OTHERS :: else fi
       :: is_ours = false; if :: next == NO_ONE -> next = OTHERS :: else fi
       :: kind != FENCE && kind != RESTARTS -> is_ours = false; marked = false; is_anchored = false
       :: kind == RESTARTS && next == OTHERS -> next = NO_ONE; others_were_next = true; restarted_in = phase
       fi
     }
  od
}

/* The end user narrows the connection, or disconnects. */
proctype EndUser() {
  if :: granted = false :: skip fi
}

proctype Clock() {
  do
  :: atomic {
       phase < 3 -> phase++;
       /* A reading takes no time. */
       if :: effect_phase + 1 < phase -> effect_phase = 0 :: else fi;
       if :: others_were_next && restarted_in + 1 < phase -> others_were_next = false; restarted_in = 0 :: else fi
     }
  :: phase == 3 -> break
  od
}

init {
  atomic {
#ifdef KIND
    kind = KIND;
#else
    if
    :: kind = MARKER :: kind = FENCE :: kind = RESTARTS :: kind = STATE :: kind = EXPIRY :: kind = ABSENCE
    fi;
#endif
    /*
     * If an absence settles, or versions can restart, the quiet time has to be long enough: that is the operator's and the
     * author's assertion. An expired request can't act. Everything else holds whenever the effect happens.
     */
    if
    :: kind == MARKER || kind == FENCE || kind == STATE -> is_very_late = true
    :: else
    fi;
    if
    :: kind == STATE -> was_ours_before = true; is_ours = true; if :: by_state = true :: skip fi
    :: skip
    fi;
    run Sender(); run Sweeper(); run Looker(1); run Looker(2); run Provider(); run Others(); run Clock();
    if :: run Operator() :: run EndUser() fi
  }
}

#define APPLIED_IS_TRUE !(status == SUCCEEDED && (basis == BY_MARKER || basis == BY_FENCE) && effects == 0)
#define NOT_APPLIED_IS_TRUE !(status == FAILED && effects > 0)
#define DIGESTS_ARE_DROPPED !(IS_FINAL(status) && digest)

ltl applied_is_true { [] APPLIED_IS_TRUE }
ltl state_is_proved { [] !settled_by_guess }
ltl not_applied_is_true { [] NOT_APPLIED_IS_TRUE }
ltl final_is_final { [] !rewritten }
ltl settled_once { [] (settlements <= 1) }
ltl looks_only_read { [] (changes == 1) }
ltl looks_are_granted { [] !looked_ungranted }
ltl digests_are_dropped { [] DIGESTS_ARE_DROPPED }
/* All of the above in one exploration of the states. */
ltl all_safety {
  [] (APPLIED_IS_TRUE && !settled_by_guess && NOT_APPLIED_IS_TRUE && !rewritten && settlements <= 1 && changes == 1 &&
      !looked_ungranted && DIGESTS_ARE_DROPPED)
}
