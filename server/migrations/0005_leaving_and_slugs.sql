-- Whether a new group, or one that waits, may have a slug. Until the end of the transaction nobody else
-- is given it: groups and waiting ones are two tables, which one unique index cannot span.
CREATE FUNCTION hold_slug(p_slug text, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('slug:' || p_slug, 0));
  DELETE FROM signups WHERE slug = p_slug AND expires_at <= p_now;
  RETURN NOT EXISTS (SELECT 1 FROM groups WHERE slug = p_slug)
    AND NOT EXISTS (SELECT 1 FROM signups WHERE slug = p_slug);
END $$;
--> statement-breakpoint

-- A member goes: their spots in tee times to come open up, and those creators are told.
-- outcome: removed | owner (stays) | gone (was no member).
-- Lock order as for a claim: tee times, then the membership. All that are to come, since a claim of
-- this golfer may be under way on any of them; it either ends first, or finds no membership.
CREATE FUNCTION remove_member(p_group_id int, p_golfer_id int, p_now timestamptz) RETURNS text
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
    DELETE FROM tee_time_participants
      WHERE tee_time_id = v_tee_time.id AND golfer_id = p_golfer_id;
    UPDATE tee_times SET version = version + 1 WHERE id = v_tee_time.id;
    PERFORM tell_creator(v_tee_time, p_golfer_id, p_now);
  END LOOP;
  DELETE FROM group_members WHERE group_id = p_group_id AND golfer_id = p_golfer_id;
  RETURN 'removed';
END $$;
--> statement-breakpoint

-- Cards say whether their creator has left the group, so both leaving and coming back change them.
CREATE FUNCTION refresh_cards_of_creator() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_member group_members := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  UPDATE tee_times SET version = version + 1
    WHERE creator_id = v_member.golfer_id AND group_id = v_member.group_id
      AND cancelled_at IS NULL AND archived_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER creator_came_or_left AFTER INSERT OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION refresh_cards_of_creator();
--> statement-breakpoint

-- Deletes an account: the golfer leaves all groups, nothing personal stays, and the nameless row keeps
-- the rounds that were played whole.
-- outcome: deleted | owns_groups | super_admin | gone.
CREATE FUNCTION delete_golfer(p_golfer_id int, p_now timestamptz) RETURNS text
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
  UPDATE invite_links SET revoked_at = coalesce(revoked_at, p_now) WHERE created_by = p_golfer_id;
  UPDATE golfers SET
    name = 'Former golfer',
    email = 'deleted-' || p_golfer_id || '@fourball.invalid',
    phone = '',
    password = 'temporary',
    stripe_customer_id = NULL,
    deleted_at = p_now
    WHERE id = p_golfer_id;
  RETURN 'deleted';
END $$;
