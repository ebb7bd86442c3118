-- Whether a new group, or one that waits for its confirmation, may have a slug. Until the end of the
-- transaction nobody else is given it: groups and signups are two tables, which one unique index cannot
-- span. A signup that is being paid for keeps its slug, however long it has waited.
CREATE OR REPLACE FUNCTION hold_slug(p_slug text, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('slug:' || p_slug, 0));
  DELETE FROM signups WHERE slug = p_slug AND expires_at <= p_now
    AND NOT EXISTS (SELECT 1 FROM subscriptions paid
      WHERE paid.signup_id = signups.id AND paid.status NOT IN ('abandoned', 'canceled'));
  RETURN NOT EXISTS (SELECT 1 FROM groups WHERE slug = p_slug)
    AND NOT EXISTS (SELECT 1 FROM signups WHERE slug = p_slug);
END $$;
