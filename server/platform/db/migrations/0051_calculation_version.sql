ALTER TABLE "events" ADD COLUMN "calculation_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "calculation_version" SET DEFAULT 2;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_calculation_version_known" CHECK (calculation_version in (1, 2));--> statement-breakpoint
INSERT INTO first_start_steps (step) SELECT 'calculation' WHERE EXISTS (SELECT FROM event_rule_sets);
