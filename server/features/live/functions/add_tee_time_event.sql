-- Adds an event for a card that changed. A change that has no version of its own gets an event without
-- one, so that no node takes it for one it knows.
CREATE OR REPLACE FUNCTION add_tee_time_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, group_id, tee_time_id, version)
    VALUES ('tee_time', NEW.group_id, NEW.id,
      CASE WHEN TG_OP = 'INSERT' OR NEW.version > OLD.version THEN NEW.version END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tee_time_posted AFTER INSERT ON tee_times
  FOR EACH ROW EXECUTE FUNCTION add_tee_time_event();

CREATE OR REPLACE TRIGGER tee_time_changed AFTER UPDATE ON tee_times
  FOR EACH ROW WHEN (
    OLD.version <> NEW.version
    OR OLD.cancelled_at IS DISTINCT FROM NEW.cancelled_at
    OR OLD.archived_at IS DISTINCT FROM NEW.archived_at
  ) EXECUTE FUNCTION add_tee_time_event();
