-- A phone number counts only once its golfer confirmed it in a session of their own. Of the numbers so far
-- those are confirmed that were agreed to by the box on the profile; the other agreements end.
ALTER TABLE "golfers" ADD COLUMN "phone_confirmed_at" timestamp with time zone;--> statement-breakpoint
UPDATE golfers SET phone_confirmed_at = text_consent_at
  WHERE text_consent_at IS NOT NULL AND email_proven_at IS NOT NULL AND EXISTS (
    SELECT FROM consent_entries e
    WHERE e.golfer_id = golfers.id AND e.number = golfers.phone_number
      AND e.step = 'given' AND e.how = 'box'
  );--> statement-breakpoint
INSERT INTO consent_entries (at, number, golfer_id, step, how, wording)
  SELECT now(), phone_number, id, 'number-changed', 'upgrade',
    'The number has to be confirmed by its golfer first.'
  FROM golfers
  WHERE text_consent_at IS NOT NULL AND phone_confirmed_at IS NULL AND phone_number IS NOT NULL;--> statement-breakpoint
UPDATE golfers SET text_consent_at = NULL WHERE phone_confirmed_at IS NULL;--> statement-breakpoint
ALTER TABLE "golfers" ADD CONSTRAINT "golfers_texts_need_confirmed_phone"
  CHECK (text_consent_at IS NULL OR phone_confirmed_at IS NOT NULL);--> statement-breakpoint

CREATE TABLE "invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"group_id" integer NOT NULL REFERENCES "groups"("id") ON DELETE CASCADE,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"typed_by_inviter" boolean NOT NULL,
	"invited_by" integer REFERENCES "golfers"("id") ON DELETE SET NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "invitations_decision_known" CHECK (decision IN ('accepted', 'declined', 'withdrawn')),
	CONSTRAINT "invitations_decided_or_not" CHECK ((decision IS NULL) = (decided_at IS NULL))
);--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" (group_id, lower(email)) WHERE decision IS NULL;--> statement-breakpoint
CREATE INDEX "invitations_email_idx" ON "invitations" (lower(email));--> statement-breakpoint
CREATE INDEX "invitations_invited_by_idx" ON "invitations" (invited_by);--> statement-breakpoint
CREATE INDEX "invitations_expires_at_idx" ON "invitations" (expires_at);--> statement-breakpoint
CREATE TABLE "invitation_rests" (
	"group_id" integer NOT NULL REFERENCES "groups"("id") ON DELETE CASCADE,
	"email" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	PRIMARY KEY ("group_id", "email")
);--> statement-breakpoint
CREATE INDEX "invitation_rests_until_idx" ON "invitation_rests" (until);--> statement-breakpoint

-- An invitation, and the answer to it, show at once on the open Members screens.
CREATE FUNCTION notify_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_invitation invitations := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'group', 'groupId', v_invitation.group_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invitation_made_or_decided AFTER INSERT OR UPDATE ON invitations
  FOR EACH ROW EXECUTE FUNCTION notify_invitation();
--> statement-breakpoint
CREATE TRIGGER invitation_withdrawn AFTER DELETE ON invitations
  FOR EACH ROW WHEN (OLD.decision IS NULL) EXECUTE FUNCTION notify_invitation();
--> statement-breakpoint

-- Every member has accepted membership: the owner sees their phones.
ALTER TABLE "group_members" DROP COLUMN "shares_phone";--> statement-breakpoint

-- Every signup waits for its link, with or without an account: it belongs to an address.
ALTER TABLE "signups" ADD COLUMN "email" text;--> statement-breakpoint
UPDATE signups SET email = (SELECT g.email FROM golfers g WHERE g.id = signups.golfer_id);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "signup_id" integer REFERENCES "signups"("id") ON DELETE SET NULL;--> statement-breakpoint
UPDATE subscriptions SET signup_id = w.id FROM signups w
  WHERE w.slug = subscriptions.slug AND w.golfer_id = subscriptions.golfer_id
    AND subscriptions.group_id IS NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_signup_id_idx" ON "subscriptions" (signup_id);--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "golfer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "signups" ALTER COLUMN "email" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "signups" DROP COLUMN "golfer_id";--> statement-breakpoint
CREATE INDEX "signups_email_idx" ON "signups" (lower(email));--> statement-breakpoint
ALTER TABLE "welcome_links" ALTER COLUMN "golfer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "welcome_links" ADD COLUMN "invitation_id" integer REFERENCES "invitations"("id") ON DELETE CASCADE;--> statement-breakpoint
UPDATE welcome_links SET golfer_id = NULL WHERE signup_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "welcome_links" ADD CONSTRAINT "welcome_links_of_golfer_or_address"
  CHECK (num_nonnulls(golfer_id, signup_id, invitation_id) = 1);--> statement-breakpoint
CREATE INDEX "welcome_links_invitation_id_idx" ON "welcome_links" (invitation_id);--> statement-breakpoint

-- As before; what is being paid for is found by the signup.
CREATE OR REPLACE FUNCTION hold_slug(p_slug text, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('slug:' || p_slug, 0));
  DELETE FROM signups WHERE slug = p_slug AND expires_at <= p_now
    AND NOT EXISTS (SELECT 1 FROM subscriptions paid
      WHERE paid.signup_id = signups.id AND paid.status NOT IN ('abandoned', 'canceled'));
  RETURN NOT EXISTS (SELECT 1 FROM groups WHERE slug = p_slug)
    AND NOT EXISTS (SELECT 1 FROM signups WHERE slug = p_slug);
