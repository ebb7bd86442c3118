-- Seats a golfer, if there is a spot for this golfer: one that nobody waits for, or one of those that
-- the golfer's place in line is good for. The caller holds the tee time's lock. Answers whether.
-- 
-- a spot that is taken lets somebody off the hook.
CREATE OR REPLACE FUNCTION seat_golfer(p_tee_time tee_times, p_golfer_id int, p_event text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_free int := p_tee_time.max_players -
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time.id) -
    (SELECT count(*) FROM guests WHERE tee_time_id = p_tee_time.id) -
    (SELECT count(*) FROM spot_holds WHERE tee_time_id = p_tee_time.id);
  v_hold_id int;
  v_waiting_id int;
  v_before int;
BEGIN
  SELECT id INTO v_hold_id FROM spot_holds
    WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id;
  SELECT id INTO v_waiting_id FROM waiting_golfers
    WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id;
  SELECT count(*) INTO v_before FROM waiting_golfers
    WHERE tee_time_id = p_tee_time.id AND (v_waiting_id IS NULL OR id < v_waiting_id);
  IF v_hold_id IS NULL AND v_before >= v_free THEN
    RETURN false;
  END IF;
  INSERT INTO tee_time_participants (tee_time_id, golfer_id, claimed_at)
    VALUES (p_tee_time.id, p_golfer_id, p_now)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE tee_times SET version = version + 1 WHERE id = p_tee_time.id;
  PERFORM tell_creator(p_tee_time, p_golfer_id, p_now);
  DELETE FROM spot_holds WHERE id = v_hold_id;
  IF p_tee_time.cancel_hours IS NOT NULL THEN
    PERFORM let_off_hook(p_tee_time, p_golfer_id, p_now);
  END IF;
  IF v_waiting_id IS NOT NULL THEN
    DELETE FROM waiting_golfers WHERE id = v_waiting_id;
    PERFORM note_waiting(p_tee_time.id, p_golfer_id, p_event, p_now);
  END IF;
  RETURN true;
END $$;
