CREATE TABLE "waiting_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tee_time_id" integer NOT NULL,
	"golfer_id" integer NOT NULL,
	"event" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "waiting_events_event_known" CHECK ("waiting_events"."event" in ('waited', 'offered', 'accepted', 'seated', 'declined', 'lapsed', 'left'))
);
--> statement-breakpoint
CREATE TABLE "waiting_golfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_golfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tee_time_id" integer NOT NULL,
	"golfer_id" integer NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"takes_it" boolean DEFAULT false NOT NULL,
	"offered_until" timestamp with time zone,
	CONSTRAINT "waiting_golfers_tee_time_id_golfer_id_key" UNIQUE("tee_time_id","golfer_id")
);
--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "waiting" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_events" ADD CONSTRAINT "waiting_events_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_events" ADD CONSTRAINT "waiting_events_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_golfers" ADD CONSTRAINT "waiting_golfers_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_golfers" ADD CONSTRAINT "waiting_golfers_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_events_tee_time_id_idx" ON "waiting_events" USING btree ("tee_time_id","id");--> statement-breakpoint
CREATE INDEX "waiting_golfers_line_idx" ON "waiting_golfers" USING btree ("tee_time_id","id");--> statement-breakpoint
CREATE INDEX "waiting_golfers_golfer_id_idx" ON "waiting_golfers" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "waiting_golfers_offered_until_idx" ON "waiting_golfers" USING btree ("offered_until") WHERE "waiting_golfers"."offered_until" is not null;--> statement-breakpoint
CREATE INDEX "tee_times_waited_for_idx" ON "tee_times" USING btree ("starts_at") WHERE "tee_times"."waiting" > 0 and "tee_times"."cancelled_at" is null and "tee_times"."archived_at" is null;--> statement-breakpoint
-- The line of each tee time: its length stands with the tee time, and every change of it is a change of
-- the card. Whoever changes a line has locked the tee time's row.
CREATE FUNCTION count_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tee_times SET
    waiting = waiting + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END,
    version = version + 1
    WHERE id = coalesce(NEW.tee_time_id, OLD.tee_time_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_changed AFTER INSERT OR DELETE OR UPDATE OF offered_until ON waiting_golfers
  FOR EACH ROW EXECUTE FUNCTION count_waiting();
--> statement-breakpoint

-- A card as before, with its line. Spots that come free belong to who waits: to everybody else they are
-- taken. The line is looked for where there is one.
CREATE OR REPLACE VIEW tee_time_cards AS
SELECT t.id, t.group_id, t.starts_at, t.archived_at,
  jsonb_build_object(
    'id', t.id,
    'groupId', t.group_id,
    'number', t.number,
    'creatorId', t.creator_id,
    'creator', jsonb_build_object('id', t.creator_id, 'name', creator.name),
    'creatorHasLeft', creators_place.id IS NULL,
    'course', t.course,
    'date', t.date,
    'time', t.time,
    'startsAt', to_char(t.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'cost', t.cost,
    'notes', t.notes,
    'maxPlayers', t.max_players,
    'participants', playing.participants,
    'availableSpots', greatest(0, t.max_players - playing.taken - t.waiting),
    'waiting', CASE WHEN t.waiting = 0 THEN '[]' ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', g.id,
          'name', g.name,
          'offeredUntil', to_char(w.offered_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) ORDER BY w.id), '[]')
      FROM waiting_golfers w JOIN golfers g ON g.id = w.golfer_id
      WHERE w.tee_time_id = t.id
    ) END,
    'version', t.version
  ) AS card
FROM tee_times t
JOIN golfers creator ON creator.id = t.creator_id
LEFT JOIN group_members creators_place
  ON creators_place.group_id = t.group_id AND creators_place.golfer_id = t.creator_id
CROSS JOIN LATERAL (
  SELECT count(*)::int AS taken,
    coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) ORDER BY p.id), '[]') AS participants
  FROM tee_time_participants p
  JOIN golfers g ON g.id = p.golfer_id
  WHERE p.tee_time_id = t.id
) playing
WHERE t.cancelled_at IS NULL;
--> statement-breakpoint

