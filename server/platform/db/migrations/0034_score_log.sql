CREATE TABLE "published_score_log_heads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "score_log" (
	"event_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"kind" text NOT NULL,
	"entry_id" uuid,
	"attempt_id" uuid,
	"before" text,
	"after" text,
	"actor_id" uuid,
	"source" text NOT NULL,
	"device" text,
	"rule_version" integer,
	"time" timestamp (3) with time zone NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "score_log_event_id_sequence_pk" PRIMARY KEY("event_id","sequence"),
	CONSTRAINT "score_log_sequence" CHECK (sequence >= 1)
);
--> statement-breakpoint
CREATE TABLE "score_log_heads" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "published_score_log_heads_event" ON "published_score_log_heads" USING btree ("event_id","sequence");--> statement-breakpoint
CREATE FUNCTION reject_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER score_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON score_log FOR EACH STATEMENT EXECUTE FUNCTION reject_log_change();--> statement-breakpoint
CREATE TRIGGER published_score_log_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON published_score_log_heads FOR EACH STATEMENT EXECUTE FUNCTION reject_log_change();--> statement-breakpoint
INSERT INTO first_start_steps (step) SELECT 'score-log' WHERE EXISTS (SELECT FROM score_attempts);
