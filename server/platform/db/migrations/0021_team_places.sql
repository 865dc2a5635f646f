ALTER TABLE "competitions" ADD COLUMN "payment_days" smallint DEFAULT 14;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "status" text DEFAULT 'registered' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "status_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "place_notice_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "teams_waiting" ON "teams" USING btree ("competition_id","status_at") WHERE status = 'waiting' and deleted_at is null;--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_payment_days" CHECK (payment_days > 0);--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_status_known" CHECK (status in ('registered','lapsed','waiting'));--> statement-breakpoint
-- Only registered teams have a place.
CREATE OR REPLACE FUNCTION count_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    UPDATE competitions SET team_count = team_count + moved.net
    FROM (SELECT competition_id, count(*) AS net FROM come WHERE deleted_at IS NULL AND status = 'registered' GROUP BY competition_id) moved
    WHERE competitions.id = moved.competition_id;
  ELSIF tg_op = 'UPDATE' THEN
    UPDATE competitions SET team_count = team_count + moved.net
    FROM (
      SELECT competition_id, sum(one) AS net FROM (
        SELECT competition_id, 1 AS one FROM come WHERE deleted_at IS NULL AND status = 'registered'
        UNION ALL SELECT competition_id, -1 FROM gone WHERE deleted_at IS NULL AND status = 'registered') counted
      GROUP BY competition_id HAVING sum(one) <> 0) moved
    WHERE competitions.id = moved.competition_id;
  ELSE
    UPDATE competitions SET team_count = team_count - moved.net
    FROM (SELECT competition_id, count(*) AS net FROM gone WHERE deleted_at IS NULL AND status = 'registered' GROUP BY competition_id) moved
    WHERE competitions.id = moved.competition_id;
  END IF;
  RETURN null;
END
$$;
