CREATE TABLE "on_the_hook" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "on_the_hook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tee_time_id" integer NOT NULL,
	"golfer_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "standing_times" ADD COLUMN "cancel_hours" integer;--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "cancel_hours" integer;--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "cut_off_set_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "guarded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "called_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "on_the_hook" ADD CONSTRAINT "on_the_hook_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "on_the_hook" ADD CONSTRAINT "on_the_hook_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "on_the_hook_tee_time_id_idx" ON "on_the_hook" USING btree ("tee_time_id","id");--> statement-breakpoint
CREATE INDEX "on_the_hook_golfer_id_idx" ON "on_the_hook" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "tee_times_unguarded_idx" ON "tee_times" USING btree ("starts_at") WHERE "tee_times"."cancel_hours" is not null and "tee_times"."guarded_at" is null and "tee_times"."cancelled_at" is null and "tee_times"."archived_at" is null;--> statement-breakpoint
ALTER TABLE "standing_times" ADD CONSTRAINT "standing_times_cancel_hours_range" CHECK ("standing_times"."cancel_hours" between 1 and 168);--> statement-breakpoint
ALTER TABLE "tee_times" ADD CONSTRAINT "tee_times_cancel_hours_range" CHECK ("tee_times"."cancel_hours" between 1 and 168);
--> statement-breakpoint
-- Until when the course takes a cancellation; NULL where nobody said so. Hours that pass, and not those of
-- a wall's clock that changes in between.
CREATE FUNCTION cut_off_of(p_tee_time tee_times) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT p_tee_time.starts_at - make_interval(hours => p_tee_time.cancel_hours)
$$;
--> statement-breakpoint

