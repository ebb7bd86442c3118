-- Join a line. outcome: waiting | open (there is a spot to claim) | playing | long (the line is) | past | gone.
-- what is over goes first. Who says 'take it for me' while a spot is held gets that one. A
-- golfer for whom a spot is held by name has one to claim. p_takes_it NULL: as it was said before.
-- A tee time that has begun takes nobody onto its waiting list, nor changes what anybody on it chose.
CREATE OR REPLACE FUNCTION wait_for_spot(
  p_tee_time_id int, p_golfer_id int, p_takes_it boolean, p_most int, p_now timestamptz,
  OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_until timestamptz;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM 1 FROM group_members
      WHERE group_id = v_tee_time.group_id AND golfer_id = p_golfer_id FOR KEY SHARE;
  END IF;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  IF v_tee_time.starts_at <= p_now THEN
    outcome := 'past';
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
    RETURN;
  END IF;
  PERFORM lapse_offers(v_tee_time, p_now);
  UPDATE waiting_golfers SET takes_it = coalesce(p_takes_it, takes_it)
    WHERE tee_time_id = p_tee_time_id AND golfer_id = p_golfer_id
    RETURNING offered_until INTO v_until;
  IF FOUND THEN
    outcome := 'waiting';
    IF p_takes_it AND v_until IS NOT NULL THEN
      PERFORM seat_golfer(v_tee_time, p_golfer_id, 'accepted', p_now);
    END IF;
  ELSE
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
    outcome := CASE
      WHEN card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'playing'
      WHEN (card->>'availableSpots')::int > 0
        OR card->'holds' @> jsonb_build_array(jsonb_build_object('golferId', p_golfer_id)) THEN 'open'
      WHEN jsonb_array_length(card->'waiting') >= p_most THEN 'long'
      ELSE 'waiting'
    END;
    IF outcome = 'waiting' THEN
      INSERT INTO waiting_golfers (tee_time_id, golfer_id, joined_at, takes_it)
        VALUES (p_tee_time_id, p_golfer_id, p_now, coalesce(p_takes_it, false));
      PERFORM note_waiting(p_tee_time_id, p_golfer_id, 'waited', p_now);
    END IF;
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
