-- Returns why a golfer does not get a kind of message about a group: 'off' if they switched the kind off,
-- 'left' if they are not a member or the group is inactive, 'muted' if they muted the group.
-- Returns NULL if they get the message. Messages without a kind cannot be switched off.
-- This function is called when a message is queued, and again before it is sent.
CREATE OR REPLACE FUNCTION message_refusal(p_golfer_id int, p_group_id int, p_kind text)
RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_muted boolean;
BEGIN
  IF p_kind IS NULL THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM preferences WHERE golfer_id = p_golfer_id AND channels ->> p_kind = 'off') THEN
    RETURN 'off';
  END IF;
  IF p_group_id IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT m.muted INTO v_muted FROM group_members m JOIN groups g ON g.id = m.group_id
    WHERE m.group_id = p_group_id AND m.golfer_id = p_golfer_id AND g.is_active;
  IF NOT FOUND THEN
    RETURN 'left';
  END IF;
  -- Golfers who muted a group still get messages about their own rounds and the end of the group's paid time.
  RETURN CASE WHEN v_muted AND p_kind NOT IN ('waiting', 'changed', 'reminder', 'trial') THEN 'muted' END;
END $$;
