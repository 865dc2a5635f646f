-- The normal form of text that search compares (twin: contract/rules/search-form.ts, which explains it).
CREATE OR REPLACE FUNCTION search_form(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(
    lower(regexp_replace(normalize(
      translate(replace(replace(replace(replace(replace(replace(
        regexp_replace(regexp_replace(normalize(t, NFKC), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]', '', 'g'), '[ءئؤ](?=و)', 'و', 'g'),
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'),
        'أإآٱٲٳٵپچژڤکڪگڭةہھەۀۂۃؤىئیېےۓøØłŁđĐı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ء', 'ااااااابجزفككككهههههههوييييييoollddi01234567890123456789'),
      NFKD), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]', '', 'g')),
    '(^|[ \n])عبد +(?=ال)', '\1عبد', 'g'), '(^|[ \n])ابو +(?=[^ \n])', '\1ابو', 'g'), '([\u0627-\u064a]) +(?=(الله|الدين)([ \n]|$))', '\1', 'g')
$$;--> statement-breakpoint
-- The stored columns are computed anew, with one searched field on each line.
ALTER TABLE "audit_log" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(actor_name || E'\n' || label || E'\n' || entity_id)) STORED;--> statement-breakpoint
CREATE INDEX "audit_log_search" ON "audit_log" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "faqs" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(question_en || E'\n' || question_ar || E'\n' || answer_en || E'\n' || answer_ar)) STORED;--> statement-breakpoint
CREATE INDEX "faqs_search" ON "faqs" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "downloads" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(name || E'\n' || email || E'\n' || phone || E'\n' || country)) STORED;--> statement-breakpoint
CREATE INDEX "downloads_search" ON "downloads" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(title_en || E'\n' || title_ar || E'\n' || description_en || E'\n' || description_ar || E'\n' || event_code || E'\n' || immutable_join(tags))) STORED;--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "organizers" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(name_en || E'\n' || name_ar || E'\n' || coalesce(country,''))) STORED;--> statement-breakpoint
CREATE INDEX "organizers_search" ON "organizers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(first_name || ' ' || last_name || E'\n' || email || E'\n' || body)) STORED;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "score_entries" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(player_name || E'\n' || team_name || E'\n' || team_no || E'\n' || school)) STORED;--> statement-breakpoint
CREATE INDEX "score_entries_search" ON "score_entries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "teams" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(name || E'\n' || school || E'\n' || team_no::text)) STORED;--> statement-breakpoint
CREATE INDEX "teams_search" ON "teams" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(coalesce(first_name,'') || ' ' || coalesce(last_name,'') || E'\n' || coalesce(email,'') || E'\n' || coalesce(phone,'') || E'\n' || coalesce(school,''))) STORED;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(name)) STORED;--> statement-breakpoint
CREATE INDEX "partners_search" ON "partners" USING gin ("search" gin_trgm_ops);
