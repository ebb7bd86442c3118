CREATE TABLE "late_notices" (
	"tee_time_id" integer NOT NULL,
	"golfer_id" integer NOT NULL,
	"minutes" integer NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "late_notices_tee_time_id_golfer_id_pk" PRIMARY KEY("tee_time_id","golfer_id"),
	CONSTRAINT "late_notices_minutes_known" CHECK ("late_notices"."minutes" in (10, 20, 30))
);
--> statement-breakpoint
CREATE TABLE "tee_time_delays" (
	"tee_time_id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"delayed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "late_notices" ADD CONSTRAINT "late_notices_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_notices" ADD CONSTRAINT "late_notices_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tee_time_delays" ADD CONSTRAINT "tee_time_delays_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "late_notices_golfer_id_idx" ON "late_notices" USING btree ("golfer_id");
