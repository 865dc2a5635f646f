ALTER TABLE "event_teams" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_teams" ADD COLUMN "withdrawal_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_teams" ADD COLUMN "withdrawn_slots" jsonb;--> statement-breakpoint
ALTER TABLE "judge_recusals" ADD COLUMN "kind" text DEFAULT 'conflict' NOT NULL;--> statement-breakpoint
ALTER TABLE "judges" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "judges" ADD COLUMN "substitute_id" uuid;--> statement-breakpoint
ALTER TABLE "judges" ADD CONSTRAINT "judges_substitute_id_judges_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."judges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_recusals" ADD CONSTRAINT "judge_recusals_kind_known" CHECK (kind in ('conflict','left'));--> statement-breakpoint
-- teams that have withdrawn after a draw
UPDATE "event_teams" SET "withdrawn_at" = now(), "withdrawn_slots" = '[]'
FROM "match_draws" JOIN "drawn_entries" ON "drawn_entries"."event_id" = "match_draws"."event_id"
WHERE "event_teams"."event_id" = "match_draws"."event_id" AND "event_teams"."team_id" = "drawn_entries"."team_id"
  AND "match_draws"."withdrawn" @> to_jsonb("drawn_entries"."entry_id"::text);
