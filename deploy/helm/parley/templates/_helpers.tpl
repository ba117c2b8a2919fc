{{- define "parley.name" -}}
{{- if contains "parley" .Release.Name -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-parley" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "parley.host" -}}
{{- (urlParse .Values.publicUrl).host -}}
{{- end }}

{{- define "parley.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "parley.selector" . }}
{{- end }}

{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "parley.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "parley.name" .) -}}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Everything about a pod that does not depend on its roles. */}}
{{- define "parley.pod" -}}
serviceAccountName: {{ include "parley.serviceAccount" . }}
automountServiceAccountToken: false
# Variables of services would look like settings.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  # Only mail that is written to the outbox lies here: set SMTP_URL.
  - name: data
    emptyDir: {}
{{- if .Values.config }}
  - name: config
    configMap:
      name: {{ include "parley.name" . }}
{{- end }}
{{- end }}

{{- define "parley.container" -}}
image: {{ include "parley.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
{{- range .Values.existingSecrets }}
  - secretRef:
      name: {{ . }}
{{- end }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /var/lib/parley }
{{- if .Values.config }}
  - { name: config, mountPath: /etc/parley, readOnly: true }
{{- end }}
{{- end }}

{{- define "parley.env" -}}
- name: PARLEY_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
{{- if .Values.config }}
- name: PARLEY_CONFIG
  value: /etc/parley/parley.json
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
