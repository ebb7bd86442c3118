CREATE TABLE "consent_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consent_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"number" text NOT NULL,
	"golfer_id" integer,
	"step" text NOT NULL,
	"how" text NOT NULL,
	"wording" text NOT NULL,
	CONSTRAINT "consent_entries_step_known" CHECK ("consent_entries"."step" in ('asked', 'given', 'taken-back', 'stopped', 'number-changed'))
);
--> statement-breakpoint
CREATE TABLE "text_numbers" (
	"number" text PRIMARY KEY NOT NULL,
	"stopped_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"unreachable_at" timestamp with time zone,
	"unreachable_code" text
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"golfer_id" integer,
	"group_id" integer,
	"tee_time_ids" integer[] DEFAULT '{}' NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"key" text NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"provider_id" text,
	"segments" integer,
	"error_code" text,
	CONSTRAINT "deliveries_key_unique" UNIQUE("key"),
	CONSTRAINT "deliveries_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "deliveries_channel_known" CHECK ("deliveries"."channel" in ('email', 'text')),
	CONSTRAINT "deliveries_status_known" CHECK ("deliveries"."status" in ('queued', 'held', 'sending', 'sent', 'delivered', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "text_days" (
	"day" date NOT NULL,
	"group_id" integer NOT NULL,
	"texts" integer NOT NULL,
	CONSTRAINT "text_days_day_group_id_pk" PRIMARY KEY("day","group_id")
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"golfer_id" integer PRIMARY KEY NOT NULL,
	"channels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet_from" text DEFAULT '21:00' NOT NULL,
	"quiet_to" text DEFAULT '08:00' NOT NULL,
	"time_zone" text
);
--> statement-breakpoint
CREATE TABLE "incoming_texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incoming_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider_id" text NOT NULL,
	"number" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "incoming_texts_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "text_lists" (
	"number" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"tee_time_ids" integer[] NOT NULL,
	"golfer_ids" integer[] NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "golfers" ADD COLUMN "phone_number" text;--> statement-breakpoint
-- North American numbers as people write them, and whatever begins with a plus; the app does the rest.
UPDATE "golfers" SET "phone_number" = CASE
	WHEN "phone" ~ '^\s*\+' THEN '+' || regexp_replace("phone", '\D', '', 'g')
	WHEN length(regexp_replace("phone", '\D', '', 'g')) = 10 THEN '+1' || regexp_replace("phone", '\D', '', 'g')
	WHEN regexp_replace("phone", '\D', '', 'g') ~ '^1\d{10}$' THEN '+' || regexp_replace("phone", '\D', '', 'g')
END WHERE "deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE "golfers" ADD COLUMN "text_consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "golfers" ADD COLUMN "email_proven_at" timestamp with time zone;--> statement-breakpoint
-- A password was only ever set through a link that was mailed, or by a super admin.
UPDATE "golfers" SET "email_proven_at" = now() WHERE "password" LIKE '$argon2%' AND "deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE "golfers" ADD COLUMN "mail_token" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD COLUMN "muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tee_time_participants" ADD COLUMN "claimed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "number" integer;--> statement-breakpoint
-- Those that are there already get theirs in the order in which they were posted.
UPDATE "tee_times" SET "number" = "numbered"."number" FROM (
	SELECT "id", row_number() OVER (PARTITION BY "group_id" ORDER BY "id") AS "number" FROM "tee_times"
) AS "numbered" WHERE "numbered"."id" = "tee_times"."id";--> statement-breakpoint
ALTER TABLE "tee_times" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
UPDATE "tee_times" SET "announced_at" = "created_at";--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "opened_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consent_entries" ADD CONSTRAINT "consent_entries_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_entries_number_idx" ON "consent_entries" USING btree ("number","id");--> statement-breakpoint
CREATE INDEX "consent_entries_golfer_id_idx" ON "consent_entries" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "deliveries_golfer_id_idx" ON "deliveries" USING btree ("golfer_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_group_id_idx" ON "deliveries" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_status_idx" ON "deliveries" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "deliveries_created_at_idx" ON "deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_held_idx" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."status" = 'held';--> statement-breakpoint
CREATE INDEX "deliveries_recipient_idx" ON "deliveries" USING btree ("recipient","id") WHERE "deliveries"."channel" = 'text';--> statement-breakpoint
CREATE INDEX "incoming_texts_number_idx" ON "incoming_texts" USING btree ("number","id");--> statement-breakpoint
CREATE INDEX "golfers_phone_number_idx" ON "golfers" USING btree ("phone_number");--> statement-breakpoint
CREATE UNIQUE INDEX "golfers_mail_token_key" ON "golfers" USING btree ("mail_token");--> statement-breakpoint
CREATE INDEX "tee_times_number_idx" ON "tee_times" USING btree ("group_id","number","starts_at");--> statement-breakpoint
CREATE INDEX "tee_times_unannounced_idx" ON "tee_times" USING btree ("group_id") WHERE "tee_times"."announced_at" is null;