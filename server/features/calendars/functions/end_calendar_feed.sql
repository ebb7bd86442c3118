-- The row of a deleted golfer stays, so no reference takes the feed along.
CREATE OR REPLACE FUNCTION end_calendar_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM calendar_feeds WHERE golfer_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER golfer_deleted_ends_feed AFTER UPDATE OF deleted_at ON golfers
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION end_calendar_feed();
