-- A trigger, so that no way of changing a tee time can forget it.
CREATE OR REPLACE FUNCTION note_tee_time_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER tee_time_change_noted BEFORE UPDATE ON tee_times
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_tee_time_change();
