-- A member goes: their spots in tee times to come open up, and those creators are told.
-- outcome: removed | owner (stays) | gone (was no member).
-- Lock order as for a claim: tee times, then the membership. All that are to come, since a claim of
-- this golfer may be under way on any of them; it either ends first, or finds no membership.
-- A member goes: their spots in tee times to come open up, and those concerned are told.
-- 
-- 
-- nobody hears of a spot that opens beside others that are open.
-- no tee time is locked after the membership: one that was posted since the others were locked
-- could be another's by then who waits for this membership. Those that the golfer posted are locked to
-- their end, as their cards are to say that the golfer has left.
CREATE OR REPLACE FUNCTION remove_member(p_group_id int, p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_locked int[];
  v_tee_time tee_times;
  v_was_open int;
BEGIN
  LOOP
    SELECT coalesce(array_agg(id), '{}') INTO v_locked FROM (
      SELECT id FROM tee_times
      WHERE group_id = p_group_id AND (starts_at > p_now OR creator_id = p_golfer_id)
        AND cancelled_at IS NULL AND archived_at IS NULL
      ORDER BY id FOR NO KEY UPDATE
    ) locked;
    BEGIN
      PERFORM 1 FROM group_members
        WHERE group_id = p_group_id AND golfer_id = p_golfer_id FOR UPDATE;
      IF NOT FOUND THEN
        RETURN 'gone';
      END IF;
      EXIT WHEN NOT EXISTS (
        SELECT FROM tee_times
        WHERE group_id = p_group_id AND (starts_at > p_now OR creator_id = p_golfer_id)
          AND cancelled_at IS NULL AND archived_at IS NULL AND id <> ALL (v_locked)
      );
      RAISE EXCEPTION 'posted meanwhile' USING ERRCODE = 'FBPM0';
    EXCEPTION WHEN SQLSTATE 'FBPM0' THEN
      -- The membership is let go of, and looked for again behind what was posted.
    END;
  END LOOP;
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
