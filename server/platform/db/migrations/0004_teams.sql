ALTER TABLE "competitions" ADD COLUMN "team_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "complete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "team_people_once_in_team" ON "team_people" USING btree ("team_id","national_id_index") WHERE deleted_at is null and national_id_index is not null;--> statement-breakpoint
CREATE INDEX "teams_competition" ON "teams" USING btree ("competition_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_places" CHECK (team_count <= max_teams);--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_ages" CHECK (min_age <= max_age);--> statement-breakpoint
UPDATE competitions SET team_count = there.count FROM (SELECT competition_id, count(*) AS count FROM teams WHERE deleted_at IS NULL GROUP BY competition_id) there WHERE there.competition_id = competitions.id;--> statement-breakpoint
-- Places are counted by statement, and only competitions whose number changes are touched.
CREATE FUNCTION count_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    UPDATE competitions SET team_count = team_count + moved.net
    FROM (SELECT competition_id, count(*) AS net FROM come WHERE deleted_at IS NULL GROUP BY competition_id) moved
    WHERE competitions.id = moved.competition_id;
  ELSIF tg_op = 'UPDATE' THEN
    UPDATE competitions SET team_count = team_count + moved.net
    FROM (
      SELECT competition_id, sum(one) AS net FROM (
        SELECT competition_id, 1 AS one FROM come WHERE deleted_at IS NULL
        UNION ALL SELECT competition_id, -1 FROM gone WHERE deleted_at IS NULL) counted
      GROUP BY competition_id HAVING sum(one) <> 0) moved
    WHERE competitions.id = moved.competition_id;
  ELSE
    UPDATE competitions SET team_count = team_count - moved.net
    FROM (SELECT competition_id, count(*) AS net FROM gone WHERE deleted_at IS NULL GROUP BY competition_id) moved
    WHERE competitions.id = moved.competition_id;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER teams_insert_places AFTER INSERT ON teams REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_places();--> statement-breakpoint
CREATE TRIGGER teams_update_places AFTER UPDATE ON teams REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_places();--> statement-breakpoint
CREATE TRIGGER teams_delete_places AFTER DELETE ON teams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_places();--> statement-breakpoint
-- A team never has more people than its competition allows, and a complete one never less. Looked at when the transaction ends, under a lock of the team: two
-- people who add the last member at once are one too many together.
CREATE FUNCTION check_team_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_team uuid;
  held record;
  there record;
BEGIN
  IF tg_table_name = 'teams' THEN the_team := new.id;
  ELSIF tg_op = 'DELETE' THEN the_team := old.team_id;
  ELSE the_team := new.team_id;
  END IF;
  SELECT teams.complete, min_members, max_members, min_coaches, max_coaches INTO held
  FROM teams JOIN competitions ON competitions.id = teams.competition_id
  WHERE teams.id = the_team AND teams.deleted_at IS NULL FOR NO KEY UPDATE OF teams;
  IF NOT found THEN RETURN null; END IF;
  SELECT count(*) FILTER (WHERE kind = 'member') AS members, count(*) FILTER (WHERE kind = 'coach') AS coaches INTO there
  FROM team_people WHERE team_id = the_team AND deleted_at IS NULL;
  IF there.members > held.max_members THEN RAISE EXCEPTION 'too many members' USING errcode = '23514', constraint = 'team_members_most'; END IF;
  IF there.coaches > held.max_coaches THEN RAISE EXCEPTION 'too many coaches' USING errcode = '23514', constraint = 'team_coaches_most'; END IF;
  IF held.complete AND there.members < held.min_members THEN RAISE EXCEPTION 'too few members' USING errcode = '23514', constraint = 'team_members_least'; END IF;
  IF held.complete AND there.coaches < held.min_coaches THEN RAISE EXCEPTION 'too few coaches' USING errcode = '23514', constraint = 'team_coaches_least'; END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER team_people_limits AFTER INSERT OR DELETE OR UPDATE OF team_id, kind, deleted_at ON team_people DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_team_limits();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER teams_limits AFTER INSERT OR UPDATE OF complete, competition_id, deleted_at ON teams DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_team_limits();
