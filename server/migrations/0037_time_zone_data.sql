-- With which rules of time zones the instants of tee times were computed: one row, and none before the
-- first start that knows of it.
CREATE TABLE "time_zone_data" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" text NOT NULL,
	"recomputed_at" timestamp with time zone,
	CONSTRAINT "time_zone_data_one_row" CHECK ("time_zone_data"."id")
);
--> statement-breakpoint

-- One golf course, however its name was typed: upper or lower case, and any blanks at its ends or between words.
CREATE FUNCTION course_key(p_course text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(btrim(regexp_replace(p_course, '[\s\u00a0\u2000-\u200b\u202f\u3000]+', ' ', 'g')))
$$;
--> statement-breakpoint

-- As before. A tee time that has begun takes nobody onto its waiting list, nor changes what anybody on it chose.
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
--> statement-breakpoint

-- Another round of a golfer, in any of their groups, that begins less than a round's length before or after an
-- instant: the nearest; NULL for none.
CREATE FUNCTION overlap_of(p_golfer_id int, p_starts_at timestamptz, p_except int, p_round_minutes int)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('teeTimeId', t.id, 'groupId', g.id, 'groupName', g.name, 'course', t.course,
    'date', t.date, 'time', t.time)
  FROM group_members m
  JOIN groups g ON g.id = m.group_id
  JOIN tee_times t ON t.group_id = m.group_id
    AND t.starts_at > p_starts_at - make_interval(mins => p_round_minutes)
    AND t.starts_at < p_starts_at + make_interval(mins => p_round_minutes)
    AND t.cancelled_at IS NULL AND t.archived_at IS NULL AND t.id IS DISTINCT FROM p_except
  WHERE m.golfer_id = p_golfer_id AND EXISTS (
    SELECT FROM tee_time_participants p WHERE p.tee_time_id = t.id AND p.golfer_id = p_golfer_id)
  ORDER BY greatest(t.starts_at, p_starts_at) - least(t.starts_at, p_starts_at), t.id
  LIMIT 1
$$;
--> statement-breakpoint

-- As before. With p_round_minutes, the length of a round, a golfer who plays another round at that time is told
-- of it (outcome 'overlaps', with `overlap`) instead of claiming. It may be left out: a node of the version
-- before does.
DROP FUNCTION claim_spot(int, int, timestamptz);
--> statement-breakpoint
CREATE FUNCTION claim_spot(
  p_tee_time_id int, p_golfer_id int, p_now timestamptz, p_round_minutes int DEFAULT NULL,
  OUT outcome text, OUT card jsonb, OUT overlap jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
BEGIN
  -- A look without the lock: on a full tee time the refused do not queue behind each other.
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id AND c.archived_at IS NULL;
  outcome := claim_refusal(card, p_golfer_id, p_now);
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  IF p_round_minutes IS NOT NULL THEN
    overlap := overlap_of(
      p_golfer_id, (card->>'startsAt')::timestamptz, p_tee_time_id, p_round_minutes);
    IF overlap IS NOT NULL THEN
      outcome := 'overlaps';
      RETURN;
    END IF;
  END IF;

  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF FOUND THEN
    -- Waits for, or holds off, the removal of this member.
    PERFORM 1 FROM group_members
      WHERE group_id = v_tee_time.group_id AND golfer_id = p_golfer_id FOR KEY SHARE;
  END IF;
  IF NOT FOUND THEN
    outcome := 'gone';
    card := NULL;
    RETURN;
  END IF;

  -- Each statement of a volatile function has a snapshot of its own, so these see every claim that was
  -- committed while we waited for the lock. Counting in the locking statement would not.
  IF v_tee_time.waiting > 0 OR v_tee_time.aside > 0 THEN
    PERFORM lapse_offers(v_tee_time, p_now);
  END IF;
  IF v_tee_time.starts_at > p_now AND seat_golfer(v_tee_time, p_golfer_id, 'accepted', p_now) THEN
    outcome := 'claimed';
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := coalesce(outcome, claim_refusal(card, p_golfer_id, p_now), 'full');
END $$;
