-- Takes those out of the line whose spot was held for long enough, and tells them. The caller holds the
-- tee time's lock.
-- Takes away what was held for long enough: spots of the line, then those held by name. The caller holds
-- the tee time's lock.
-- nobody hears of a spot that opens beside others that are open.
CREATE OR REPLACE FUNCTION lapse_offers(p_tee_time tee_times, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_waiting waiting_golfers;
  v_was_open int := open_spots(p_tee_time.id);
BEGIN
  FOR v_waiting IN
    SELECT * FROM waiting_golfers
    WHERE tee_time_id = p_tee_time.id AND offered_until <= p_now ORDER BY id
  LOOP
    DELETE FROM waiting_golfers WHERE id = v_waiting.id;
    PERFORM note_waiting(p_tee_time.id, v_waiting.golfer_id, 'lapsed', p_now);
    PERFORM queue_delivery('offer-lapsed', 'waiting', NULL, true, v_waiting.golfer_id,
      p_tee_time.group_id, array[p_tee_time.id], '{}', 'offer-lapsed:' || v_waiting.id, p_now);
    PERFORM pass_on(p_tee_time, v_was_open, v_waiting.golfer_id, p_now);
  END LOOP;
  DELETE FROM spot_holds WHERE tee_time_id = p_tee_time.id AND held_until <= p_now;
  IF FOUND THEN
    PERFORM pass_on(p_tee_time, v_was_open, p_tee_time.creator_id, p_now);
  END IF;
END $$;
