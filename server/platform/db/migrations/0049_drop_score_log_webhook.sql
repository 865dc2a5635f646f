-- The webhook of the score log is gone: its setting, and the queue with the requests that wait.
UPDATE settings SET value = value - 'scoreLogWebhook';--> statement-breakpoint
DO $$ BEGIN
  IF to_regclass('pgboss.queue') IS NOT NULL THEN
    PERFORM pgboss.delete_queue(name) FROM pgboss.queue WHERE name = 'score-log-webhook';
  END IF;
END $$;
