{{- define "plimsoll.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* The name of all objects: that of the release, with that of the chart if it is not part of it. */}}
{{- define "plimsoll.fullname" -}}
{{- $name := include "plimsoll.name" . }}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) }}
{{- default $full .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "plimsoll.serviceAccount" -}}
{{- default (include "plimsoll.fullname" .) .Values.serviceAccount.name }}
{{- end }}

{{/* The labels by which the pods are selected; they never change. */}}
{{- define "plimsoll.selector" -}}
app.kubernetes.io/name: {{ include "plimsoll.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plimsoll.labels" -}}
{{ include "plimsoll.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "plimsoll.replicas" -}}
{{- ternary 1 .Values.replicas .Values.dryRun }}
{{- end }}

{{/* The subject of every binding. */}}
{{- define "plimsoll.subjects" -}}
- kind: ServiceAccount
  name: {{ include "plimsoll.serviceAccount" . }}
  namespace: {{ .Release.Namespace }}
{{- end }}
