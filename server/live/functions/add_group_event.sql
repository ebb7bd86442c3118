CREATE OR REPLACE FUNCTION add_group_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, group_id) VALUES ('group', NEW.id);
  IF NEW.is_active AND NOT OLD.is_active THEN
    -- Phones receive no events of an inactive group, so no phone receives the group event above.
    -- The member events make nodes recheck each member's access.
    INSERT INTO live_events (type, group_id, golfer_id)
      SELECT 'member', NEW.id, golfer_id FROM group_members WHERE group_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER group_changed AFTER UPDATE ON groups
  FOR EACH ROW EXECUTE FUNCTION add_group_event();
