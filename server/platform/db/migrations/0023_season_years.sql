CREATE TABLE "season_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"teams" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "season_years" (
	"id" uuid PRIMARY KEY NOT NULL,
	"year" smallint NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "season_years_active_present" CHECK (not active or deleted_at is null)
);
--> statement-breakpoint
INSERT INTO "season_years" ("id", "year", "name_en", "name_ar", "active")
SELECT gen_random_uuid(), y, 'Season ' || y, 'موسم ' || y, true FROM (SELECT extract(year FROM now())::int AS y) AS this_year
WHERE EXISTS (SELECT FROM "settings") OR EXISTS (SELECT FROM "competitions");--> statement-breakpoint
CREATE FUNCTION active_season_year() RETURNS uuid LANGUAGE sql STABLE AS $$ SELECT id FROM season_years WHERE active $$;--> statement-breakpoint
DROP INDEX "payments_one_paid";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "season_year_id" uuid DEFAULT active_season_year() NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "season_year_id" uuid DEFAULT active_season_year() NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "move_id" uuid;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "season_year_id" uuid DEFAULT active_season_year() NOT NULL;--> statement-breakpoint
ALTER TABLE "season_moves" ADD CONSTRAINT "season_moves_from_id_season_years_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."season_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_moves" ADD CONSTRAINT "season_moves_to_id_season_years_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."season_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_moves" ADD CONSTRAINT "season_moves_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "season_years_one_per_year" ON "season_years" USING btree ("year") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "season_years_one_active" ON "season_years" USING btree ("active") WHERE active;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_season_year_id_season_years_id_fk" FOREIGN KEY ("season_year_id") REFERENCES "public"."season_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_season_year_id_season_years_id_fk" FOREIGN KEY ("season_year_id") REFERENCES "public"."season_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_move_id_season_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."season_moves"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_season_year_id_season_years_id_fk" FOREIGN KEY ("season_year_id") REFERENCES "public"."season_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "teams_season_year" ON "teams" USING btree ("season_year_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_paid" ON "payments" USING btree ("team_id","season_year_id") WHERE state = 'paid';