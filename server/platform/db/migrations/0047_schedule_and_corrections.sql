ALTER TABLE "audit_log" ADD COLUMN "judge_id" uuid;--> statement-breakpoint
ALTER TABLE "schedule_slots" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "frozen_score_attempts" ADD COLUMN "corrected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "score_attempts" ADD COLUMN "corrected_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "judge_sheets_device" ON "judge_sheets" USING btree ("device");--> statement-breakpoint
UPDATE "score_attempts" SET "corrected_at" = corrections."time" FROM (
  SELECT "attempt_id", max("time") AS "time" FROM "score_log" WHERE "kind" = 'correct' AND "attempt_id" IS NOT NULL GROUP BY "attempt_id"
) corrections WHERE "score_attempts"."id" = corrections."attempt_id";--> statement-breakpoint
UPDATE "frozen_score_attempts" SET "corrected_at" = corrections."time" FROM (
  SELECT l."attempt_id", max(l."time") AS "time" FROM "score_log" l JOIN "ranking_freezes" f ON f."event_id" = l."event_id"
  WHERE l."kind" = 'correct' AND l."attempt_id" IS NOT NULL AND l."time" <= f."frozen_at" GROUP BY l."attempt_id"
) corrections WHERE "frozen_score_attempts"."id" = corrections."attempt_id";
