CREATE TABLE "weather_checks" (
	"tee_time_id" integer NOT NULL,
	"date" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "weather_checks_tee_time_id_date_pk" PRIMARY KEY("tee_time_id","date")
);
--> statement-breakpoint
CREATE TABLE "weather_watches" (
	"group_id" integer PRIMARY KEY NOT NULL,
	"rain" integer,
	"wind" integer,
	"cold" integer,
	CONSTRAINT "weather_watches_rain_range" CHECK ("weather_watches"."rain" between 10 and 100),
	CONSTRAINT "weather_watches_wind_range" CHECK ("weather_watches"."wind" between 10 and 120),
	CONSTRAINT "weather_watches_cold_range" CHECK ("weather_watches"."cold" between -30 and 25)
);
--> statement-breakpoint
ALTER TABLE "weather_checks" ADD CONSTRAINT "weather_checks_tee_time_id_tee_times_id_fk" FOREIGN KEY ("tee_time_id") REFERENCES "public"."tee_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weather_watches" ADD CONSTRAINT "weather_watches_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;