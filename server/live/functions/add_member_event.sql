-- Makes nodes recheck a golfer's access to a group. Without this event, a removed member would keep receiving
-- the group's updates. A trigger adds the event, so that no code path can forget it. Sessions and groups have
-- such triggers for the same reason. All three triggers run rarely.
CREATE OR REPLACE FUNCTION add_member_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, group_id, golfer_id)
    VALUES ('member', coalesce(NEW.group_id, OLD.group_id), coalesce(NEW.golfer_id, OLD.golfer_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER member_changed AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION add_member_event();
