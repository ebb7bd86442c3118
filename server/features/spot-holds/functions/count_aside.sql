-- Guests and holds: how many there are stands with the tee time, and every change of them is a change
-- of the card. Whoever changes them has locked the tee time's row.
CREATE OR REPLACE FUNCTION count_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tee_times SET
    aside = aside + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END,
    version = version + 1
    WHERE id = coalesce(NEW.tee_time_id, OLD.tee_time_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER guests_changed AFTER INSERT OR DELETE OR UPDATE ON guests
  FOR EACH ROW EXECUTE FUNCTION count_aside();

CREATE OR REPLACE TRIGGER holds_changed AFTER INSERT OR DELETE OR UPDATE ON spot_holds
  FOR EACH ROW EXECUTE FUNCTION count_aside();
