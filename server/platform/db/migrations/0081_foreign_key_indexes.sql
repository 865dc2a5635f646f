CREATE INDEX "imports_created_by" ON "imports" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "imports_undone_by" ON "imports" USING btree ("undone_by") WHERE "undone_by" is not null;--> statement-breakpoint
CREATE INDEX "event_teams_checked_in_by" ON "event_teams" USING btree ("checked_in_by") WHERE "checked_in_by" is not null;--> statement-breakpoint
CREATE INDEX "judge_recusals_judge" ON "judge_recusals" USING btree ("judge_id");--> statement-breakpoint
CREATE INDEX "judge_sheets_team" ON "judge_sheets" USING btree ("team_id") WHERE "team_id" is not null;--> statement-breakpoint
CREATE INDEX "judge_sheets_judge" ON "judge_sheets" USING btree ("judge_id") WHERE "judge_id" is not null;--> statement-breakpoint
CREATE INDEX "judge_sheets_imported_by" ON "judge_sheets" USING btree ("imported_by") WHERE "imported_by" is not null;--> statement-breakpoint
CREATE INDEX "judges_created_by" ON "judges" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "judges_substitute" ON "judges" USING btree ("substitute_id") WHERE "substitute_id" is not null;--> statement-breakpoint
CREATE INDEX "published_schedules_published_by" ON "published_schedules" USING btree ("published_by") WHERE "published_by" is not null;--> statement-breakpoint
CREATE INDEX "released_feedback_released_by" ON "released_feedback" USING btree ("released_by") WHERE "released_by" is not null;--> statement-breakpoint
CREATE INDEX "second_looks_judge" ON "second_looks" USING btree ("judge_id");--> statement-breakpoint
CREATE INDEX "sheet_reviews_reviewer" ON "sheet_reviews" USING btree ("reviewer_id") WHERE "reviewer_id" is not null;--> statement-breakpoint
CREATE INDEX "sheet_reviews_reviewed_by" ON "sheet_reviews" USING btree ("reviewed_by") WHERE "reviewed_by" is not null;--> statement-breakpoint
CREATE INDEX "message_replies_created_by" ON "message_replies" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "payment_steps_actor" ON "payment_steps" USING btree ("actor_id") WHERE "actor_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id") WHERE "user_id" is not null;--> statement-breakpoint
CREATE INDEX "advancements_created_by" ON "advancements" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "protests_answered_by" ON "protests" USING btree ("answered_by") WHERE "answered_by" is not null;--> statement-breakpoint
CREATE INDEX "published_results_published_by" ON "published_results" USING btree ("published_by") WHERE "published_by" is not null;--> statement-breakpoint
CREATE INDEX "event_rule_sets_created_by" ON "event_rule_sets" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "frozen_score_attempts_created_by" ON "frozen_score_attempts" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "ranking_reveals_started_by" ON "ranking_reveals" USING btree ("started_by") WHERE "started_by" is not null;--> statement-breakpoint
CREATE INDEX "removed_scores_removed_by" ON "removed_scores" USING btree ("removed_by") WHERE "removed_by" is not null;--> statement-breakpoint
CREATE INDEX "score_attempts_created_by" ON "score_attempts" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "event_keys_created_by" ON "event_keys" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "season_moves_created_by" ON "season_moves" USING btree ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "guardian_confirmations_recorded_by" ON "guardian_confirmations" USING btree ("recorded_by") WHERE "recorded_by" is not null;--> statement-breakpoint
CREATE INDEX "seasons_created_by" ON "seasons" USING btree ("created_by") WHERE "created_by" is not null;