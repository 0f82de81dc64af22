#!/bin/sh
# Runs once, when the database is made: a role of its own for the server, under row-level security like everyone else.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/svc-database-password)" --username=postgres <<'SQL'
CREATE ROLE svc LOGIN PASSWORD :'password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE svc OWNER svc TEMPLATE template0 ENCODING 'UTF8';
SQL
