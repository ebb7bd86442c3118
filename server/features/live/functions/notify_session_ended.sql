CREATE OR REPLACE FUNCTION notify_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'session-ended', 'sessionId', OLD.id)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER session_ended AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_session_ended();
