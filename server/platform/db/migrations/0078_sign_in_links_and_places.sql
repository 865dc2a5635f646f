ALTER TABLE "competitions" DROP CONSTRAINT "competitions_places";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "link_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "link_hash" text;--> statement-breakpoint
-- An administrator may give a team a place beyond the limit; other writes that exceed it fail.
CREATE OR REPLACE FUNCTION count_places() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_exceeded boolean;
BEGIN
  IF tg_op = 'INSERT' THEN
    WITH counted AS (
      UPDATE competitions SET team_count = team_count + moved.net
      FROM (SELECT competition_id, count(*) AS net FROM come WHERE deleted_at IS NULL AND status = 'registered' GROUP BY competition_id) moved
      WHERE competitions.id = moved.competition_id
      RETURNING team_count > max_teams AS exceeds)
    SELECT bool_or(exceeds) INTO is_exceeded FROM counted;
  ELSIF tg_op = 'UPDATE' THEN
    WITH counted AS (
      UPDATE competitions SET team_count = team_count + moved.net
      FROM (
        SELECT competition_id, sum(one) AS net FROM (
          SELECT competition_id, 1 AS one FROM come WHERE deleted_at IS NULL AND status = 'registered'
          UNION ALL SELECT competition_id, -1 FROM gone WHERE deleted_at IS NULL AND status = 'registered') counted
        GROUP BY competition_id HAVING sum(one) <> 0) moved
      WHERE competitions.id = moved.competition_id
      RETURNING moved.net > 0 AND team_count > max_teams AS exceeds)
    SELECT bool_or(exceeds) INTO is_exceeded FROM counted;
  ELSE
    UPDATE competitions SET team_count = team_count - moved.net
    FROM (SELECT competition_id, count(*) AS net FROM gone WHERE deleted_at IS NULL AND status = 'registered' GROUP BY competition_id) moved
    WHERE competitions.id = moved.competition_id;
  END IF;
  IF is_exceeded AND coalesce(current_setting('botola.exceeds_places', true), '') <> 'on' THEN
    RAISE EXCEPTION 'no place is left' USING errcode = '23514', constraint = 'competitions_places';
  END IF;
  RETURN null;
END
$$;
