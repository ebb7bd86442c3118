ALTER TABLE "welcome_links" ADD COLUMN "group_id" integer;--> statement-breakpoint
ALTER TABLE "welcome_links" ADD CONSTRAINT "welcome_links_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "welcome_links_group_id_idx" ON "welcome_links" USING btree ("group_id");--> statement-breakpoint

-- As before, but a group that waits and is being paid for keeps its slug, however long it has waited.
CREATE OR REPLACE FUNCTION hold_slug(p_slug text, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('slug:' || p_slug, 0));
  DELETE FROM signups WHERE slug = p_slug AND expires_at <= p_now
    AND NOT EXISTS (SELECT 1 FROM subscriptions paid
      WHERE paid.slug = p_slug AND paid.golfer_id = signups.golfer_id AND paid.group_id IS NULL
        AND paid.status NOT IN ('abandoned', 'canceled'));
  RETURN NOT EXISTS (SELECT 1 FROM groups WHERE slug = p_slug)
    AND NOT EXISTS (SELECT 1 FROM signups WHERE slug = p_slug);
END $$;
