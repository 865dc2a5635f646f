CREATE TABLE "resumable_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"stored_name" text NOT NULL,
	"file_name" text NOT NULL,
	"version" text NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts_id" text,
	"part_tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulator_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform" text NOT NULL,
	"stored_name" text NOT NULL,
	"file_name" text NOT NULL,
	"version" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "simulator_files_stored_name_unique" UNIQUE("stored_name")
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "lang" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "resumable_uploads_updated" ON "resumable_uploads" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "simulator_files_current" ON "simulator_files" USING btree ("platform") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "downloads_waiting" ON "downloads" USING btree ("platform","email") WHERE waiting;--> statement-breakpoint
UPDATE "settings" SET "value" = jsonb_set("value", '{story,video}', 'null') WHERE "value" #>> '{story,video}' ~* '^https?:';--> statement-breakpoint
UPDATE "settings" SET "value" = jsonb_set("value", '{story,poster}', 'null') WHERE "value" #>> '{story,poster}' ~* '^https?:';