-- Who gives spots up after the cut-off stays on the hook for each. The caller holds the tee time's lock.
CREATE FUNCTION put_on_hook(p_tee_time tee_times, p_golfer_id int, p_spots int, p_now timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO on_the_hook (tee_time_id, golfer_id, since)
    SELECT p_tee_time.id, p_golfer_id, p_now FROM generate_series(1, p_spots)
    WHERE cut_off_of(p_tee_time) <= p_now
$$;
--> statement-breakpoint

-- p_by: who took the spot; NULL where the tee time became another.
CREATE FUNCTION tell_off_hook(p_tee_time tee_times, p_hook on_the_hook, p_by int, p_now timestamptz)
RETURNS void LANGUAGE sql AS $$
  SELECT queue_delivery('off-the-hook', 'changed', NULL, true, p_hook.golfer_id, p_tee_time.group_id,
    array[p_tee_time.id], jsonb_build_object('by', p_by), 'off-the-hook:' || p_hook.id, p_now)
$$;
--> statement-breakpoint

-- A spot was taken by a golfer: who has been on the hook for longest is so no more, and hears of it; the
-- golfer, who comes back, first. The caller holds the tee time's lock.
CREATE FUNCTION let_off_hook(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_hook on_the_hook;
BEGIN
  DELETE FROM on_the_hook WHERE id = (
    SELECT id FROM on_the_hook WHERE tee_time_id = p_tee_time.id
    ORDER BY (golfer_id = p_golfer_id) DESC, id LIMIT 1
  ) RETURNING * INTO v_hook;
  IF FOUND AND v_hook.golfer_id <> p_golfer_id THEN
    PERFORM tell_off_hook(p_tee_time, v_hook, p_golfer_id, p_now);
  END IF;
END $$;
--> statement-breakpoint

-- After an edit: nobody is on the hook before the cut-off, and no more are than there are spots to take.
-- The caller holds the tee time's lock.
CREATE FUNCTION settle_hooks(p_tee_time_id int, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_hook on_the_hook;
  v_most int;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times WHERE id = p_tee_time_id;
  v_most := CASE WHEN cut_off_of(v_tee_time) <= p_now THEN v_tee_time.max_players -
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time_id) -
    (SELECT count(*) FROM guests WHERE tee_time_id = p_tee_time_id) ELSE 0 END;
  FOR v_hook IN
    DELETE FROM on_the_hook WHERE id IN (
      SELECT id FROM on_the_hook WHERE tee_time_id = p_tee_time_id ORDER BY id DESC OFFSET v_most
    ) RETURNING *
  LOOP
    PERFORM tell_off_hook(v_tee_time, v_hook, NULL, p_now);
  END LOOP;
END $$;
--> statement-breakpoint

-- A card as before, with its cut-off, and who is on the hook.
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
    'cutOff', CASE WHEN t.cancel_hours IS NOT NULL THEN jsonb_build_object(
      'hoursBefore', t.cancel_hours,
      'at', to_char(cut_off_of(t) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'calledAt', to_char(t.called_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'onTheHook', (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'id', hook.id, 'golferId', hook.golfer_id, 'name', leaver.name
          ) ORDER BY hook.id), '[]')
        FROM on_the_hook hook
        JOIN golfers leaver ON leaver.id = hook.golfer_id AND leaver.deleted_at IS NULL
        WHERE hook.tee_time_id = t.id
      )
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

-- As before, with a cut-off. It is last, and may be left out: a node of the version before does.
DROP FUNCTION post_tee_time(int, int, text, text, text, timestamptz, int, text, int, boolean, timestamptz);
--> statement-breakpoint
CREATE FUNCTION post_tee_time(
  p_group_id int, p_creator_id int, p_course text, p_date text, p_time text, p_starts_at timestamptz,
  p_cost int, p_notes text, p_max_players int, p_join boolean, p_now timestamptz,
  p_cancel_hours int DEFAULT NULL
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_id int;
BEGIN
  PERFORM 1 FROM group_members
    WHERE group_id = p_group_id AND golfer_id = p_creator_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO tee_times
    (group_id, number, creator_id, course, date, time, starts_at, cost, notes, max_players, created_at,
      cancel_hours, cut_off_set_at)
  VALUES
    (p_group_id, next_tee_time_number(p_group_id, p_now), p_creator_id, p_course, p_date, p_time,
      p_starts_at, p_cost, p_notes, p_max_players, p_now,
      p_cancel_hours, CASE WHEN p_cancel_hours IS NOT NULL THEN p_now END)
  RETURNING id INTO v_id;
  IF p_join THEN
    INSERT INTO tee_time_participants (tee_time_id, golfer_id, claimed_at)
      VALUES (v_id, p_creator_id, p_now);
  END IF;
  PERFORM graphile_worker.add_job(
    'tell_posted',
    json_build_object('groupId', p_group_id),
    run_at := greatest(p_now, (
      SELECT max(announced_at) + interval '1 minute' FROM tee_times
      WHERE group_id = p_group_id AND announced_at > p_now - interval '1 minute'
    )),
    job_key := 'tell_posted:' || p_group_id,
    job_key_mode := 'preserve_run_at'
  );
  RETURN (SELECT card FROM tee_time_cards WHERE id = v_id);
END $$;
--> statement-breakpoint

-- As before; a spot that is taken lets somebody off the hook.
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
--> statement-breakpoint

-- As before; after the cut-off, the golfer stays on the hook.
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
--> statement-breakpoint

-- As before; a spot that is taken lets somebody off the hook.
CREATE OR REPLACE FUNCTION bring_guest(
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
    PERFORM let_off_hook(v_tee_time, p_host_id, p_now);
    PERFORM tell_creator(v_tee_time, p_host_id, p_now);
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  END IF;
END $$;
--> statement-breakpoint

-- As before; after the cut-off, who takes a guest out stays on the hook.
CREATE OR REPLACE FUNCTION remove_guest(
  p_tee_time_id int, p_guest_id int, p_by int, p_now timestamptz, OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_was_full boolean;
  v_host_id int;
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
      AND (host_id = p_by OR v_tee_time.creator_id = p_by)
    RETURNING host_id INTO v_host_id;
  outcome := CASE WHEN FOUND THEN 'removed' ELSE 'already' END;
  IF outcome = 'removed' THEN
    IF v_host_id = p_by THEN
      PERFORM put_on_hook(v_tee_time, p_by, 1, p_now);
    END IF;
    PERFORM tell_creator(v_tee_time, p_by, p_now);
    IF v_was_full OR v_tee_time.waiting > 0 THEN
      PERFORM offer_spots(v_tee_time, p_by, p_now);
    END IF;
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
