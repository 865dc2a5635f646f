CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- The normal form of text that search compares (twin: contract/rules/search-form.ts): case, Latin accents, Arabic marks, tatweel, bidi
-- controls and the spellings of alef, hamza, yaa, taa marbuta and digits do not count.
CREATE FUNCTION search_form(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(translate(normalize(t, NFKC), 'أإآٱىئؤة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايءءه01234567890123456789'), NFKD),
    '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]', '', 'g'))
$$;--> statement-breakpoint
-- array_to_string is only stable for arrays of any kind; of texts it depends on nothing.
CREATE FUNCTION immutable_join(t text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT array_to_string(t, ' ') $$;--> statement-breakpoint
CREATE TABLE "competitions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"min_members" smallint DEFAULT 2 NOT NULL,
	"max_members" smallint DEFAULT 3 NOT NULL,
	"min_coaches" smallint DEFAULT 1 NOT NULL,
	"max_coaches" smallint DEFAULT 1 NOT NULL,
	"min_age" smallint,
	"max_age" smallint,
	"max_teams" integer,
	"rounds" smallint DEFAULT 2 NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'SAR' NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"last_team_no" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "competitions_slug_key" UNIQUE("slug"),
	CONSTRAINT "competitions_limits" CHECK (min_members between 0 and max_members and min_coaches between 0 and max_coaches),
	CONSTRAINT "competitions_fee" CHECK (fee >= 0)
);
--> statement-breakpoint
CREATE TABLE "faqs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"question_en" text NOT NULL,
	"question_ar" text NOT NULL,
	"answer_en" text NOT NULL,
	"answer_ar" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(question_en || ' ' || question_ar || ' ' || answer_en || ' ' || answer_ar)) STORED
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"image" text NOT NULL,
	"link" text,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(name)) STORED
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"site_name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_name" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"country" text DEFAULT 'egypt' NOT NULL,
	"platform" text NOT NULL,
	"user_type" text NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(name || ' ' || email || ' ' || phone || ' ' || country)) STORED
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"region_id" uuid,
	"body" text NOT NULL,
	"lang" text DEFAULT 'en' NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(first_name || ' ' || last_name || ' ' || email || ' ' || body)) STORED
);
--> statement-breakpoint
CREATE TABLE "event_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title_en" text NOT NULL,
	"title_ar" text NOT NULL,
	"description_en" text NOT NULL,
	"description_ar" text NOT NULL,
	"start_date" timestamp (3) with time zone,
	"end_date" timestamp (3) with time zone,
	"event_code" text DEFAULT '' NOT NULL,
	"mission_type" smallint DEFAULT 0 NOT NULL,
	"dates_info_en" text DEFAULT '' NOT NULL,
	"dates_info_ar" text DEFAULT '' NOT NULL,
	"how_to_play_en" text DEFAULT '' NOT NULL,
	"how_to_play_ar" text DEFAULT '' NOT NULL,
	"rules_en" text DEFAULT '' NOT NULL,
	"rules_ar" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"cover_image" text,
	"banner_image" text,
	"region_id" uuid,
	"trending" boolean DEFAULT false NOT NULL,
	"live" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"total_rule" text DEFAULT 'sum-of-best' NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(title_en || ' ' || title_ar || ' ' || description_en || ' ' || description_ar || ' ' || event_code || ' ' || immutable_join(tags))) STORED,
	CONSTRAINT "events_mission_type_known" CHECK (mission_type between 0 and 4),
	CONSTRAINT "events_total_rule_known" CHECK (total_rule in ('sum-of-best','best','sum','last'))
);
--> statement-breakpoint
CREATE TABLE "payment_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"cart_id" text NOT NULL,
	"order_ref" text,
	"transaction_ref" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"receipt_no" integer,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_cart_key" UNIQUE("cart_id"),
	CONSTRAINT "payments_order_key" UNIQUE("order_ref"),
	CONSTRAINT "payments_receipt_key" UNIQUE("receipt_no"),
	CONSTRAINT "payments_amount" CHECK (amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "continents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "continents_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "organizers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"link" text,
	"flag" text,
	"country" text,
	"active" boolean DEFAULT true NOT NULL,
	"continent_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(name_en || ' ' || name_ar || ' ' || coalesce(country,''))) STORED
);
--> statement-breakpoint
CREATE TABLE "regions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"country" text NOT NULL,
	"email" text,
	"phone" text,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "regions_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "event_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "event_keys_hash_key" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "score_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"mission" smallint DEFAULT 1 NOT NULL,
	"score" numeric(15, 3) NOT NULL,
	"time_ms" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source" text DEFAULT 'admin' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_attempts_time" CHECK (time_ms >= 0 and mission >= 1)
);
--> statement-breakpoint
CREATE TABLE "score_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"participant_key" text NOT NULL,
	"user_id" uuid,
	"team_id" uuid,
	"player_name" text DEFAULT '' NOT NULL,
	"player_email" text DEFAULT '' NOT NULL,
	"team_no" text DEFAULT '' NOT NULL,
	"team_name" text DEFAULT '' NOT NULL,
	"school" text DEFAULT '' NOT NULL,
	"mission_type" smallint DEFAULT 0 NOT NULL,
	"score" numeric(15, 3) DEFAULT 0 NOT NULL,
	"time_ms" bigint DEFAULT 0 NOT NULL,
	"total_score" numeric(15, 3) DEFAULT 0 NOT NULL,
	"total_time_ms" bigint DEFAULT 0 NOT NULL,
	"reached_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(player_name || ' ' || team_name || ' ' || team_no || ' ' || school)) STORED,
	CONSTRAINT "score_entries_mission_type_known" CHECK (mission_type between 0 and 4),
	CONSTRAINT "score_entries_times" CHECK (time_ms >= 0 and total_time_ms >= 0)
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"team_id" uuid NOT NULL,
	"ref" text DEFAULT '' NOT NULL,
	"data" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"data" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_matches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"score_id" uuid NOT NULL,
	"fbs" integer DEFAULT 0 NOT NULL,
	"obs" integer DEFAULT 0 NOT NULL,
	"youtube_link" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"competition_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"national_id" text,
	"national_id_index" text,
	"birth_date" date,
	"gender" smallint,
	"picture" text,
	"consent" jsonb,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "team_people_kind_known" CHECK (kind in ('coach','member')),
	CONSTRAINT "team_people_gender_known" CHECK (gender in (0,1))
);
--> statement-breakpoint
CREATE TABLE "team_scores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"score" numeric(15, 3) DEFAULT 0 NOT NULL,
	"time_ms" bigint DEFAULT 0 NOT NULL,
	"youtube_link" text DEFAULT '' NOT NULL,
	"file" text DEFAULT '' NOT NULL,
	"github" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"competition_id" uuid NOT NULL,
	"team_no" integer NOT NULL,
	"name" text NOT NULL,
	"school" text DEFAULT '' NOT NULL,
	"region_id" uuid,
	"stage" text DEFAULT '' NOT NULL,
	"age_level" text DEFAULT 'elementary' NOT NULL,
	"image" text,
	"paid" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(name || ' ' || school || ' ' || team_no::text)) STORED,
	CONSTRAINT "teams_team_no_key" UNIQUE("competition_id","team_no"),
	CONSTRAINT "teams_id_competition_key" UNIQUE("id","competition_id"),
	CONSTRAINT "teams_age_level_known" CHECK (age_level in ('elementary','junior','senior'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text DEFAULT 'student' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_confirmed_at" timestamp (3) with time zone,
	"phone" text,
	"national_id" text,
	"national_id_index" text,
	"gender" smallint,
	"birth_date" date,
	"age" smallint,
	"avatar" text,
	"school" text,
	"mission_type" smallint DEFAULT 0 NOT NULL,
	"password_hash" text,
	"active" boolean DEFAULT true NOT NULL,
	"lang" text DEFAULT 'en' NOT NULL,
	"totp_secret" text,
	"totp_step" bigint,
	"guardian" jsonb,
	"erasure_requested_at" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(coalesce(first_name,'') || ' ' || coalesce(last_name,'') || ' ' || coalesce(email,'') || ' ' || coalesce(phone,'') || ' ' || coalesce(school,''))) STORED,
	CONSTRAINT "users_role_known" CHECK (role in ('admin','student','coach')),
	CONSTRAINT "users_gender_known" CHECK (gender in (0,1)),
	CONSTRAINT "users_mission_type_known" CHECK (mission_type between 0 and 4)
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_region_id_regions_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_slugs" ADD CONSTRAINT "event_slugs_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_region_id_regions_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_steps" ADD CONSTRAINT "payment_steps_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizers" ADD CONSTRAINT "organizers_continent_id_continents_id_fk" FOREIGN KEY ("continent_id") REFERENCES "public"."continents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_keys" ADD CONSTRAINT "event_keys_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_keys" ADD CONSTRAINT "event_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_attempts" ADD CONSTRAINT "score_attempts_entry_id_score_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."score_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_attempts" ADD CONSTRAINT "score_attempts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_entries" ADD CONSTRAINT "score_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_entries" ADD CONSTRAINT "score_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_entries" ADD CONSTRAINT "score_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_drafts" ADD CONSTRAINT "team_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_matches" ADD CONSTRAINT "team_matches_score_id_team_scores_id_fk" FOREIGN KEY ("score_id") REFERENCES "public"."team_scores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_people" ADD CONSTRAINT "team_people_team_fk" FOREIGN KEY ("team_id","competition_id") REFERENCES "public"."teams"("id","competition_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "team_scores" ADD CONSTRAINT "team_scores_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_region_id_regions_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "faqs_list" ON "faqs" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "faqs_search" ON "faqs" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partners_list" ON "partners" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "partners_search" ON "partners" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "downloads_list" ON "downloads" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "downloads_search" ON "downloads" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_list" ON "messages" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "events_slug_key" ON "events" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("start_date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "events_code" ON "events" USING btree ("event_code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_steps_payment" ON "payment_steps" USING btree ("payment_id","at");--> statement-breakpoint
CREATE INDEX "payments_team" ON "payments" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at") WHERE state in ('created','pending','held');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_paid" ON "payments" USING btree ("team_id") WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX "organizers_continent" ON "organizers" USING btree ("continent_id","position");--> statement-breakpoint
CREATE INDEX "organizers_search" ON "organizers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_keys_event" ON "event_keys" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "score_attempts_entry" ON "score_attempts" USING btree ("entry_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "score_entries_participant_key" ON "score_entries" USING btree ("event_id","participant_key");--> statement-breakpoint
CREATE INDEX "score_entries_ranking" ON "score_entries" USING btree ("event_id","total_score" DESC NULLS LAST,"total_time_ms","reached_at","id");--> statement-breakpoint
CREATE INDEX "score_entries_user" ON "score_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "score_entries_team" ON "score_entries" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "score_entries_search" ON "score_entries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "seasons_team" ON "seasons" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "team_drafts_user" ON "team_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "team_matches_score" ON "team_matches" USING btree ("score_id","position");--> statement-breakpoint
CREATE INDEX "team_people_team" ON "team_people" USING btree ("team_id","kind","position");--> statement-breakpoint
CREATE UNIQUE INDEX "team_people_one_team" ON "team_people" USING btree ("competition_id","national_id_index") WHERE deleted_at is null and kind = 'member' and national_id_index is not null;--> statement-breakpoint
CREATE INDEX "team_scores_team" ON "team_scores" USING btree ("team_id","position");--> statement-breakpoint
CREATE INDEX "teams_list" ON "teams" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "teams_user" ON "teams" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "teams_search" ON "teams" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tickets_user" ON "tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tickets_expires" ON "tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_key" ON "users" USING btree ("phone") WHERE deleted_at is null and phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_national_id_key" ON "users" USING btree ("national_id_index") WHERE deleted_at is null and national_id_index is not null;--> statement-breakpoint
CREATE INDEX "users_list" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops);