CREATE TABLE "calendar_feeds" (
	"golfer_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint

-- A trigger, so that no way of changing a tee time can forget it.
CREATE FUNCTION note_tee_time_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tee_time_change_noted BEFORE UPDATE ON tee_times
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_tee_time_change();
--> statement-breakpoint

-- The row of a deleted golfer stays, so no reference takes the feed along.
CREATE FUNCTION end_calendar_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM calendar_feeds WHERE golfer_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER golfer_deleted_ends_feed AFTER UPDATE OF deleted_at ON golfers
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION end_calendar_feed();
