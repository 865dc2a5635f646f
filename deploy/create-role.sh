#!/bin/sh
# Creates the application role of Botola in a new PostgreSQL (docs/operations.md, 'Database roles').
set -eu
psql --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role botola_app login password :'password';
SQL
