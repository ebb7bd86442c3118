ALTER TABLE "waiting_events" DROP CONSTRAINT "waiting_events_event_known";--> statement-breakpoint
ALTER TABLE "waiting_events" ADD CONSTRAINT "waiting_events_event_known" CHECK ("waiting_events"."event" in ('waited', 'offered', 'accepted', 'seated', 'declined', 'lapsed', 'left', 'withdrawn'));--> statement-breakpoint
-- Spots that anybody may claim, as the card tells them.
CREATE FUNCTION open_spots(p_tee_time_id int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT greatest(0, t.max_players - t.aside - t.waiting -
    (SELECT count(*) FROM tee_time_participants p WHERE p.tee_time_id = t.id)::int)
  FROM tee_times t WHERE t.id = p_tee_time_id
$$;
--> statement-breakpoint

-- Gives on what was held: to the line; where there is none, the members hear of it if the tee time was
-- full to them. The caller holds the tee time's lock. p_was_open: `open_spots` before it was given back.
CREATE FUNCTION pass_on(p_tee_time tee_times, p_was_open int, p_by int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_was_open = 0 OR EXISTS (SELECT FROM waiting_golfers WHERE tee_time_id = p_tee_time.id) THEN
    PERFORM offer_spots(p_tee_time, p_by, p_now);
  END IF;
END $$;
--> statement-breakpoint

-- As before; nobody hears of a spot that opens beside others that are open.
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
--> statement-breakpoint

-- As before; also the last who waits, and leaves before the spot that came free was offered, passes it on.
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
--> statement-breakpoint

-- As before; what is over goes first. Who says 'take it for me' while a spot is held gets that one. A
-- golfer for whom a spot is held by name has one to claim. p_takes_it NULL: as it was said before.
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
  PERFORM lapse_offers(v_tee_time, p_now);
  UPDATE waiting_golfers SET takes_it = coalesce(p_takes_it, takes_it)
    WHERE tee_time_id = p_tee_time_id AND golfer_id = p_golfer_id
    RETURNING offered_until INTO v_until;
  IF FOUND THEN
    outcome := 'waiting';
    IF p_takes_it AND v_until IS NOT NULL AND v_tee_time.starts_at > p_now THEN
      PERFORM seat_golfer(v_tee_time, p_golfer_id, 'accepted', p_now);
    END IF;
  ELSE
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
    outcome := CASE
      WHEN v_tee_time.starts_at <= p_now THEN 'past'
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
--> statement-breakpoint

-- As before; who waits in line gets a spot by the line. outcome: also waiting.
CREATE OR REPLACE FUNCTION hold_spot(
  p_tee_time_id int, p_golfer_id int, p_name text, p_until timestamptz, p_now timestamptz,
  OUT outcome text, OUT card jsonb, OUT hold_id int
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  IF p_golfer_id IS NOT NULL THEN
    PERFORM 1 FROM group_members
      WHERE group_id = v_tee_time.group_id AND golfer_id = p_golfer_id FOR KEY SHARE;
    IF NOT FOUND THEN
      outcome := 'no_member';
      RETURN;
    END IF;
  END IF;
  PERFORM lapse_offers(v_tee_time, p_now);
  UPDATE spot_holds SET held_until = p_until
    WHERE tee_time_id = p_tee_time_id AND golfer_id = p_golfer_id
    RETURNING id INTO hold_id;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := CASE
    WHEN v_tee_time.starts_at <= p_now THEN 'past'
    WHEN hold_id IS NOT NULL THEN 'held'
    WHEN card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'playing'
    WHEN card->'waiting' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'waiting'
    WHEN (card->>'availableSpots')::int <= 0 THEN 'full'
    ELSE 'held'
  END;
  IF outcome = 'held' AND hold_id IS NULL THEN
    INSERT INTO spot_holds (tee_time_id, golfer_id, name, held_until, created_at)
      VALUES (p_tee_time_id, p_golfer_id, CASE WHEN p_golfer_id IS NULL THEN p_name END, p_until, p_now)
      RETURNING id INTO hold_id;
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  END IF;
END $$;
--> statement-breakpoint

-- As before; nobody hears of a spot that opens beside others that are open.
CREATE OR REPLACE FUNCTION release_hold(
  p_tee_time_id int, p_hold_id int, p_by int, p_now timestamptz, OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_was_open int;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  v_was_open := open_spots(p_tee_time_id);
  DELETE FROM spot_holds
    WHERE id = p_hold_id AND tee_time_id = p_tee_time_id
      AND (golfer_id = p_by OR v_tee_time.creator_id = p_by);
  outcome := CASE WHEN FOUND THEN 'released' ELSE 'already' END;
  IF outcome = 'released' THEN
    PERFORM pass_on(v_tee_time, v_was_open, p_by, p_now);
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
--> statement-breakpoint

-- As before; nobody hears of a spot that opens beside others that are open.
CREATE OR REPLACE FUNCTION remove_member(p_group_id int, p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_was_open int;
BEGIN
  PERFORM 1 FROM tee_times
    WHERE group_id = p_group_id AND starts_at > p_now AND cancelled_at IS NULL AND archived_at IS NULL
    ORDER BY id FOR NO KEY UPDATE;
  PERFORM 1 FROM group_members
    WHERE group_id = p_group_id AND golfer_id = p_golfer_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  -- In a statement of its own: it sees an ownership that was handed over while we waited.
  IF EXISTS (SELECT 1 FROM groups WHERE id = p_group_id AND owner_id = p_golfer_id) THEN
    RETURN 'owner';
  END IF;
  FOR v_tee_time IN
    SELECT t.* FROM tee_times t
    WHERE t.group_id = p_group_id AND t.starts_at > p_now
      AND t.cancelled_at IS NULL AND t.archived_at IS NULL
      AND (
        EXISTS (SELECT FROM tee_time_participants p
          WHERE p.tee_time_id = t.id AND p.golfer_id = p_golfer_id)
        OR EXISTS (SELECT FROM waiting_golfers w
          WHERE w.tee_time_id = t.id AND w.golfer_id = p_golfer_id)
        OR EXISTS (SELECT FROM spot_holds h
          WHERE h.tee_time_id = t.id AND h.golfer_id = p_golfer_id)
      )
    ORDER BY t.id
  LOOP
    PERFORM leave_line(v_tee_time, p_golfer_id, p_now);
    PERFORM free_spot(v_tee_time, p_golfer_id, p_now);
    v_was_open := open_spots(v_tee_time.id);
    DELETE FROM spot_holds WHERE tee_time_id = v_tee_time.id AND golfer_id = p_golfer_id;
    IF FOUND THEN
      PERFORM pass_on(v_tee_time, v_was_open, p_golfer_id, p_now);
    END IF;
  END LOOP;
  DELETE FROM group_members WHERE group_id = p_group_id AND golfer_id = p_golfer_id;
  RETURN 'removed';
END $$;
