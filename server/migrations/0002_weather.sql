CREATE TABLE "weather_forecasts" (
	"coordinates" text NOT NULL,
	"date" date NOT NULL,
	"hours" jsonb,
	"found_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "weather_forecasts_coordinates_date_pk" PRIMARY KEY("coordinates","date")
);
--> statement-breakpoint
CREATE TABLE "weather_places" (
	"name" text PRIMARY KEY NOT NULL,
	"places" jsonb,
	"found_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "weather_places_found_at_idx" ON "weather_places" USING btree ("found_at");