CREATE TABLE "judge_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"languages" text[] DEFAULT '{}'::text[] NOT NULL,
	"competition_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(name || E'\n' || coalesce(email, ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind_known";--> statement-breakpoint
ALTER TABLE "judges" ADD COLUMN "person_id" uuid;--> statement-breakpoint
CREATE INDEX "judge_people_list" ON "judge_people" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "judge_people_email_key" ON "judge_people" USING btree ("email") WHERE deleted_at is null and email is not null;--> statement-breakpoint
CREATE INDEX "judge_people_search" ON "judge_people" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "judges" ADD CONSTRAINT "judges_person_id_judge_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."judge_people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "judges_event_person_key" ON "judges" USING btree ("event_id","person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "judges_person" ON "judges" USING btree ("person_id") WHERE "person_id" is not null;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind_known" CHECK (kind in ('teams','scores','users','faqs','judges','schedule'));