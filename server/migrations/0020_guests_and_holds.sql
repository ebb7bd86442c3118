CREATE TABLE "guests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tee_time_id" integer NOT NULL,
	"host_id" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "guests_name_length" CHECK (char_length("guests"."name") between 2 and 100)
);
--> statement-breakpoint
CREATE TABLE "spot_holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spot_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tee_time_id" integer NOT NULL,
	"golfer_id" integer,
	"name" text,
	"held_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spot_holds_tee_time_id_golfer_id_key" UNIQUE("tee_time_id","golfer_id"),
	CONSTRAINT "spot_holds_for_one" CHECK (("spot_holds"."golfer_id" is null) <> ("spot_holds"."name" is null) and char_length("spot_holds"."name") between 2 and 100)
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "guests_per_player" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "aside" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_host_id_golfers_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spot_holds" ADD CONSTRAINT "spot_holds_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spot_holds" ADD CONSTRAINT "spot_holds_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guests_tee_time_id_idx" ON "guests" USING btree ("tee_time_id","id");--> statement-breakpoint
CREATE INDEX "guests_host_id_idx" ON "guests" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "spot_holds_golfer_id_idx" ON "spot_holds" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "spot_holds_held_until_idx" ON "spot_holds" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "tee_times_set_aside_idx" ON "tee_times" USING btree ("starts_at") WHERE "tee_times"."aside" > 0 and "tee_times"."cancelled_at" is null and "tee_times"."archived_at" is null;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_guests_range" CHECK ("groups"."guests_per_player" between 0 and 3);--> statement-breakpoint
-- Guests and holds: how many there are stands with the tee time, and every change of them is a change
-- of the card. Whoever changes them has locked the tee time's row.
CREATE FUNCTION count_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tee_times SET
    aside = aside + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END,
    version = version + 1
    WHERE id = coalesce(NEW.tee_time_id, OLD.tee_time_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER guests_changed AFTER INSERT OR DELETE OR UPDATE ON guests
  FOR EACH ROW EXECUTE FUNCTION count_aside();
--> statement-breakpoint
CREATE TRIGGER holds_changed AFTER INSERT OR DELETE OR UPDATE ON spot_holds
  FOR EACH ROW EXECUTE FUNCTION count_aside();
--> statement-breakpoint

-- A card as before, with its guests and what is held by name. They are looked for where there are any.
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
    'guests', CASE WHEN t.aside = 0 THEN '[]' ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', guest.id, 'name', guest.name, 'hostId', guest.host_id, 'hostName', host.name
        ) ORDER BY guest.id), '[]')
      FROM guests guest JOIN golfers host ON host.id = guest.host_id
      WHERE guest.tee_time_id = t.id
    ) END,
    'holds', CASE WHEN t.aside = 0 THEN '[]' ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', hold.id,
          'name', coalesce(meant.name, hold.name),
          'golferId', hold.golfer_id,
          'until', to_char(hold.held_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) ORDER BY hold.id), '[]')
      FROM spot_holds hold LEFT JOIN golfers meant ON meant.id = hold.golfer_id
      WHERE hold.tee_time_id = t.id
    ) END,
    'availableSpots', greatest(0, t.max_players - playing.taken - t.aside - t.waiting),
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

-- As before; only a look under the lock can tell, too, where a spot is held for the golfer by name, or a
-- hold is over.
CREATE OR REPLACE FUNCTION claim_refusal(p_card jsonb, p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_card IS NULL THEN 'gone'
    WHEN p_card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'already'
    WHEN (p_card->>'startsAt')::timestamptz <= p_now THEN 'past'
    WHEN (p_card->>'availableSpots')::int <= 0 AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset(p_card->'waiting') AS w (id int, "offeredUntil" timestamptz)
      WHERE w.id = p_golfer_id OR w."offeredUntil" <= p_now
    ) AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset(p_card->'holds') AS h ("golferId" int, until timestamptz)
      WHERE h."golferId" = p_golfer_id OR h.until <= p_now
    ) THEN 'full'
  END
$$;
--> statement-breakpoint

-- Takes away what was held for long enough: spots of the line, then those held by name. The caller holds
-- the tee time's lock.
CREATE OR REPLACE FUNCTION lapse_offers(p_tee_time tee_times, p_now timestamptz) RETURNS void
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
  DELETE FROM spot_holds WHERE tee_time_id = p_tee_time.id AND held_until <= p_now;
  IF FOUND THEN
    PERFORM offer_spots(p_tee_time, p_tee_time.creator_id, p_now);
  END IF;
END $$;
--> statement-breakpoint

-- As before: spots of guests are taken, and one that is held for the golfer by name is the golfer's.
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
  IF v_waiting_id IS NOT NULL THEN
    DELETE FROM waiting_golfers WHERE id = v_waiting_id;
    PERFORM note_waiting(p_tee_time.id, p_golfer_id, p_event, p_now);
  END IF;
  RETURN true;
END $$;
--> statement-breakpoint

