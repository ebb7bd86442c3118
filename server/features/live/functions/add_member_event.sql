-- Puts the right of a golfer's streams to a group in question. A trigger, because a code path that forgot
-- to add this event would leave a removed member with the group's updates. So are those for sessions and
-- groups. All three tables change rarely.
CREATE OR REPLACE FUNCTION add_member_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_member group_members := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO live_events (type, group_id, golfer_id)
    VALUES ('member', v_member.group_id, v_member.golfer_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER member_changed AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION add_member_event();
