ALTER TABLE "guardian_links" DROP CONSTRAINT "guardian_links_pkey";--> statement-breakpoint
ALTER TABLE "guardian_links" ADD CONSTRAINT "guardian_links_token_hash_person_id_pk" PRIMARY KEY("token_hash","person_id");--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "payment_paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "payment_paused_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_confirmations" ADD COLUMN "replaced_refusal" jsonb;--> statement-breakpoint
-- A team that has more people than its competition allows by now can be changed and restored, but gets no more
-- people than it had: `botola.stored_people` has the team of the transaction and its former number of members and
-- coaches (`allowStoredPeopleCount`, server/features/teams/queries-write.ts).
CREATE OR REPLACE FUNCTION check_team_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_team uuid;
  may_have_more boolean := false;
  stored text[] := string_to_array(current_setting('botola.stored_people', true), ' ');
  held record;
  there record;
BEGIN
  IF tg_table_name = 'teams' THEN
    the_team := new.id;
    IF tg_op = 'INSERT' THEN may_have_more := true;
    ELSE may_have_more := new.competition_id <> old.competition_id;
    END IF;
  ELSIF tg_op = 'DELETE' THEN the_team := old.team_id;
  ELSE
    the_team := new.team_id;
    IF tg_op = 'INSERT' THEN may_have_more := true;
    ELSE may_have_more := new.deleted_at IS NULL AND (old.deleted_at IS NOT NULL OR new.kind <> old.kind OR new.team_id <> old.team_id);
    END IF;
  END IF;
  SELECT teams.complete, min_members, max_members, min_coaches, max_coaches INTO held
  FROM teams JOIN competitions ON competitions.id = teams.competition_id
  WHERE teams.id = the_team AND teams.deleted_at IS NULL FOR NO KEY UPDATE OF teams;
  IF NOT found THEN RETURN null; END IF;
  SELECT count(*) FILTER (WHERE kind = 'member') AS members, count(*) FILTER (WHERE kind = 'coach') AS coaches INTO there
  FROM team_people WHERE team_id = the_team AND deleted_at IS NULL;
  IF stored[1] IS DISTINCT FROM the_team::text THEN stored := null; END IF;
  IF may_have_more AND there.members > greatest(held.max_members, stored[2]::integer) THEN RAISE EXCEPTION 'too many members' USING errcode = '23514', constraint = 'team_members_most', detail = held.max_members::text; END IF;
  IF may_have_more AND there.coaches > greatest(held.max_coaches, stored[3]::integer) THEN RAISE EXCEPTION 'too many coaches' USING errcode = '23514', constraint = 'team_coaches_most', detail = held.max_coaches::text; END IF;
  IF held.complete AND there.members < held.min_members THEN RAISE EXCEPTION 'too few members' USING errcode = '23514', constraint = 'team_members_least', detail = held.min_members::text; END IF;
  IF held.complete AND there.coaches < held.min_coaches THEN RAISE EXCEPTION 'too few coaches' USING errcode = '23514', constraint = 'team_coaches_least', detail = held.min_coaches::text; END IF;
  RETURN null;
END
$$;--> statement-breakpoint
-- Another status of a team, and the days for its payment, begin without a notice and without a pause.
CREATE FUNCTION reset_place_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.place_notice_at := null;
  new.payment_paused_at := null;
  new.payment_paused_seconds := 0;
  RETURN new;
END
$$;--> statement-breakpoint
CREATE TRIGGER teams_place_times BEFORE UPDATE OF status_at ON teams FOR EACH ROW WHEN (new.status_at > old.status_at) EXECUTE FUNCTION reset_place_times();--> statement-breakpoint
-- Minors whose guardian refuses may not take part, and no longer count.
UPDATE teams SET complete = false FROM competitions
WHERE competitions.id = teams.competition_id AND teams.complete
  AND teams.id IN (SELECT team_id FROM team_people JOIN guardian_confirmations ON person_id = team_people.id WHERE state = 'refused') AND (
  SELECT count(*) FROM team_people LEFT JOIN guardian_confirmations ON guardian_confirmations.person_id = team_people.id
  WHERE team_people.team_id = teams.id AND team_people.kind = 'member' AND team_people.deleted_at IS NULL
    AND (guardian_confirmations.state IS DISTINCT FROM 'refused' OR team_people.birth_date IS NULL OR team_people.birth_date <= current_date - interval '18 years')
) < competitions.min_members;--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
