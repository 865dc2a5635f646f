UPDATE audit_log SET actor_name = '' FROM users WHERE users.id = audit_log.actor_id AND users.role <> 'admin';
