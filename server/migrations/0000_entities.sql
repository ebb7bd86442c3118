CREATE TABLE "golfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "golfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"password" text DEFAULT 'temporary' NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "golfers_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "golfers_name_length" CHECK (char_length("golfers"."name") between 2 and 100),
	CONSTRAINT "golfers_email_length" CHECK (char_length("golfers"."email") between 3 and 254),
	CONSTRAINT "golfers_phone_length" CHECK (char_length("golfers"."phone") <= 30)
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"owner_id" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"expiry_date" timestamp with time zone,
	"stripe_subscription_id" text,
	"subscription_status" text,
	"time_zone" text DEFAULT 'America/Edmonton' NOT NULL,
	"home_place" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "groups_slug_unique" UNIQUE("slug"),
	CONSTRAINT "groups_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "groups_name_length" CHECK (char_length("groups"."name") between 2 and 50),
	CONSTRAINT "groups_slug_form" CHECK ("groups"."slug" ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' and char_length("groups"."slug") between 3 and 30),
	CONSTRAINT "groups_description_length" CHECK (char_length("groups"."description") <= 200)
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"golfer_id" integer NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_members_group_id_golfer_id_key" UNIQUE("group_id","golfer_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"golfer_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tee_time_participants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tee_time_participants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tee_time_id" integer NOT NULL,
	"golfer_id" integer NOT NULL,
	CONSTRAINT "tee_time_participants_tee_time_id_golfer_id_key" UNIQUE("tee_time_id","golfer_id")
);
--> statement-breakpoint
CREATE TABLE "tee_times" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tee_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"creator_id" integer NOT NULL,
	"course" text NOT NULL,
	"date" text NOT NULL,
	"time" text NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"notes" text,
	"max_players" integer DEFAULT 4 NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	CONSTRAINT "tee_times_course_length" CHECK (char_length("tee_times"."course") between 1 and 100),
	CONSTRAINT "tee_times_date_form" CHECK ("tee_times"."date" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
	CONSTRAINT "tee_times_time_form" CHECK ("tee_times"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "tee_times_cost_not_negative" CHECK ("tee_times"."cost" >= 0),
	CONSTRAINT "tee_times_notes_length" CHECK (char_length("tee_times"."notes") <= 500),
	CONSTRAINT "tee_times_max_players_range" CHECK ("tee_times"."max_players" between 1 and 8)
);
--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_owner_id_golfers_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tee_time_participants" ADD CONSTRAINT "tee_time_participants_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tee_time_participants" ADD CONSTRAINT "tee_time_participants_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tee_times" ADD CONSTRAINT "tee_times_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tee_times" ADD CONSTRAINT "tee_times_creator_id_golfers_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "golfers_email_key" ON "golfers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "groups_owner_id_idx" ON "groups" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "group_members_golfer_id_idx" ON "group_members" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "sessions_golfer_id_created_at_idx" ON "sessions" USING btree ("golfer_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tee_time_participants_golfer_id_idx" ON "tee_time_participants" USING btree ("golfer_id");--> statement-breakpoint
CREATE INDEX "tee_times_to_come_idx" ON "tee_times" USING btree ("group_id","starts_at","id") WHERE "tee_times"."cancelled_at" is null and "tee_times"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "tee_times_to_archive_idx" ON "tee_times" USING btree ("starts_at") WHERE "tee_times"."cancelled_at" is null and "tee_times"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "tee_times_creator_id_idx" ON "tee_times" USING btree ("creator_id");