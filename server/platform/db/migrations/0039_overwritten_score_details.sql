CREATE TABLE "overwritten_score_details" (
	"import_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "overwritten_score_details_import_id_entry_id_pk" PRIMARY KEY("import_id","entry_id")
);
--> statement-breakpoint
ALTER TABLE "overwritten_score_details" ADD CONSTRAINT "overwritten_score_details_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overwritten_score_details" ADD CONSTRAINT "overwritten_score_details_entry_id_score_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."score_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "overwritten_score_details_entry" ON "overwritten_score_details" USING btree ("entry_id");