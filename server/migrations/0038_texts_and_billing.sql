-- A list of choices is good for one choice, and until the number texts anything else.
ALTER TABLE "text_lists" ADD COLUMN "ended_at" timestamp with time zone;
