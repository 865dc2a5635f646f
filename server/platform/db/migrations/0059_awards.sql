CREATE TABLE "awards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "certificates" ALTER COLUMN "entry_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ALTER COLUMN "rank" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "kind" text;--> statement-breakpoint
UPDATE "certificates" SET "kind" = CASE WHEN "is_for_member" THEN 'member' ELSE 'entry' END;--> statement-breakpoint
ALTER TABLE "certificates" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "judge_id" uuid;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awards_event" ON "awards" USING btree ("event_id","position");--> statement-breakpoint
CREATE INDEX "awards_team" ON "awards" USING btree ("team_id");--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_judge_id_judges_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."judges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_judge" ON "certificates" USING btree ("judge_id");--> statement-breakpoint
ALTER TABLE "certificates" DROP COLUMN "is_for_member";--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_kind_known" CHECK (kind in ('entry','member','coach','judge'));--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_of_judges" CHECK ((kind = 'judge') = (entry_id is null) and (entry_id is null) = (rank is null));