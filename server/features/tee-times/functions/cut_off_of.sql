-- Until when the course takes a cancellation; NULL where nobody said so. Hours that pass, and not those of
-- a wall's clock that changes in between.
CREATE OR REPLACE FUNCTION cut_off_of(p_tee_time tee_times) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT p_tee_time.starts_at - make_interval(hours => p_tee_time.cancel_hours)
$$;
