ALTER TABLE "events" DROP CONSTRAINT "events_calculation_version_known";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "calculation_version" SET DEFAULT 3;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_calculation_version_known" CHECK (calculation_version in (1, 2, 3));