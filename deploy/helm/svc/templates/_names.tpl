{{/* The name of everything: the release's. */}}
{{- define "svc.name" -}}
{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- end }}

{{/* What selects the pods. It can't change later. */}}
{{- define "svc.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ include "svc.name" . }}
{{- end }}

{{- define "svc.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{- define "svc.secret" -}}
{{ .Values.secret.existing | default (include "svc.name" .) }}
{{- end }}
