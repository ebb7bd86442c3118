-- Adds an event for each member of a group that is active again. Phones get no events of an inactive
-- group, so a single group event would reach none of them.
CREATE OR REPLACE FUNCTION add_reopened_group_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, group_id, golfer_id)
    SELECT 'member', NEW.id, golfer_id FROM group_members WHERE group_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER group_reopened AFTER UPDATE OF is_active ON groups
  FOR EACH ROW WHEN (NEW.is_active AND NOT OLD.is_active) EXECUTE FUNCTION add_reopened_group_event();
