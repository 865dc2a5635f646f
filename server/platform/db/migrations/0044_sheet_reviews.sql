CREATE TABLE "second_judge_events" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sheet_reviews" (
	"sheet_id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"expected" jsonb NOT NULL,
	"replaces" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"reviewer_id" uuid,
	"reviewed_by" uuid,
	"device" text DEFAULT '' NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "sheet_reviews_status_known" CHECK (status in ('waiting','confirmed','rejected'))
);
--> statement-breakpoint
ALTER TABLE "second_judge_events" ADD CONSTRAINT "second_judge_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_reviews" ADD CONSTRAINT "sheet_reviews_sheet_id_judge_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."judge_sheets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_reviews" ADD CONSTRAINT "sheet_reviews_reviewer_id_judges_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."judges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_reviews" ADD CONSTRAINT "sheet_reviews_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheet_reviews_open" ON "sheet_reviews" USING btree ("sheet_id") WHERE status <> 'confirmed';