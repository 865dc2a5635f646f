ALTER TABLE "team_people" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
-- The error names the limit, so that a message can.
CREATE OR REPLACE FUNCTION check_team_limits() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF there.members > held.max_members THEN RAISE EXCEPTION 'too many members' USING errcode = '23514', constraint = 'team_members_most', detail = held.max_members::text; END IF;
  IF there.coaches > held.max_coaches THEN RAISE EXCEPTION 'too many coaches' USING errcode = '23514', constraint = 'team_coaches_most', detail = held.max_coaches::text; END IF;
  IF held.complete AND there.members < held.min_members THEN RAISE EXCEPTION 'too few members' USING errcode = '23514', constraint = 'team_members_least', detail = held.min_members::text; END IF;
  IF held.complete AND there.coaches < held.min_coaches THEN RAISE EXCEPTION 'too few coaches' USING errcode = '23514', constraint = 'team_coaches_least', detail = held.min_coaches::text; END IF;
  RETURN null;
END
$$;
