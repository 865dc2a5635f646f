CREATE TABLE "background_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"event_id" uuid,
	"created_by" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"cancel_requested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"heartbeat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "background_tasks_state_known" CHECK (state in ('running','finished','failed','cancelled'))
);
--> statement-breakpoint
CREATE TABLE "print_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"document" text NOT NULL,
	"selection" jsonb NOT NULL,
	"permissions" jsonb NOT NULL,
	"lang" text NOT NULL,
	"stored_name" text NOT NULL,
	"page_count" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "print_files_task_id_unique" UNIQUE("task_id"),
	CONSTRAINT "print_files_stored_name_unique" UNIQUE("stored_name")
);
--> statement-breakpoint
ALTER TABLE "announcement_recipients" DROP CONSTRAINT "announcement_recipients_state_known";--> statement-breakpoint
ALTER TABLE "background_tasks" ADD CONSTRAINT "background_tasks_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "background_tasks" ADD CONSTRAINT "background_tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_files" ADD CONSTRAINT "print_files_task_id_background_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."background_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_files" ADD CONSTRAINT "print_files_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_files" ADD CONSTRAINT "print_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "background_tasks_list" ON "background_tasks" USING btree ("created_by","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "background_tasks_created" ON "background_tasks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "background_tasks_event" ON "background_tasks" USING btree ("event_id") WHERE "event_id" is not null;--> statement-breakpoint
CREATE INDEX "print_files_list" ON "print_files" USING btree ("created_by","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "print_files_event" ON "print_files" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "print_files_expires" ON "print_files" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_state_known" CHECK (state in ('pending','queued','sending','sent','failed','unknown','unsubscribed','cancelled'));