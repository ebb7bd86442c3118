-- Makes nodes recheck a golfer's access to a group. This is a trigger because a code path that forgot the
-- event would keep sending the group's updates to a removed member. The same goes for sessions and
-- groups. All three tables change rarely.
CREATE OR REPLACE FUNCTION add_member_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, group_id, golfer_id)
    VALUES ('member', coalesce(NEW.group_id, OLD.group_id), coalesce(NEW.golfer_id, OLD.golfer_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER member_changed AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION add_member_event();
