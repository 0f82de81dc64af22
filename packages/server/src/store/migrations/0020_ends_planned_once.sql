-- PostgreSQL takes the plan of a list of ten for dearer than one for each list as it comes, and planned nearly every small
-- group's end anew, which cost as much as its update. Its plan is the same for every list (migration 19), so it is made once.
{{postgres}} ALTER FUNCTION execution_end(
  TEXT[], TEXT[], TEXT[], BIGINT[], TEXT[], TEXT[], TEXT[], TEXT[], BIGINT[], BIGINT[], TEXT[], BIGINT[], TEXT[])
  SET plan_cache_mode = force_generic_plan;
