-- The owner is always a member. Deferred: a group and its owner's membership are inserted together.
ALTER TABLE groups ADD CONSTRAINT groups_owner_is_member
  FOREIGN KEY (id, owner_id) REFERENCES group_members (group_id, golfer_id)
  DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint

-- A card as everybody sees it, under the names of contract/tee-times.ts. Archived tee times stay in
-- the view (rounds are history); cancelled ones do not.
CREATE VIEW tee_time_cards AS
SELECT t.id, t.group_id, t.starts_at, t.archived_at,
  jsonb_build_object(
    'id', t.id,
    'groupId', t.group_id,
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

-- Post, with the poster's own spot where asked for. Answers the card; none when the poster is no
-- longer a member (the row lock keeps a removal waiting until this is done).
CREATE FUNCTION post_tee_time(
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
    (group_id, creator_id, course, date, time, starts_at, cost, notes, max_players, created_at)
  VALUES
    (p_group_id, p_creator_id, p_course, p_date, p_time, p_starts_at, p_cost, p_notes, p_max_players, p_now)
  RETURNING id INTO v_id;
  IF p_join THEN
    INSERT INTO tee_time_participants (tee_time_id, golfer_id) VALUES (v_id, p_creator_id);
  END IF;
  RETURN (SELECT card FROM tee_time_cards WHERE id = v_id);
END $$;
--> statement-breakpoint

-- Claim a spot: one transaction, one round trip.
-- outcome: claimed | already (holds it) | full | past (teed off) | gone (cancelled, archived, never
-- there, or the golfer just removed from the group). The caller has proven the membership; only who
-- would take a spot has it proven again. A refusal and its card are of one snapshot.
-- Lock order, for all that touches a tee time's spots: the tee time's row, then memberships.
CREATE FUNCTION claim_spot(
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
    INSERT INTO tee_time_participants (tee_time_id, golfer_id)
      VALUES (p_tee_time_id, p_golfer_id)
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

-- Why a golfer cannot claim a spot on this card; NULL when nothing speaks against it.
CREATE FUNCTION claim_refusal(p_card jsonb, p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_card IS NULL THEN 'gone'
    WHEN p_card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'already'
    WHEN (p_card->>'startsAt')::timestamptz <= p_now THEN 'past'
    WHEN (p_card->>'availableSpots')::int <= 0 THEN 'full'
  END
$$;
--> statement-breakpoint

-- Release a spot. outcome: left | already (held none) | gone.
CREATE FUNCTION leave_spot(
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
  DELETE FROM tee_time_participants
    WHERE tee_time_id = p_tee_time_id AND golfer_id = p_golfer_id;
  IF FOUND THEN
    UPDATE tee_times SET version = version + 1 WHERE id = p_tee_time_id;
    PERFORM tell_creator(v_tee_time, p_golfer_id, p_now);
    outcome := 'left';
  ELSE
    outcome := 'already';
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
--> statement-breakpoint

-- One message for all that happened to a tee time within five minutes: the first change sets the
-- hour, later ones fold into it, and the message tells the state at the time of sending.
CREATE FUNCTION tell_creator(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_golfer_id <> p_tee_time.creator_id THEN
    PERFORM graphile_worker.add_job(
      'tell_creator',
      json_build_object('teeTimeId', p_tee_time.id),
      run_at := p_now + interval '5 minutes',
      job_key := 'tell_creator:' || p_tee_time.id,
      job_key_mode := 'preserve_run_at'
    );
  END IF;
END $$;
--> statement-breakpoint

-- Live news. Triggers, so that no way of changing a row can forget to tell; a notification leaves
-- with the transaction's commit or not at all. Payloads are ids: each node reads the card itself.
CREATE FUNCTION notify_tee_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object(
    'type', 'tee-time', 'groupId', NEW.group_id, 'teeTimeId', NEW.id
  )::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tee_time_posted AFTER INSERT ON tee_times
  FOR EACH ROW EXECUTE FUNCTION notify_tee_time();
--> statement-breakpoint
CREATE TRIGGER tee_time_changed AFTER UPDATE ON tee_times
  FOR EACH ROW WHEN (
    OLD.version <> NEW.version
    OR OLD.cancelled_at IS DISTINCT FROM NEW.cancelled_at
    OR OLD.archived_at IS DISTINCT FROM NEW.archived_at
  ) EXECUTE FUNCTION notify_tee_time();
--> statement-breakpoint

CREATE FUNCTION notify_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_member group_members := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object(
    'type', 'member', 'groupId', v_member.group_id, 'golferId', v_member.golfer_id
  )::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER member_changed AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION notify_member();
--> statement-breakpoint

CREATE FUNCTION notify_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'group', 'groupId', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER group_changed AFTER UPDATE ON groups
  FOR EACH ROW EXECUTE FUNCTION notify_group();
--> statement-breakpoint

CREATE FUNCTION notify_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'session-ended', 'sessionId', OLD.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_session_ended();
