{{/* Values that contradict each other, or lack what a server needs, end here with a sentence. */}}
{{- define "svc.checks" -}}
{{- $isPostgres := eq .Values.database.kind "postgres" -}}
{{- with .Values.secret -}}
{{- if and .existing (or .vaultKey .databaseUrl) -}}
{{- fail "secret.existing names a Secret of yours, so leave secret.vaultKey and secret.databaseUrl empty." -}}
{{- end -}}
{{- if not (or .existing .vaultKey) -}}
{{- fail "svc needs a vault key: create a Secret with the key vault-key and name it in secret.existing, or set secret.vaultKey." -}}
{{- end -}}
{{- if and $isPostgres (not (or .existing .databaseUrl)) -}}
{{- fail "PostgreSQL needs its URL: put it into your Secret as database-url and name that in secret.existing, or set secret.databaseUrl." -}}
{{- end -}}
{{- /* Not in the schema, whose errors show the value. */ -}}
{{- if and .vaultKey (not (regexMatch "^([^\\s:,]+:[A-Za-z0-9+/]{43}=([,\\s]+|$))+$" .vaultKey)) -}}
{{- fail "secret.vaultKey isn't a keyring: <id>:<base64 of 32 bytes>, and a comma before the next." -}}
{{- end -}}
{{- if and .databaseUrl (not (regexMatch "^postgres(ql)?://\\S+$" .databaseUrl)) -}}
{{- fail "secret.databaseUrl isn't PostgreSQL's: postgres://…" -}}
{{- end -}}
{{- if and .databaseUrl (not $isPostgres) -}}
{{- fail "secret.databaseUrl is PostgreSQL's, so set database.kind to postgres, or leave it empty." -}}
{{- end -}}
{{- end -}}
{{- if not .Values.publicUrl -}}
{{- fail "publicUrl is missing: the https address under which svc is reached." -}}
{{- end -}}
{{- if and (not $isPostgres) (gt (int .Values.replicas) 1) -}}
{{- fail "SQLite is one pod's file: set replicas to 1, or database.kind to postgres." -}}
{{- end -}}
{{- if and $isPostgres .Values.database.existingClaim -}}
{{- fail "database.existingClaim is SQLite's volume, so leave it empty, or set database.kind to sqlite." -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor (not .Values.metrics.enabled) -}}
{{- fail "metrics.serviceMonitor has nothing to scrape: set metrics.enabled to true." -}}
{{- end -}}
{{- range $name, $value := .Values.env -}}
{{- if has $name (list "SVC_LISTEN" "SVC_PUBLIC_URL" "SVC_ADMIN_LISTEN" "SVC_METRICS_LISTEN") -}}
{{- fail (printf "env.%s is set by the chart: use its own value instead." $name) -}}
{{- end -}}
{{- if regexMatch "(KEYS?|SECRETS?|PASSWORD|TOKEN|DATABASE_URL)(_FILE)?$" $name -}}
{{- fail (printf "env.%s would be a secret in a variable: put it into the Secret." $name) -}}
{{- end -}}
{{- end -}}
{{- end }}
