CREATE TABLE "published_schedules" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_by" uuid
);
--> statement-breakpoint
ALTER TABLE "schedule_slots" ADD COLUMN "duration_minutes" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "published_schedules" ADD CONSTRAINT "published_schedules_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_schedules" ADD CONSTRAINT "published_schedules_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_slots" ADD CONSTRAINT "schedule_slots_duration_in_range" CHECK (duration_minutes between 1 and 600);--> statement-breakpoint
UPDATE "schedule_slots" SET "duration_minutes" = greatest(1, floor("gaps"."seconds" / 60)) FROM (
	SELECT "id", extract(epoch FROM min("starts_at") OVER (
		PARTITION BY "event_id", lower(translate("table_name", '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'))
		ORDER BY "starts_at" GROUPS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) - "starts_at") AS "seconds"
	FROM "schedule_slots"
) AS "gaps" WHERE "schedule_slots"."id" = "gaps"."id" AND "gaps"."seconds" < 300;--> statement-breakpoint
INSERT INTO "published_schedules" ("event_id") SELECT DISTINCT "event_id" FROM "schedule_slots";
