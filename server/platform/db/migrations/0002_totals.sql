CREATE TABLE "totals" (
	"subject" text NOT NULL,
	"facet" text NOT NULL,
	"day" date DEFAULT '1970-01-01' NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "totals_subject_facet_day_key_pk" PRIMARY KEY("subject","facet","day","key")
);--> statement-breakpoint
-- Counts are kept by statement, not by row: a COPY of a million rows changes a few counts once; a change that moves no count locks none. Always in the same
-- order, so that two writers never wait for each other in a circle.
CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'users', facet, day, key, sum(one) FROM (
      select 'role' as facet, date '1970-01-01' as day, role as key, 1 as one from come where deleted_at is null
      union all select 'active' as facet, date '1970-01-01' as day, active::text as key, 1 as one from come where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'users', facet, day, key, sum(one) FROM (
      select 'role' as facet, date '1970-01-01' as day, role as key, -1 as one from gone where deleted_at is null
      union all select 'active' as facet, date '1970-01-01' as day, active::text as key, -1 as one from gone where deleted_at is null
      union all select 'role' as facet, date '1970-01-01' as day, role as key, 1 as one from come where deleted_at is null
      union all select 'active' as facet, date '1970-01-01' as day, active::text as key, 1 as one from come where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSE
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'users', facet, day, key, sum(one) FROM (
      select 'role' as facet, date '1970-01-01' as day, role as key, -1 as one from gone where deleted_at is null
      union all select 'active' as facet, date '1970-01-01' as day, active::text as key, -1 as one from gone where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER users_insert_counted AFTER INSERT ON users REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_users();--> statement-breakpoint
CREATE TRIGGER users_update_counted AFTER UPDATE ON users REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_users();--> statement-breakpoint
CREATE TRIGGER users_delete_counted AFTER DELETE ON users REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_users();--> statement-breakpoint
INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'users', facet, day, key, sum(one) FROM (
      select 'role' as facet, date '1970-01-01' as day, role as key, 1 as one from users where deleted_at is null
      union all select 'active' as facet, date '1970-01-01' as day, active::text as key, 1 as one from users where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;--> statement-breakpoint
CREATE FUNCTION count_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'downloads', facet, day, key, sum(one) FROM (
      select 'platform' as facet, (created_at at time zone 'UTC')::date as day, platform as key, 1 as one from come where true
      union all select 'country' as facet, date '1970-01-01' as day, country as key, 1 as one from come where true
      union all select 'user-type' as facet, date '1970-01-01' as day, user_type as key, 1 as one from come where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'downloads', facet, day, key, sum(one) FROM (
      select 'platform' as facet, (created_at at time zone 'UTC')::date as day, platform as key, -1 as one from gone where true
      union all select 'country' as facet, date '1970-01-01' as day, country as key, -1 as one from gone where true
      union all select 'user-type' as facet, date '1970-01-01' as day, user_type as key, -1 as one from gone where true
      union all select 'platform' as facet, (created_at at time zone 'UTC')::date as day, platform as key, 1 as one from come where true
      union all select 'country' as facet, date '1970-01-01' as day, country as key, 1 as one from come where true
      union all select 'user-type' as facet, date '1970-01-01' as day, user_type as key, 1 as one from come where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSE
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'downloads', facet, day, key, sum(one) FROM (
      select 'platform' as facet, (created_at at time zone 'UTC')::date as day, platform as key, -1 as one from gone where true
      union all select 'country' as facet, date '1970-01-01' as day, country as key, -1 as one from gone where true
      union all select 'user-type' as facet, date '1970-01-01' as day, user_type as key, -1 as one from gone where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER downloads_insert_counted AFTER INSERT ON downloads REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_downloads();--> statement-breakpoint
CREATE TRIGGER downloads_update_counted AFTER UPDATE ON downloads REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_downloads();--> statement-breakpoint
CREATE TRIGGER downloads_delete_counted AFTER DELETE ON downloads REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_downloads();--> statement-breakpoint
INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'downloads', facet, day, key, sum(one) FROM (
      select 'platform' as facet, (created_at at time zone 'UTC')::date as day, platform as key, 1 as one from downloads where true
      union all select 'country' as facet, date '1970-01-01' as day, country as key, 1 as one from downloads where true
      union all select 'user-type' as facet, date '1970-01-01' as day, user_type as key, 1 as one from downloads where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;--> statement-breakpoint
CREATE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'messages', facet, day, key, sum(one) FROM (
      select 'state' as facet, date '1970-01-01' as day, state as key, 1 as one from come where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'messages', facet, day, key, sum(one) FROM (
      select 'state' as facet, date '1970-01-01' as day, state as key, -1 as one from gone where true
      union all select 'state' as facet, date '1970-01-01' as day, state as key, 1 as one from come where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSE
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'messages', facet, day, key, sum(one) FROM (
      select 'state' as facet, date '1970-01-01' as day, state as key, -1 as one from gone where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER messages_insert_counted AFTER INSERT ON messages REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_messages();--> statement-breakpoint
CREATE TRIGGER messages_update_counted AFTER UPDATE ON messages REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_messages();--> statement-breakpoint
CREATE TRIGGER messages_delete_counted AFTER DELETE ON messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_messages();--> statement-breakpoint
INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'messages', facet, day, key, sum(one) FROM (
      select 'state' as facet, date '1970-01-01' as day, state as key, 1 as one from messages where true) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;--> statement-breakpoint
CREATE FUNCTION count_teams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'teams', facet, day, key, sum(one) FROM (
      select 'competition' as facet, date '1970-01-01' as day, competition_id::text as key, 1 as one from come where deleted_at is null
      union all select 'stage' as facet, date '1970-01-01' as day, stage as key, 1 as one from come where deleted_at is null
      union all select 'paid' as facet, date '1970-01-01' as day, paid::text as key, 1 as one from come where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'teams', facet, day, key, sum(one) FROM (
      select 'competition' as facet, date '1970-01-01' as day, competition_id::text as key, -1 as one from gone where deleted_at is null
      union all select 'stage' as facet, date '1970-01-01' as day, stage as key, -1 as one from gone where deleted_at is null
      union all select 'paid' as facet, date '1970-01-01' as day, paid::text as key, -1 as one from gone where deleted_at is null
      union all select 'competition' as facet, date '1970-01-01' as day, competition_id::text as key, 1 as one from come where deleted_at is null
      union all select 'stage' as facet, date '1970-01-01' as day, stage as key, 1 as one from come where deleted_at is null
      union all select 'paid' as facet, date '1970-01-01' as day, paid::text as key, 1 as one from come where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  ELSE
    INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'teams', facet, day, key, sum(one) FROM (
      select 'competition' as facet, date '1970-01-01' as day, competition_id::text as key, -1 as one from gone where deleted_at is null
      union all select 'stage' as facet, date '1970-01-01' as day, stage as key, -1 as one from gone where deleted_at is null
      union all select 'paid' as facet, date '1970-01-01' as day, paid::text as key, -1 as one from gone where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER teams_insert_counted AFTER INSERT ON teams REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_teams();--> statement-breakpoint
CREATE TRIGGER teams_update_counted AFTER UPDATE ON teams REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_teams();--> statement-breakpoint
CREATE TRIGGER teams_delete_counted AFTER DELETE ON teams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_teams();--> statement-breakpoint
INSERT INTO totals (subject, facet, day, key, count)
    SELECT 'teams', facet, day, key, sum(one) FROM (
      select 'competition' as facet, date '1970-01-01' as day, competition_id::text as key, 1 as one from teams where deleted_at is null
      union all select 'stage' as facet, date '1970-01-01' as day, stage as key, 1 as one from teams where deleted_at is null
      union all select 'paid' as facet, date '1970-01-01' as day, paid::text as key, 1 as one from teams where deleted_at is null) counted
    GROUP BY facet, day, key HAVING sum(one) <> 0 ORDER BY facet, day, key
    ON CONFLICT (subject, facet, day, key) DO UPDATE SET count = totals.count + excluded.count;