-- As before; holds of that tee time that are over go first.
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
  IF v_tee_time.waiting > 0 OR v_tee_time.aside > 0 THEN
    PERFORM lapse_offers(v_tee_time, p_now);
  END IF;
  IF v_tee_time.starts_at > p_now AND seat_golfer(v_tee_time, p_golfer_id, 'accepted', p_now) THEN
    outcome := 'claimed';
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := coalesce(outcome, claim_refusal(card, p_golfer_id, p_now), 'full');
END $$;
--> statement-breakpoint

-- As before; a player's guests go, too.
CREATE OR REPLACE FUNCTION free_spot(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_was_full boolean := p_tee_time.max_players <= p_tee_time.aside +
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time.id);
BEGIN
  DELETE FROM tee_time_participants
    WHERE tee_time_id = p_tee_time.id AND golfer_id = p_golfer_id;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM guests WHERE tee_time_id = p_tee_time.id AND host_id = p_golfer_id;
  UPDATE tee_times SET version = version + 1 WHERE id = p_tee_time.id;
  PERFORM tell_creator(p_tee_time, p_golfer_id, p_now);
  IF v_was_full OR p_tee_time.waiting > 0 THEN
    PERFORM offer_spots(p_tee_time, p_golfer_id, p_now);
  END IF;
  RETURN true;
END $$;
--> statement-breakpoint

-- A player brings a guest. outcome: brought | full | more (than the group allows) | not_playing | past | gone.
CREATE FUNCTION bring_guest(
  p_tee_time_id int, p_host_id int, p_name text, p_most int, p_now timestamptz,
  OUT outcome text, OUT card jsonb
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
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := CASE
    WHEN v_tee_time.starts_at <= p_now THEN 'past'
    WHEN NOT card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_host_id))
      THEN 'not_playing'
    WHEN (card->>'availableSpots')::int <= 0 THEN 'full'
    WHEN (SELECT count(*) FROM guests WHERE tee_time_id = p_tee_time_id AND host_id = p_host_id)
      >= p_most THEN 'more'
    ELSE 'brought'
  END;
  IF outcome = 'brought' THEN
    INSERT INTO guests (tee_time_id, host_id, name, created_at)
      VALUES (p_tee_time_id, p_host_id, p_name, p_now);
    PERFORM tell_creator(v_tee_time, p_host_id, p_now);
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  END IF;
END $$;
--> statement-breakpoint

-- A guest goes: by the host, or by the tee time's creator. outcome: removed | already (is not there) | gone.
CREATE FUNCTION remove_guest(
  p_tee_time_id int, p_guest_id int, p_by int, p_now timestamptz, OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_was_full boolean;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  v_was_full := v_tee_time.max_players <= v_tee_time.aside +
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time_id);
  DELETE FROM guests
    WHERE id = p_guest_id AND tee_time_id = p_tee_time_id
      AND (host_id = p_by OR v_tee_time.creator_id = p_by);
  outcome := CASE WHEN FOUND THEN 'removed' ELSE 'already' END;
  IF outcome = 'removed' THEN
    PERFORM tell_creator(v_tee_time, p_by, p_now);
    IF v_was_full OR v_tee_time.waiting > 0 THEN
      PERFORM offer_spots(v_tee_time, p_by, p_now);
    END IF;
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
--> statement-breakpoint

-- Holds an open spot for a member, or for somebody by name; for a member who has one held, until then.
-- outcome: held | full | playing | no_member | past | gone.
CREATE FUNCTION hold_spot(
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

-- A held spot opens: by the creator, or by who it is held for. outcome: released | already | gone.
CREATE FUNCTION release_hold(
  p_tee_time_id int, p_hold_id int, p_by int, p_now timestamptz, OUT outcome text, OUT card jsonb
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
  DELETE FROM spot_holds
    WHERE id = p_hold_id AND tee_time_id = p_tee_time_id
      AND (golfer_id = p_by OR v_tee_time.creator_id = p_by);
  outcome := CASE WHEN FOUND THEN 'released' ELSE 'already' END;
  IF outcome = 'released' THEN
    PERFORM offer_spots(v_tee_time, p_by, p_now);
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
--> statement-breakpoint

-- As before: a member goes, from spots, lines and holds of tee times to come.
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
        OR EXISTS (SELECT FROM spot_holds h
          WHERE h.tee_time_id = t.id AND h.golfer_id = p_golfer_id)
      )
    ORDER BY t.id
  LOOP
    PERFORM leave_line(v_tee_time, p_golfer_id, p_now);
    PERFORM free_spot(v_tee_time, p_golfer_id, p_now);
    DELETE FROM spot_holds WHERE tee_time_id = v_tee_time.id AND golfer_id = p_golfer_id;
    IF FOUND THEN
      PERFORM offer_spots(v_tee_time, p_golfer_id, p_now);
    END IF;
  END LOOP;
  DELETE FROM group_members WHERE group_id = p_group_id AND golfer_id = p_golfer_id;
  RETURN 'removed';
END $$;
