-- The line of each tee time: its length stands with the tee time, and every change of it is a change of
-- the card. Whoever changes a line has locked the tee time's row.
CREATE OR REPLACE FUNCTION count_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tee_times SET
    waiting = waiting + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END,
    version = version + 1
    WHERE id = coalesce(NEW.tee_time_id, OLD.tee_time_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER waiting_changed AFTER INSERT OR DELETE OR UPDATE OF offered_until ON waiting_golfers
  FOR EACH ROW EXECUTE FUNCTION count_waiting();
