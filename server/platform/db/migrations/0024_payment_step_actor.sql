ALTER TABLE "payment_steps" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_steps" ADD CONSTRAINT "payment_steps_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "payment_steps" SET "actor_id" = (
	SELECT "audit_log"."actor_id" FROM "audit_log"
	WHERE "audit_log"."entity" = 'payment' AND "audit_log"."entity_id" = "payment_steps"."payment_id"::text
		AND "audit_log"."action" = CASE "payment_steps"."kind" WHEN 'marked' THEN 'create' WHEN 'withdrawn' THEN 'update' ELSE 'refund' END
	ORDER BY "audit_log"."at" DESC LIMIT 1
), "data" = "data" - 'by' WHERE "data" ? 'by';
