ALTER TABLE "frozen_score_entries" ADD COLUMN "participant_salt" text;--> statement-breakpoint
ALTER TABLE "score_entries" ADD COLUMN "participant_salt" text;--> statement-breakpoint
INSERT INTO first_start_steps (step) SELECT 'score-log-participants' WHERE EXISTS (SELECT FROM events);
