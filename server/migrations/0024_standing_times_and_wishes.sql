CREATE TABLE "standing_dates" (
	"standing_id" integer NOT NULL,
	"date" date NOT NULL,
	"tee_time_id" integer,
	CONSTRAINT "standing_dates_standing_id_date_pk" PRIMARY KEY("standing_id","date")
);
--> statement-breakpoint
CREATE TABLE "standing_times" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "standing_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"creator_id" integer NOT NULL,
	"course" text NOT NULL,
	"time" text NOT NULL,
	"every_weeks" integer NOT NULL,
	"days_ahead" integer NOT NULL,
	"max_players" integer NOT NULL,
	"notes" text,
	"join_as_player" boolean NOT NULL,
	"next_date" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" integer,
	CONSTRAINT "standing_times_course_length" CHECK (char_length("standing_times"."course") between 1 and 100),
	CONSTRAINT "standing_times_time_form" CHECK ("standing_times"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "standing_times_every_weeks_range" CHECK ("standing_times"."every_weeks" between 1 and 2),
	CONSTRAINT "standing_times_days_ahead_range" CHECK ("standing_times"."days_ahead" between 1 and 28),
	CONSTRAINT "standing_times_max_players_range" CHECK ("standing_times"."max_players" between 1 and 8),
	CONSTRAINT "standing_times_notes_length" CHECK (char_length("standing_times"."notes") <= 500)
);
--> statement-breakpoint
CREATE TABLE "standing_wishes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "standing_wishes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"golfer_id" integer NOT NULL,
	"days" smallint[] NOT NULL,
	"not_before" text,
	"not_after" text,
	"course" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "standing_wishes_days" CHECK (cardinality("standing_wishes"."days") between 1 and 7),
	CONSTRAINT "standing_wishes_course_length" CHECK (char_length("standing_wishes"."course") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "tee_times" ADD COLUMN "wishers_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "standing_dates" ADD CONSTRAINT "standing_dates_standing_id_standing_times_id_fk" FOREIGN KEY ("standing_id") REFERENCES "public"."standing_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_dates" ADD CONSTRAINT "standing_dates_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_times" ADD CONSTRAINT "standing_times_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_times" ADD CONSTRAINT "standing_times_creator_id_golfers_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_times" ADD CONSTRAINT "standing_times_ended_by_golfers_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_wishes" ADD CONSTRAINT "standing_wishes_membership_fk" FOREIGN KEY ("group_id","golfer_id") REFERENCES "public"."group_members"("group_id","golfer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "standing_dates_tee_time_id_idx" ON "standing_dates" USING btree ("tee_time_id");--> statement-breakpoint
CREATE INDEX "standing_times_group_id_idx" ON "standing_times" USING btree ("group_id","creator_id");--> statement-breakpoint
CREATE INDEX "standing_times_creator_id_idx" ON "standing_times" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "standing_times_ended_by_idx" ON "standing_times" USING btree ("ended_by");--> statement-breakpoint
CREATE INDEX "standing_times_due_idx" ON "standing_times" USING btree (("next_date" - "days_ahead")) WHERE "standing_times"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "standing_wishes_group_id_idx" ON "standing_wishes" USING btree ("group_id","golfer_id");--> statement-breakpoint
CREATE INDEX "standing_wishes_golfer_id_idx" ON "standing_wishes" USING btree ("golfer_id");--> statement-breakpoint
-- The members who wish for a tee time, would hear of it now by what they chose, and do not play in it.
-- p_kind: the kind of message. Its creator is not among them.
CREATE FUNCTION wishers_of(p_tee_time tee_times, p_kind text) RETURNS SETOF int
LANGUAGE sql STABLE AS $$
  SELECT m.golfer_id
  FROM group_members m
  LEFT JOIN preferences pref ON pref.golfer_id = m.golfer_id
  WHERE m.group_id = p_tee_time.group_id AND m.golfer_id <> p_tee_time.creator_id AND NOT m.muted
    AND coalesce(pref.channels ->> p_kind, 'text') <> 'off'
    AND EXISTS (
      SELECT FROM standing_wishes w
      WHERE w.group_id = m.group_id AND w.golfer_id = m.golfer_id
        AND extract(isodow FROM p_tee_time.date::date) = ANY (w.days)
        AND (w.not_before IS NULL OR w.not_before <= p_tee_time.time)
        AND (w.not_after IS NULL OR w.not_after >= p_tee_time.time)
        -- All of its words, in whatever order the course has them.
        AND NOT EXISTS (
          SELECT FROM regexp_split_to_table(lower(w.course), '\s+') AS word
          WHERE position(word IN lower(p_tee_time.course)) = 0
        )
    )
    AND NOT EXISTS (
      SELECT FROM tee_time_participants p
      WHERE p.tee_time_id = p_tee_time.id AND p.golfer_id = m.golfer_id
    )
$$;
