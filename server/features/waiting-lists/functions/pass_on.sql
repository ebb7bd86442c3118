-- Gives on what was held: to the line; where there is none, the members hear of it if the tee time was
-- full to them. The caller holds the tee time's lock. p_was_open: `open_spots` before it was given back.
CREATE OR REPLACE FUNCTION pass_on(p_tee_time tee_times, p_was_open int, p_by int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_was_open = 0 OR EXISTS (SELECT FROM waiting_golfers WHERE tee_time_id = p_tee_time.id) THEN
    PERFORM offer_spots(p_tee_time, p_by, p_now);
  END IF;
END $$;
