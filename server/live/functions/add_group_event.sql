CREATE OR REPLACE FUNCTION add_group_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, group_id) VALUES ('group', NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER group_changed AFTER UPDATE ON groups
  FOR EACH ROW EXECUTE FUNCTION add_group_event();