END $$;
--> statement-breakpoint

-- Changes a golfer's name on the account, on every card that shows it, and in the lists of members.
CREATE FUNCTION rename_golfer(p_golfer_id int, p_name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_ids int[];
BEGIN
  -- Tee times in the order of their ids and before the golfer, as in delete_golfer.
  SELECT coalesce(array_agg(id), '{}') INTO v_ids FROM (
    SELECT t.id FROM tee_times t
    WHERE t.cancelled_at IS NULL AND t.archived_at IS NULL AND (
      t.creator_id = p_golfer_id
      OR t.id IN (SELECT tee_time_id FROM tee_time_participants WHERE golfer_id = p_golfer_id)
      OR t.id IN (SELECT tee_time_id FROM waiting_golfers WHERE golfer_id = p_golfer_id)
      OR t.id IN (SELECT tee_time_id FROM spot_holds WHERE golfer_id = p_golfer_id)
      OR t.id IN (SELECT tee_time_id FROM on_the_hook WHERE golfer_id = p_golfer_id)
    )
    ORDER BY t.id FOR NO KEY UPDATE OF t
  ) shown;
  UPDATE golfers SET name = p_name
    WHERE id = p_golfer_id AND deleted_at IS NULL AND name <> p_name;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE tee_times SET version = version + 1 WHERE id = ANY (v_ids);
  PERFORM pg_notify('fourball_live', json_build_object('type', 'group', 'groupId', group_id)::text)
    FROM group_members WHERE golfer_id = p_golfer_id;
END $$;
--> statement-breakpoint

-- As before; with the account go what waits for its address and the invitations to it.
-- outcome: deleted | owns_groups | super_admin | gone.
CREATE OR REPLACE FUNCTION delete_golfer(p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_golfer golfers;
  v_group_id int;
BEGIN
  SELECT * INTO v_golfer FROM golfers WHERE id = p_golfer_id AND deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  IF v_golfer.is_super_admin THEN
    RETURN 'super_admin';
  END IF;
  IF EXISTS (SELECT 1 FROM groups WHERE owner_id = p_golfer_id) THEN
    RETURN 'owns_groups';
  END IF;
  FOR v_group_id IN
    SELECT group_id FROM group_members WHERE golfer_id = p_golfer_id ORDER BY group_id
  LOOP
    PERFORM remove_member(v_group_id, p_golfer_id, p_now);
  END LOOP;
  -- The row's lock comes after those of tee times, in the order of a claim. What was begun before it
  -- is looked at again: a group just created or handed over, a membership just given.
  SELECT * INTO v_golfer FROM golfers WHERE id = p_golfer_id AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  IF EXISTS (SELECT 1 FROM group_members WHERE golfer_id = p_golfer_id) THEN
    RAISE EXCEPTION 'golfer % joined a group while being deleted', p_golfer_id
      USING ERRCODE = 'serialization_failure';
  END IF;
  DELETE FROM sessions WHERE golfer_id = p_golfer_id;
  DELETE FROM welcome_links WHERE golfer_id = p_golfer_id;
  DELETE FROM signups WHERE lower(email) = lower(v_golfer.email);
  DELETE FROM invitations WHERE lower(email) = lower(v_golfer.email);
  DELETE FROM invitation_rests WHERE email = lower(v_golfer.email);
  DELETE FROM join_requests
    WHERE golfer_id = p_golfer_id OR lower(email) = lower(v_golfer.email);
  DELETE FROM messages WHERE golfer_id = p_golfer_id;
  DELETE FROM deliveries WHERE golfer_id = p_golfer_id;
  DELETE FROM preferences WHERE golfer_id = p_golfer_id;
  UPDATE consent_entries SET golfer_id = NULL WHERE golfer_id = p_golfer_id;
  IF NOT EXISTS (
    SELECT FROM golfers WHERE phone_number = v_golfer.phone_number AND id <> p_golfer_id
  ) THEN
    UPDATE incoming_texts SET number = '', body = '' WHERE number = v_golfer.phone_number;
    DELETE FROM deliveries
      WHERE recipient = v_golfer.phone_number AND channel = 'text' AND golfer_id IS NULL;
    DELETE FROM messages
      WHERE recipient = v_golfer.phone_number AND channel = 'text' AND golfer_id IS NULL;
    DELETE FROM text_lists WHERE number = v_golfer.phone_number;
  END IF;
  UPDATE invite_links SET revoked_at = coalesce(revoked_at, p_now) WHERE created_by = p_golfer_id;
  UPDATE golfers SET
    name = 'Former golfer',
    email = 'deleted-' || p_golfer_id || '@fourball.invalid',
    phone = '',
    phone_number = NULL,
    text_consent_at = NULL,
    phone_confirmed_at = NULL,
    email_proven_at = NULL,
    mail_token = replace(gen_random_uuid()::text, '-', ''),
    password = 'temporary',
    stripe_customer_id = NULL,
    deleted_at = p_now
    WHERE id = p_golfer_id;
  RETURN 'deleted';
END $$;
