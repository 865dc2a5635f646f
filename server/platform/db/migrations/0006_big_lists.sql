CREATE TABLE "list_bits" (
	"seal" bigint NOT NULL,
	"term" text NOT NULL,
	"bits" bit varying NOT NULL,
	CONSTRAINT "list_bits_seal_term_pk" PRIMARY KEY("seal","term")
);
--> statement-breakpoint
CREATE TABLE "list_changes" (
	"list" text NOT NULL,
	"scope" uuid NOT NULL,
	"k1" bigint NOT NULL,
	"k2" bigint NOT NULL,
	"k3" bigint NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_segments" (
	"seal" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_segments_seal_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list" text NOT NULL,
	"scope" uuid NOT NULL,
	"k1" bigint NOT NULL,
	"k2" bigint NOT NULL,
	"k3" bigint NOT NULL,
	"id" uuid NOT NULL,
	"end1" bigint NOT NULL,
	"end2" bigint NOT NULL,
	"end3" bigint NOT NULL,
	"end_id" uuid NOT NULL,
	"rows" integer NOT NULL,
	"ids" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_terms" (
	"list" text NOT NULL,
	"scope" uuid NOT NULL,
	"term" text NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_terms_list_scope_term_pk" PRIMARY KEY("list","scope","term")
);
--> statement-breakpoint
ALTER TABLE "list_bits" ADD CONSTRAINT "list_bits_seal_list_segments_seal_fk" FOREIGN KEY ("seal") REFERENCES "public"."list_segments"("seal") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_changes_order" ON "list_changes" USING btree ("list","scope","k1","k2","k3","id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_segments_order" ON "list_segments" USING btree ("list","scope","k1","k2","k3","id");--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "list_segments" ALTER COLUMN "ids" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Every statement notes where in a list it changed something, also when no stretch is sealed yet: only so can a stretch be sealed at any time without a lock on
-- the table. A note that the sealing does not see belongs to a change that it does not see either. The notes without a row at the end have the rows that are
-- there already sealed by the server, in the background.
CREATE FUNCTION note_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM come WHERE deleted_at is null;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id)
    SELECT 'users', kept.* FROM gone FULL JOIN come ON come.id = gone.id CROSS JOIN LATERAL (
      SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from gone.created_at) * 1000)::bigint, 0::bigint, 0::bigint, gone.id WHERE gone.id is not null and gone.deleted_at is null
      UNION SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from come.created_at) * 1000)::bigint, 0::bigint, 0::bigint, come.id WHERE come.id is not null and come.deleted_at is null) kept
    WHERE (gone.created_at, gone.deleted_at, gone.search, gone.role, gone.active) IS DISTINCT FROM (come.created_at, come.deleted_at, come.search, come.role, come.active);
  ELSE
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM gone WHERE deleted_at is null;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER users_insert_noted AFTER INSERT ON users REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_users();--> statement-breakpoint
CREATE TRIGGER users_update_noted AFTER UPDATE ON users REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_users();--> statement-breakpoint
CREATE TRIGGER users_delete_noted AFTER DELETE ON users REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_users();--> statement-breakpoint
INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'users', '00000000-0000-0000-0000-000000000000'::uuid, 0, 0, 0, '00000000-0000-0000-0000-000000000000'::uuid WHERE EXISTS (SELECT FROM users);--> statement-breakpoint
CREATE FUNCTION note_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'downloads', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM come;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id)
    SELECT 'downloads', kept.* FROM gone FULL JOIN come ON come.id = gone.id CROSS JOIN LATERAL (
      SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from gone.created_at) * 1000)::bigint, 0::bigint, 0::bigint, gone.id WHERE gone.id is not null
      UNION SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from come.created_at) * 1000)::bigint, 0::bigint, 0::bigint, come.id WHERE come.id is not null) kept
    WHERE (gone.created_at, gone.search, gone.country, gone.platform, gone.user_type) IS DISTINCT FROM (come.created_at, come.search, come.country, come.platform, come.user_type);
  ELSE
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'downloads', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM gone;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER downloads_insert_noted AFTER INSERT ON downloads REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_downloads();--> statement-breakpoint
CREATE TRIGGER downloads_update_noted AFTER UPDATE ON downloads REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_downloads();--> statement-breakpoint
CREATE TRIGGER downloads_delete_noted AFTER DELETE ON downloads REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_downloads();--> statement-breakpoint
INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'downloads', '00000000-0000-0000-0000-000000000000'::uuid, 0, 0, 0, '00000000-0000-0000-0000-000000000000'::uuid WHERE EXISTS (SELECT FROM downloads);--> statement-breakpoint
CREATE FUNCTION note_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'messages', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM come;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id)
    SELECT 'messages', kept.* FROM gone FULL JOIN come ON come.id = gone.id CROSS JOIN LATERAL (
      SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from gone.created_at) * 1000)::bigint, 0::bigint, 0::bigint, gone.id WHERE gone.id is not null
      UNION SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from come.created_at) * 1000)::bigint, 0::bigint, 0::bigint, come.id WHERE come.id is not null) kept
    WHERE (gone.created_at, gone.search, gone.state) IS DISTINCT FROM (come.created_at, come.search, come.state);
  ELSE
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'messages', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM gone;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER messages_insert_noted AFTER INSERT ON messages REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_messages();--> statement-breakpoint
CREATE TRIGGER messages_update_noted AFTER UPDATE ON messages REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_messages();--> statement-breakpoint
CREATE TRIGGER messages_delete_noted AFTER DELETE ON messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_messages();--> statement-breakpoint
INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'messages', '00000000-0000-0000-0000-000000000000'::uuid, 0, 0, 0, '00000000-0000-0000-0000-000000000000'::uuid WHERE EXISTS (SELECT FROM messages);--> statement-breakpoint
CREATE FUNCTION note_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'audit_log', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM come;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id)
    SELECT 'audit_log', kept.* FROM gone FULL JOIN come ON come.id = gone.id CROSS JOIN LATERAL (
      SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from gone.at) * 1000)::bigint, 0::bigint, 0::bigint, gone.id WHERE gone.id is not null
      UNION SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from come.at) * 1000)::bigint, 0::bigint, 0::bigint, come.id WHERE come.id is not null) kept
    WHERE (gone.at, gone.search, gone.entity, gone.action) IS DISTINCT FROM (come.at, come.search, come.entity, come.action);
  ELSE
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'audit_log', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM gone;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_log_insert_noted AFTER INSERT ON audit_log REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_audit_log();--> statement-breakpoint
CREATE TRIGGER audit_log_update_noted AFTER UPDATE ON audit_log REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_audit_log();--> statement-breakpoint
CREATE TRIGGER audit_log_delete_noted AFTER DELETE ON audit_log REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_audit_log();--> statement-breakpoint
INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'audit_log', '00000000-0000-0000-0000-000000000000'::uuid, 0, 0, 0, '00000000-0000-0000-0000-000000000000'::uuid WHERE EXISTS (SELECT FROM audit_log);--> statement-breakpoint
CREATE FUNCTION note_teams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'teams', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM come WHERE deleted_at is null;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id)
    SELECT 'teams', kept.* FROM gone FULL JOIN come ON come.id = gone.id CROSS JOIN LATERAL (
      SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from gone.created_at) * 1000)::bigint, 0::bigint, 0::bigint, gone.id WHERE gone.id is not null and gone.deleted_at is null
      UNION SELECT '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from come.created_at) * 1000)::bigint, 0::bigint, 0::bigint, come.id WHERE come.id is not null and come.deleted_at is null) kept
    WHERE (gone.created_at, gone.deleted_at, gone.search, gone.competition_id, gone.region_id, gone.stage, gone.age_level, gone.paid) IS DISTINCT FROM (come.created_at, come.deleted_at, come.search, come.competition_id, come.region_id, come.stage, come.age_level, come.paid);
  ELSE
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'teams', '00000000-0000-0000-0000-000000000000'::uuid, (extract(epoch from created_at) * 1000)::bigint, 0::bigint, 0::bigint, id FROM gone WHERE deleted_at is null;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER teams_insert_noted AFTER INSERT ON teams REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_teams();--> statement-breakpoint
CREATE TRIGGER teams_update_noted AFTER UPDATE ON teams REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_teams();--> statement-breakpoint
CREATE TRIGGER teams_delete_noted AFTER DELETE ON teams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_teams();--> statement-breakpoint
INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'teams', '00000000-0000-0000-0000-000000000000'::uuid, 0, 0, 0, '00000000-0000-0000-0000-000000000000'::uuid WHERE EXISTS (SELECT FROM teams);--> statement-breakpoint
CREATE FUNCTION note_score_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'score_entries', event_id, -(total_score * 1000)::bigint, total_time_ms, (extract(epoch from reached_at) * 1000)::bigint, id FROM come;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO list_changes (list, scope, k1, k2, k3, id)
    SELECT 'score_entries', kept.* FROM gone FULL JOIN come ON come.id = gone.id CROSS JOIN LATERAL (
      SELECT gone.event_id, -(gone.total_score * 1000)::bigint, gone.total_time_ms, (extract(epoch from gone.reached_at) * 1000)::bigint, gone.id WHERE gone.id is not null
      UNION SELECT come.event_id, -(come.total_score * 1000)::bigint, come.total_time_ms, (extract(epoch from come.reached_at) * 1000)::bigint, come.id WHERE come.id is not null) kept
    WHERE (gone.event_id, gone.total_score, gone.total_time_ms, gone.reached_at, gone.search, gone.mission_type) IS DISTINCT FROM (come.event_id, come.total_score, come.total_time_ms, come.reached_at, come.search, come.mission_type);
  ELSE
    INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT 'score_entries', event_id, -(total_score * 1000)::bigint, total_time_ms, (extract(epoch from reached_at) * 1000)::bigint, id FROM gone;
  END IF;
  RETURN null;
END
$$;--> statement-breakpoint
CREATE TRIGGER score_entries_insert_noted AFTER INSERT ON score_entries REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_score_entries();--> statement-breakpoint
CREATE TRIGGER score_entries_update_noted AFTER UPDATE ON score_entries REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_score_entries();--> statement-breakpoint
CREATE TRIGGER score_entries_delete_noted AFTER DELETE ON score_entries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_score_entries();--> statement-breakpoint
INSERT INTO list_changes (list, scope, k1, k2, k3, id) SELECT DISTINCT 'score_entries', event_id, 0, 0, 0, '00000000-0000-0000-0000-000000000000'::uuid FROM score_entries;
