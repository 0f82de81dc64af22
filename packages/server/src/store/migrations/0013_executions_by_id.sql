-- An execution's id begins with the time at which it was made, so the order of ids is the order of their age: retention and
-- the operator's listing over all clients go by the primary key. An index of times was one more tree in each claim and, on
-- PostgreSQL, in each hand-over and end.
DROP INDEX executions_age;
