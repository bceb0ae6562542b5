{{- define "gatehouse.name" -}}
{{- if eq .Release.Name "gatehouse" }}gatehouse{{ else }}{{ printf "%s-gatehouse" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "gatehouse.selector" -}}
app.kubernetes.io/name: gatehouse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gatehouse.labels" -}}
{{ include "gatehouse.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "gatehouse.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* The keys of the Secret in use, by variable. */}}
{{- define "gatehouse.secretKeys" -}}
{{- range $variable, $key := .Values.secret.keys }}
{{- if and $key (not (and $.Values.database.create (not $.Values.serverRole.enabled) (eq $variable "DATABASE_URL"))) }}
{{ $variable }}: {{ $key | quote }}
{{- end }}
{{- end }}
{{- end }}
