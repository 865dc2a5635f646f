ALTER TABLE "events" DROP CONSTRAINT "events_calculation_version_known";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "calculation_version" SET DEFAULT 4;--> statement-breakpoint
ALTER TABLE "judge_sheets" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_calculation_version_known" CHECK (calculation_version in (1, 2, 3, 4));--> statement-breakpoint
INSERT INTO first_start_steps (step) SELECT 'score-log-participants' WHERE EXISTS (SELECT FROM events) ON CONFLICT DO NOTHING;
