CREATE OR REPLACE FUNCTION add_session_ended_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, session_id) VALUES ('session_ended', OLD.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER session_ended AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION add_session_ended_event();
