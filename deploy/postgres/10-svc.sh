#!/bin/sh
# Runs once, when the database is created: creates the server's own role, which row-level security applies to.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/svc-database-password)" --username=postgres <<'SQL'
CREATE ROLE svc LOGIN PASSWORD :'password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE svc OWNER svc TEMPLATE template0 ENCODING 'UTF8';
SQL
