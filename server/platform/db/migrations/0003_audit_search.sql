ALTER TABLE "audit_log" ADD COLUMN "label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "search" text GENERATED ALWAYS AS (search_form(actor_name || ' ' || label || ' ' || entity_id)) STORED;--> statement-breakpoint
CREATE INDEX "audit_log_search" ON "audit_log" USING gin ("search" gin_trgm_ops);