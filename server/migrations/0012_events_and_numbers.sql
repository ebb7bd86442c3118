-- A card as before, with the number that golfers call it by.
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
    'availableSpots', t.max_players - playing.taken,
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

-- The lowest number that no tee time of the group has had within 60 days after its tee-off. The lock
-- keeps others that post in the group waiting until the end of the transaction.
CREATE FUNCTION next_tee_time_number(p_group_id int, p_now timestamptz) RETURNS int
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('tee-time-number:' || p_group_id, 0));
  RETURN (
    WITH held AS (
      SELECT number FROM tee_times
      WHERE group_id = p_group_id AND starts_at > p_now - interval '60 days'
    )
    SELECT min(free.number)
    FROM generate_series(1, (SELECT count(*)::int + 1 FROM held)) AS free (number)
    WHERE NOT EXISTS (SELECT FROM held WHERE held.number = free.number)
  );
END $$;
--> statement-breakpoint

-- As before, with a number, and the members told: of the first at once, of those that are posted
-- within a minute after it in one message.
CREATE OR REPLACE FUNCTION post_tee_time(
  p_group_id int, p_creator_id int, p_course text, p_date text, p_time text, p_starts_at timestamptz,
  p_cost int, p_notes text, p_max_players int, p_join boolean, p_now timestamptz
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
    (group_id, number, creator_id, course, date, time, starts_at, cost, notes, max_players, created_at)
  VALUES
    (p_group_id, next_tee_time_number(p_group_id, p_now), p_creator_id, p_course, p_date, p_time,
      p_starts_at, p_cost, p_notes, p_max_players, p_now)
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

-- Claim a spot, as before; the spot keeps when it was claimed.
-- outcome: claimed | already (holds it) | full | past (teed off) | gone (cancelled, archived, never
-- there, or the golfer just removed from the group). The caller has proven the membership; only who
-- would take a spot has it proven again. A refusal and its card are of one snapshot.
-- Lock order, for all that touches a tee time's spots: the tee time's row, then memberships.
CREATE OR REPLACE FUNCTION claim_spot(
  p_tee_time_id int, p_golfer_id int, p_now timestamptz, OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_taken int;
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

  -- Each statement of a volatile function has a snapshot of its own, so this one sees every claim
  -- that was committed while we waited for the lock. Counting in the locking statement would not.
  SELECT count(*) INTO v_taken FROM tee_time_participants WHERE tee_time_id = p_tee_time_id;
  IF v_taken < v_tee_time.max_players THEN
    INSERT INTO tee_time_participants (tee_time_id, golfer_id, claimed_at)
      VALUES (p_tee_time_id, p_golfer_id, p_now)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      UPDATE tee_times SET version = version + 1 WHERE id = p_tee_time_id;
      PERFORM tell_creator(v_tee_time, p_golfer_id, p_now);
      outcome := 'claimed';
    END IF;
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := coalesce(outcome, claim_refusal(card, p_golfer_id, p_now));
END $$;
--> statement-breakpoint

-- A golfer gives a spot up; the caller holds the tee time's lock. The creator is told, and, where a
-- full tee time in the next 48 hours has a spot again, so are the members. Answers whether the golfer
-- held one.
CREATE FUNCTION free_spot(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS boolean
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
  IF v_was_full AND p_tee_time.starts_at > p_now
    AND p_tee_time.starts_at <= p_now + interval '48 hours'
  THEN
    PERFORM graphile_worker.add_job(
      'tell_opened',
      json_build_object('teeTimeId', p_tee_time.id, 'leftBy', p_golfer_id),
      job_key := 'tell_opened:' || p_tee_time.id || ':' || p_golfer_id,
      job_key_mode := 'preserve_run_at'
    );
  END IF;
  RETURN true;
END $$;
--> statement-breakpoint

-- Release a spot. outcome: left | already (held none) | gone.
CREATE OR REPLACE FUNCTION leave_spot(
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
  outcome := CASE WHEN free_spot(v_tee_time, p_golfer_id, p_now) THEN 'left' ELSE 'already' END;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
--> statement-breakpoint

-- A member goes: their spots in tee times to come open up, and those concerned are told.
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
    JOIN tee_time_participants p ON p.tee_time_id = t.id AND p.golfer_id = p_golfer_id
    WHERE t.group_id = p_group_id AND t.starts_at > p_now
      AND t.cancelled_at IS NULL AND t.archived_at IS NULL
    ORDER BY t.id
  LOOP
    PERFORM free_spot(v_tee_time, p_golfer_id, p_now);
  END LOOP;
  DELETE FROM group_members WHERE group_id = p_group_id AND golfer_id = p_golfer_id;
  RETURN 'removed';
END $$;
--> statement-breakpoint

-- Tells a golfer of an event, unless the golfer, or the group, is not there to be told, or the golfer
-- has switched that off: one row of the ledger and the job that sends it, in the transaction of what
-- caused it. A known key changes nothing. Answers the row's id where there is a new one.
-- p_kind: what golfers choose a channel for; NULL where p_channel says it.
-- p_heard_when_muted: a muted group does not keep it back.
CREATE FUNCTION queue_delivery(
  p_event text, p_kind text, p_channel text, p_heard_when_muted boolean, p_golfer_id int,
  p_group_id int, p_tee_time_ids int[], p_data jsonb, p_key text, p_now timestamptz
) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_channel text;
  v_id int;
BEGIN
  SELECT coalesce(p_channel, pref.channels ->> p_kind, 'text') INTO v_channel
    FROM golfers g LEFT JOIN preferences pref ON pref.golfer_id = g.id
    WHERE g.id = p_golfer_id AND g.deleted_at IS NULL;
  IF NOT FOUND OR v_channel = 'off' THEN
    RETURN NULL;
  END IF;
  IF p_group_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM groups WHERE id = p_group_id AND is_active
  ) THEN
    RETURN NULL;
  END IF;
  IF NOT p_heard_when_muted AND EXISTS (
    SELECT FROM group_members WHERE group_id = p_group_id AND golfer_id = p_golfer_id AND muted
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO deliveries (event, golfer_id, group_id, tee_time_ids, data, key, channel, created_at)
    VALUES (p_event, p_golfer_id, p_group_id, p_tee_time_ids, p_data, p_key, v_channel, p_now)
    ON CONFLICT (key) DO NOTHING
    RETURNING id INTO v_id;
  IF v_id IS NOT NULL THEN
    PERFORM graphile_worker.add_job('deliver', json_build_object('deliveryId', v_id),
      job_key := 'deliver:' || v_id);
  END IF;
  RETURN v_id;
END $$;
--> statement-breakpoint

-- Deletes an account, as before; with it what it was told and what it chose. The ledger of consents
-- and the numbers that said STOP stay: they bind us, not the golfer.
-- outcome: deleted | owns_groups | super_admin | gone.
CREATE OR REPLACE FUNCTION delete_golfer(p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_golfer golfers;
  v_group_id int;
BEGIN
  SELECT * INTO v_golfer FROM golfers WHERE id = p_golfer_id AND deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  IF v_golfer.is_super_admin THEN
    RETURN 'super_admin';
  END IF;
  IF EXISTS (SELECT 1 FROM groups WHERE owner_id = p_golfer_id) THEN
    RETURN 'owns_groups';
  END IF;
  FOR v_group_id IN
    SELECT group_id FROM group_members WHERE golfer_id = p_golfer_id ORDER BY group_id
  LOOP
    PERFORM remove_member(v_group_id, p_golfer_id, p_now);
  END LOOP;
  -- The row's lock comes after those of tee times, in the order of a claim. What was begun before it
  -- is looked at again: a group just created or handed over, a membership just given.
  PERFORM 1 FROM golfers WHERE id = p_golfer_id AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  IF EXISTS (SELECT 1 FROM group_members WHERE golfer_id = p_golfer_id) THEN
    RAISE EXCEPTION 'golfer % joined a group while being deleted', p_golfer_id
      USING ERRCODE = 'serialization_failure';
  END IF;
  DELETE FROM sessions WHERE golfer_id = p_golfer_id;
  DELETE FROM welcome_links WHERE golfer_id = p_golfer_id;
  DELETE FROM signups WHERE golfer_id = p_golfer_id;
  DELETE FROM join_requests
    WHERE golfer_id = p_golfer_id OR lower(email) = lower(v_golfer.email);
  DELETE FROM messages WHERE golfer_id = p_golfer_id;
  DELETE FROM deliveries WHERE golfer_id = p_golfer_id;
  DELETE FROM preferences WHERE golfer_id = p_golfer_id;
  UPDATE consent_entries SET golfer_id = NULL WHERE golfer_id = p_golfer_id;
  IF NOT EXISTS (
    SELECT FROM golfers WHERE phone_number = v_golfer.phone_number AND id <> p_golfer_id
  ) THEN
    DELETE FROM incoming_texts WHERE number = v_golfer.phone_number;
    DELETE FROM text_lists WHERE number = v_golfer.phone_number;
  END IF;
  UPDATE invite_links SET revoked_at = coalesce(revoked_at, p_now) WHERE created_by = p_golfer_id;
  UPDATE golfers SET
    name = 'Former golfer',
    email = 'deleted-' || p_golfer_id || '@fourball.invalid',
    phone = '',
    phone_number = NULL,
    text_consent_at = NULL,
    email_proven_at = NULL,
    mail_token = replace(gen_random_uuid()::text, '-', ''),
    password = 'temporary',
    stripe_customer_id = NULL,
    deleted_at = p_now
    WHERE id = p_golfer_id;
  RETURN 'deleted';
END $$;
