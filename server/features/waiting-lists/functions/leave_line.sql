-- A golfer leaves a line, or passes on the spot that is held; the caller holds the tee time's lock.
-- also the last who waits, and leaves before the spot that came free was offered, passes it on.
CREATE OR REPLACE FUNCTION leave_line(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_was_open int := open_spots(p_tee_time.id);
  v_until timestamptz;
BEGIN
  DELETE FROM waiting_golfers WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id
    RETURNING offered_until INTO v_until;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM note_waiting(p_tee_time.id, p_golfer_id,
    CASE WHEN v_until IS NULL THEN 'left' ELSE 'declined' END, p_now);
  IF v_until IS NOT NULL OR open_spots(p_tee_time.id) > 0 THEN
    PERFORM pass_on(p_tee_time, v_was_open, p_golfer_id, p_now);
  END IF;
  RETURN true;
END $$;
