ALTER TABLE "events" ALTER COLUMN "start_date" SET DATA TYPE date USING ("start_date" AT TIME ZONE 'UTC')::date;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "end_date" SET DATA TYPE date USING ("end_date" AT TIME ZONE 'UTC')::date;
