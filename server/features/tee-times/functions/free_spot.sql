-- A golfer gives a spot up; the caller holds the tee time's lock. The creator is told, and, where a
-- full tee time in the next 48 hours has a spot again, so are the members. Answers whether the golfer
-- held one.
-- A golfer gives a spot up; the caller holds the tee time's lock. The creator is told; the spot is the
-- line's, or the members hear of it. Answers whether the golfer held one.
-- a player's guests go, too.
-- after the cut-off, the golfer stays on the hook.
CREATE OR REPLACE FUNCTION free_spot(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_guests int;
  v_was_full boolean := p_tee_time.max_players <= p_tee_time.aside +
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time.id);
BEGIN
  DELETE FROM tee_time_participants
    WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM guests WHERE tee_time_id = p_tee_time.id AND host_id = p_golfer_id;
  GET DIAGNOSTICS v_guests = ROW_COUNT;
  PERFORM put_on_hook(p_tee_time, p_golfer_id, 1 + v_guests, p_now);
  UPDATE tee_times SET version = version + 1 WHERE id = p_tee_time.id;
  PERFORM tell_creator(p_tee_time, p_golfer_id, p_now);
  IF v_was_full OR p_tee_time.waiting > 0 THEN
    PERFORM offer_spots(p_tee_time, p_golfer_id, p_now);
  END IF;
  RETURN true;
END $$;
