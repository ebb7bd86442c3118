-- Changes a golfer's name on the account, on every card that shows it, and in the lists of members.
CREATE OR REPLACE FUNCTION rename_golfer(p_golfer_id int, p_name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_ids int[];
BEGIN
  -- Tee times in the order of their ids and before the golfer, as in delete_golfer.
  SELECT coalesce(array_agg(id), '{}') INTO v_ids FROM (
    SELECT t.id FROM tee_times t
    WHERE t.cancelled_at IS NULL AND t.archived_at IS NULL AND (
      t.creator_id = p_golfer_id
      OR t.id IN (SELECT tee_time_id FROM tee_time_participants WHERE golfer_id = p_golfer_id)
      OR t.id IN (SELECT tee_time_id FROM waiting_golfers WHERE golfer_id = p_golfer_id)
      OR t.id IN (SELECT tee_time_id FROM spot_holds WHERE golfer_id = p_golfer_id)
      OR t.id IN (SELECT tee_time_id FROM on_the_hook WHERE golfer_id = p_golfer_id)
    )
    ORDER BY t.id FOR NO KEY UPDATE OF t
  ) shown;
  UPDATE golfers SET name = p_name
    WHERE id = p_golfer_id AND deleted_at IS NULL AND name <> p_name;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE tee_times SET version = version + 1 WHERE id = ANY (v_ids);
  INSERT INTO live_events (type, group_id)
    SELECT 'group', group_id FROM group_members WHERE golfer_id = p_golfer_id;
END $$;
