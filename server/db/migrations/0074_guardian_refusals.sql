ALTER TABLE "teams" ADD COLUMN "payment_paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "payment_paused_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Members whose guardian refuses may not take part, and no longer count.
UPDATE teams SET complete = false FROM competitions
WHERE competitions.id = teams.competition_id AND teams.complete AND (
  SELECT count(*) FROM team_people LEFT JOIN guardian_confirmations ON guardian_confirmations.person_id = team_people.id
  WHERE team_people.team_id = teams.id AND team_people.kind = 'member' AND team_people.deleted_at IS NULL
    AND guardian_confirmations.state IS DISTINCT FROM 'refused'
) < competitions.min_members;--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
