CREATE TABLE "removed_scores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"record" jsonb NOT NULL,
	"removed_by" uuid,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "changed_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "removed_scores" ADD CONSTRAINT "removed_scores_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_scores" ADD CONSTRAINT "removed_scores_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_scores_event" ON "removed_scores" USING btree ("event_id","removed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
INSERT INTO "removed_scores" ("id", "event_id", "record", "removed_by", "removed_at")
SELECT removal.id, events.id, removal.before, removal.actor_id, removal.at
FROM audit_log removal JOIN events ON events.id::text = removal.before->>'event'
WHERE removal.entity = 'score' AND removal.action = 'delete' AND removal.at > now() - interval '30 days' AND removal.before ? 'entry'
  AND NOT EXISTS (SELECT FROM audit_log restored WHERE restored.entity = 'score' AND restored.action = 'restore' AND restored.after->>'undoes' = removal.id::text);--> statement-breakpoint
UPDATE audit_log SET
  label = '',
  actor_name = CASE WHEN actor_id IS NULL AND entity <> 'score' AND actor_name NOT IN ('', 'system') THEN '•••' ELSE actor_name END,
  changed_fields = coalesce((
    SELECT array_agg(DISTINCT field.key) FROM (
      SELECT * FROM jsonb_each(CASE WHEN jsonb_typeof(before) = 'object' THEN before ELSE '{}' END)
      UNION ALL SELECT * FROM jsonb_each(CASE WHEN jsonb_typeof(after) = 'object' THEN after ELSE '{}' END)
    ) field WHERE NOT (field.key = ANY (stored.keys) AND jsonb_typeof(field.value) NOT IN ('object', 'array')) AND field.value NOT IN ('null', '""')
  ), '{}'),
  before = (SELECT jsonb_object_agg(field.key, field.value)
    FROM jsonb_each(CASE WHEN jsonb_typeof(before) = 'object' THEN before ELSE '{}' END) field
    WHERE field.key = ANY (stored.keys) AND jsonb_typeof(field.value) NOT IN ('object', 'array')),
  after = (SELECT jsonb_object_agg(field.key, field.value)
    FROM jsonb_each(CASE WHEN jsonb_typeof(after) = 'object' THEN after ELSE '{}' END) field
    WHERE field.key = ANY (stored.keys) AND jsonb_typeof(field.value) NOT IN ('object', 'array'))
FROM (SELECT string_to_array('active role missionType kind state reason version deletedAt competitionId userId ageLevel stage schoolType paid complete full event source mission score timeMs at attempts participants undoes sessions method amount currency receipt test', ' ') AS keys) stored
WHERE entity IN ('user', 'team', 'team-person', 'score', 'season', 'download', 'downloads', 'message', 'payment');
