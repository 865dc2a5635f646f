CREATE TABLE "announcement_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"announcement_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"lang" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_recipients_once" UNIQUE("announcement_id","email"),
	CONSTRAINT "announcement_recipients_state_known" CHECK (state in ('pending','queued','sending','sent','failed','unknown','unsubscribed'))
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_en" text NOT NULL,
	"subject_ar" text NOT NULL,
	"body_en" text NOT NULL,
	"body_ar" text NOT NULL,
	"kind" text DEFAULT 'registration' NOT NULL,
	"competition_id" uuid,
	"stage" text,
	"region_id" uuid,
	"paid" boolean,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"final_deliveries" jsonb,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(subject_en || E'\n' || subject_ar || E'\n' || body_en || E'\n' || body_ar)) STORED,
	CONSTRAINT "announcements_kind_known" CHECK (kind in ('registration','news')),
	CONSTRAINT "announcements_state_known" CHECK (state in ('draft','scheduled','sending','sent')),
	CONSTRAINT "announcements_scheduled_at" CHECK (state = 'draft' or scheduled_at is not null)
);
--> statement-breakpoint
CREATE TABLE "news_opt_outs" (
	"email" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_recipients_list" ON "announcement_recipients" USING btree ("announcement_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "announcement_recipients_pending" ON "announcement_recipients" USING btree ("announcement_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "announcement_recipients_email" ON "announcement_recipients" USING btree ("email");--> statement-breakpoint
CREATE INDEX "announcement_recipients_user" ON "announcement_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcements_list" ON "announcements" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "announcements_due" ON "announcements" USING btree ("scheduled_at") WHERE state in ('scheduled','sending');--> statement-breakpoint
CREATE INDEX "announcements_search" ON "announcements" USING gin ("search" gin_trgm_ops);