-- Why a golfer cannot claim a spot on this card; NULL when nothing speaks against it, or when only a
-- look at the line can tell: the golfer waits, or an offer to somebody has lapsed.
CREATE OR REPLACE FUNCTION claim_refusal(p_card jsonb, p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_card IS NULL THEN 'gone'
    WHEN p_card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'already'
    WHEN (p_card->>'startsAt')::timestamptz <= p_now THEN 'past'
    WHEN (p_card->>'availableSpots')::int <= 0 AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset(p_card->'waiting') AS w (id int, "offeredUntil" timestamptz)
      WHERE w.id = p_golfer_id OR w."offeredUntil" <= p_now
    ) THEN 'full'
  END
$$;
--> statement-breakpoint

CREATE FUNCTION note_waiting(p_tee_time_id int, p_golfer_id int, p_event text, p_now timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO waiting_events (tee_time_id, golfer_id, event, at)
    VALUES (p_tee_time_id, p_golfer_id, p_event, p_now)
$$;
--> statement-breakpoint

-- Spots are offered to the line by a job: how long one is held depends on each golfer's quiet hours.
-- Where there is no line, the members hear of a spot that opens within 48 hours.
-- p_by: who made room; is not told.
CREATE FUNCTION offer_spots(p_tee_time tee_times, p_by int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM waiting_golfers WHERE tee_time_id = p_tee_time.id) THEN
    PERFORM graphile_worker.add_job('offer_spots', json_build_object('teeTimeId', p_tee_time.id),
      job_key := 'offer_spots:' || p_tee_time.id);
  ELSIF p_tee_time.starts_at > p_now AND p_tee_time.starts_at <= p_now + interval '48 hours' THEN
    PERFORM graphile_worker.add_job(
      'tell_opened',
      json_build_object('teeTimeId', p_tee_time.id, 'leftBy', p_by),
      job_key := 'tell_opened:' || p_tee_time.id || ':' || p_by,
      job_key_mode := 'preserve_run_at'
    );
  END IF;
END $$;
--> statement-breakpoint

-- Takes those out of the line whose spot was held for long enough, and tells them. The caller holds the
-- tee time's lock.
CREATE FUNCTION lapse_offers(p_tee_time tee_times, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_waiting waiting_golfers;
BEGIN
  FOR v_waiting IN
    SELECT * FROM waiting_golfers
    WHERE tee_time_id = p_tee_time.id AND offered_until <= p_now ORDER BY id
  LOOP
    DELETE FROM waiting_golfers WHERE id = v_waiting.id;
    PERFORM note_waiting(p_tee_time.id, v_waiting.golfer_id, 'lapsed', p_now);
    PERFORM queue_delivery('offer-lapsed', 'waiting', NULL, true, v_waiting.golfer_id,
      p_tee_time.group_id, array[p_tee_time.id], '{}', 'offer-lapsed:' || v_waiting.id, p_now);
    PERFORM offer_spots(p_tee_time, v_waiting.golfer_id, p_now);
  END LOOP;
END $$;
--> statement-breakpoint

-- Seats a golfer, if there is a spot for this golfer: one that nobody waits for, or one of those that
-- the golfer's place in line is good for. The caller holds the tee time's lock. Answers whether.
CREATE FUNCTION seat_golfer(p_tee_time tee_times, p_golfer_id int, p_event text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_free int := p_tee_time.max_players -
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time.id);
  v_waiting_id int;
  v_before int;
BEGIN
  SELECT id INTO v_waiting_id FROM waiting_golfers
    WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id;
  SELECT count(*) INTO v_before FROM waiting_golfers
    WHERE tee_time_id = p_tee_time.id AND (v_waiting_id IS NULL OR id < v_waiting_id);
  IF v_before >= v_free THEN
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
  IF v_waiting_id IS NOT NULL THEN
    DELETE FROM waiting_golfers WHERE id = v_waiting_id;
    PERFORM note_waiting(p_tee_time.id, p_golfer_id, p_event, p_now);
  END IF;
  RETURN true;
END $$;
--> statement-breakpoint

-- Claim a spot, as before; who waits may take the spot that is held, and nobody else.
-- outcome: claimed | already (holds it) | full | past (teed off) | gone (cancelled, archived, never
-- there, or the golfer just removed from the group). The caller has proven the membership; only who
-- would take a spot has it proven again. A refusal and its card are of one snapshot.
-- Lock order, for all that touches a tee time's spots: the tee time's row, then memberships.
CREATE OR REPLACE FUNCTION claim_spot(
  p_tee_time_id int, p_golfer_id int, p_now timestamptz, OUT outcome text, OUT card jsonb
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
  IF v_tee_time.waiting > 0 THEN
    PERFORM lapse_offers(v_tee_time, p_now);
  END IF;
  IF v_tee_time.starts_at > p_now AND seat_golfer(v_tee_time, p_golfer_id, 'accepted', p_now) THEN
    outcome := 'claimed';
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := coalesce(outcome, claim_refusal(card, p_golfer_id, p_now), 'full');
END $$;
--> statement-breakpoint

-- A golfer gives a spot up; the caller holds the tee time's lock. The creator is told; the spot is the
-- line's, or the members hear of it. Answers whether the golfer held one.
CREATE OR REPLACE FUNCTION free_spot(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_was_full boolean := p_tee_time.max_players <=
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time.id);
BEGIN
  DELETE FROM tee_time_participants
    WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE tee_times SET version = version + 1 WHERE id = p_tee_time.id;
  PERFORM tell_creator(p_tee_time, p_golfer_id, p_now);
  IF v_was_full OR p_tee_time.waiting > 0 THEN
    PERFORM offer_spots(p_tee_time, p_golfer_id, p_now);
  END IF;
  RETURN true;
END $$;
--> statement-breakpoint

-- Join a line. outcome: waiting | open (there is a spot to claim) | playing | long (the line is) | past | gone.
CREATE FUNCTION wait_for_spot(
  p_tee_time_id int, p_golfer_id int, p_takes_it boolean, p_most int, p_now timestamptz,
  OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
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
  UPDATE waiting_golfers SET takes_it = p_takes_it
    WHERE tee_time_id = p_tee_time_id AND golfer_id = p_golfer_id;
  IF FOUND THEN
    outcome := 'waiting';
  ELSE
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
    outcome := CASE
      WHEN v_tee_time.starts_at <= p_now THEN 'past'
      WHEN card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'playing'
      WHEN (card->>'availableSpots')::int > 0 THEN 'open'
      WHEN v_tee_time.waiting >= p_most THEN 'long'
      ELSE 'waiting'
    END;
    IF outcome = 'waiting' THEN
      INSERT INTO waiting_golfers (tee_time_id, golfer_id, joined_at, takes_it)
        VALUES (p_tee_time_id, p_golfer_id, p_now, p_takes_it);
      PERFORM note_waiting(p_tee_time_id, p_golfer_id, 'waited', p_now);
    END IF;
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
--> statement-breakpoint

-- A golfer leaves a line, or passes on the spot that is held; the caller holds the tee time's lock.
CREATE FUNCTION leave_line(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_until timestamptz;
BEGIN
  DELETE FROM waiting_golfers WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id
    RETURNING offered_until INTO v_until;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM note_waiting(p_tee_time.id, p_golfer_id,
    CASE WHEN v_until IS NULL THEN 'left' ELSE 'declined' END, p_now);
  IF v_until IS NOT NULL THEN
    PERFORM offer_spots(p_tee_time, p_golfer_id, p_now);
  END IF;
  RETURN true;
END $$;
--> statement-breakpoint

-- outcome: left | already (did not wait) | gone.
CREATE FUNCTION stop_waiting(
  p_tee_time_id int, p_golfer_id int, p_now timestamptz, OUT outcome text, OUT card jsonb
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
  PERFORM lapse_offers(v_tee_time, p_now);
  outcome := CASE WHEN leave_line(v_tee_time, p_golfer_id, p_now) THEN 'left' ELSE 'already' END;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
--> statement-breakpoint

-- As before: a member goes, from spots and lines of tee times to come.
-- outcome: removed | owner (stays) | gone (was no member).
-- Lock order as for a claim: tee times, then the membership. All that are to come, since a claim of
-- this golfer may be under way on any of them; it either ends first, or finds no membership.
CREATE OR REPLACE FUNCTION remove_member(p_group_id int, p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
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
      )
    ORDER BY t.id
  LOOP
    PERFORM leave_line(v_tee_time, p_golfer_id, p_now);
    PERFORM free_spot(v_tee_time, p_golfer_id, p_now);
  END LOOP;
  DELETE FROM group_members WHERE group_id = p_group_id AND golfer_id = p_golfer_id;
  RETURN 'removed';
END $$;
