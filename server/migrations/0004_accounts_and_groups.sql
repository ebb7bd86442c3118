-- Searching for any part of a name or address: the super admin's tables.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"group_id" integer,
	"group_name" text,
	"golfer_id" integer,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "invite_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invite_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"token" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invite_links_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "join_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "join_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"golfer_id" integer,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decision" text,
	CONSTRAINT "join_requests_decision_known" CHECK ("join_requests"."decision" in ('accepted', 'declined')),
	CONSTRAINT "join_requests_decided_or_not" CHECK (("join_requests"."decision" is null) = ("join_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "signups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"golfer_id" integer NOT NULL,
	"group_name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"time_zone" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signups_slug_unique" UNIQUE("slug"),
	CONSTRAINT "signups_kind_known" CHECK ("signups"."kind" in ('trial', 'purchase'))
);
--> statement-breakpoint
CREATE TABLE "welcome_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"golfer_id" integer NOT NULL,
	"signup_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "golfers" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD COLUMN "shares_phone" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_golfers_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_links" ADD CONSTRAINT "invite_links_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_links" ADD CONSTRAINT "invite_links_created_by_golfers_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signups" ADD CONSTRAINT "signups_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "welcome_links" ADD CONSTRAINT "welcome_links_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "welcome_links" ADD CONSTRAINT "welcome_links_signup_id_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."signups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_at_idx" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_id_idx" ON "audit_entries" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_entries_golfer_id_idx" ON "audit_entries" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "audit_entries_group_id_idx" ON "audit_entries" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "invite_links_group_id_idx" ON "invite_links" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "join_requests_open_key" ON "join_requests" USING btree ("group_id",lower("email")) WHERE "join_requests"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "join_requests_golfer_id_idx" ON "join_requests" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "signups_golfer_id_idx" ON "signups" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "signups_expires_at_idx" ON "signups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "welcome_links_golfer_id_idx" ON "welcome_links" USING btree ("golfer_id","created_at");--> statement-breakpoint
CREATE INDEX "welcome_links_expires_at_idx" ON "welcome_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "golfers_name_idx" ON "golfers" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "golfers_created_at_idx" ON "golfers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "golfers_name_parts_idx" ON "golfers" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "golfers_email_parts_idx" ON "golfers" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "groups_name_idx" ON "groups" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "groups_created_at_idx" ON "groups" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "groups_expiry_date_idx" ON "groups" USING btree ("expiry_date","id");--> statement-breakpoint
CREATE INDEX "groups_name_parts_idx" ON "groups" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "groups_slug_parts_idx" ON "groups" USING gin ("slug" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_home_place_length" CHECK (char_length("groups"."home_place") <= 100);