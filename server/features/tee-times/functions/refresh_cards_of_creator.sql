-- Cards say whether their creator has left the group, so both leaving and coming back change them.
-- 
CREATE OR REPLACE FUNCTION refresh_cards_of_creator() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_member group_members := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM 1 FROM tee_times
    WHERE creator_id = v_member.golfer_id AND group_id = v_member.group_id
      AND cancelled_at IS NULL AND archived_at IS NULL
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE tee_times SET version = version + 1
    WHERE creator_id = v_member.golfer_id AND group_id = v_member.group_id
      AND cancelled_at IS NULL AND archived_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER creator_came_or_left AFTER INSERT OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION refresh_cards_of_creator();
