// The names of the settings of a campaign, and their help.
import { textsOf } from '../../../i18n/locale.tsx'
import type { SettingName } from './use-settings.ts'

type Names = Record<SettingName, string>

const en: Names = {
  name: 'Name',
  channel: 'Channel',
  assistant_id: 'Assistant',
  phone_number_ids: 'Numbers to call from',
  purpose: 'Purpose of the call',
  chatapp_sender_id: 'Sender',
  chatapp_template_id: 'Template',
  sms_from_phone_number_id: 'Number to send from',
  sms_body: 'Text of the SMS',
  text_variable_mapping: 'Variables of the text',
  fallback_channel: 'If no call reaches the lead',
  timezone: 'Time zone',
  use_lead_timezone: 'Use the time zone of the lead',
  scheduled_start_at: 'Start later',
  schedule_windows: 'Times of day',
  allowed_hours_start_time: 'Allowed from',
  allowed_hours_end_time: 'Allowed until',
  allowed_days: 'Days',
  max_calls_in_parallel: 'Calls at the same time',
  messages_per_minute: 'Messages per minute',
  max_retries: 'Further attempts',
  retry_interval: 'Time between attempts (minutes)',
  retry_on_voicemail: 'Try again after a voicemail',
  retry_on_goal_incomplete: 'Try again if the goal was not reached',
  goal_completion_variable: 'Field that says whether the goal was reached',
  mark_complete_when_no_leads: 'Complete the campaign when no leads are left',
  topic: 'Topic',
  require_consent: 'Require consent',
  contact_gap: 'Time between contacts with a person (minutes)',
  contacts_per_day: 'Contacts with a person in 24 hours',
}

const de: Names = {
  name: 'Name',
  channel: 'Kanal',
  assistant_id: 'Assistent',
  phone_number_ids: 'Nummern, von denen angerufen wird',
  purpose: 'Zweck des Anrufs',
  chatapp_sender_id: 'Absender',
  chatapp_template_id: 'Vorlage',
  sms_from_phone_number_id: 'Nummer, von der gesendet wird',
  sms_body: 'Text der SMS',
  text_variable_mapping: 'Variablen des Textes',
  fallback_channel: 'Wenn kein Anruf den Lead erreicht',
  timezone: 'Zeitzone',
  use_lead_timezone: 'Zeitzone des Leads verwenden',
  scheduled_start_at: 'Später starten',
  schedule_windows: 'Tageszeiten',
  allowed_hours_start_time: 'Erlaubt ab',
  allowed_hours_end_time: 'Erlaubt bis',
  allowed_days: 'Tage',
  max_calls_in_parallel: 'Gleichzeitige Anrufe',
  messages_per_minute: 'Nachrichten pro Minute',
  max_retries: 'Weitere Versuche',
  retry_interval: 'Abstand der Versuche (Minuten)',
  retry_on_voicemail: 'Nach einem Anrufbeantworter erneut versuchen',
  retry_on_goal_incomplete: 'Erneut versuchen, wenn das Ziel nicht erreicht wurde',
  goal_completion_variable: 'Feld, das sagt, ob das Ziel erreicht wurde',
  mark_complete_when_no_leads: 'Kampagne abschließen, wenn kein Lead mehr wartet',
  topic: 'Thema',
  require_consent: 'Einwilligung verlangen',
  contact_gap: 'Abstand der Kontakte mit einer Person (Minuten)',
  contacts_per_day: 'Kontakte mit einer Person in 24 Stunden',
}

type Helps = Partial<Names>

const englishHelp: Helps = {
  phone_number_ids: 'They are used in turn. Without a choice, the number of the assistant is used.',
  purpose: 'What the assistant says when a call screening service asks why it calls.',
  text_variable_mapping: 'Which variable of a lead replaces each placeholder of the text.',
  timezone: 'A name such as Europe/Berlin. Leave empty for the time zone of the account.',
  use_lead_timezone:
    'Days and times apply where the lead is: in its own time zone, or in that of its country if the country has only one. Otherwise, the time zone above applies.',
  allowed_days: 'Without a choice, all days are allowed.',
  max_retries: 'For each lead, after the first attempt.',
  retry_on_goal_incomplete: 'Needs the field below that says whether the goal was reached.',
  goal_completion_variable: 'A yes/no field that the assistant fills in after each call.',
  mark_complete_when_no_leads: 'Otherwise, the campaign stays open and waits for further leads.',
  topic:
    'What the campaign is about. People who opt out of a topic are not contacted about it again. Without a topic, they opt out of this campaign only.',
  require_consent: 'Contacts only people whose consent is recorded.',
  contact_gap: 'Calls by hand and other campaigns count as contacts. Leads who asked for the contact are exempt.',
  contacts_per_day: 'Calls by hand and other campaigns count as contacts.',
}

const germanHelp: Helps = {
  phone_number_ids: 'Sie werden abwechselnd verwendet. Ohne Auswahl wird die Nummer des Assistenten verwendet.',
  purpose: 'Was der Assistent sagt, wenn ein Anruffilter nach dem Grund des Anrufs fragt.',
  text_variable_mapping: 'Welche Variable eines Leads jeden Platzhalter des Textes ersetzt.',
  timezone: 'Ein Name wie Europe/Berlin. Leer lassen für die Zeitzone des Kontos.',
  use_lead_timezone:
    'Tage und Zeiten gelten dort, wo der Lead ist: in seiner eigenen Zeitzone oder in der seines Landes, wenn das Land nur eine hat. Sonst gilt die Zeitzone oben.',
  allowed_days: 'Ohne Auswahl sind alle Tage erlaubt.',
  max_retries: 'Je Lead, nach dem ersten Versuch.',
  retry_on_goal_incomplete: 'Braucht das Feld unten, das sagt, ob das Ziel erreicht wurde.',
  goal_completion_variable: 'Ein Ja/Nein-Feld, das der Assistent nach jedem Anruf ausfüllt.',
  mark_complete_when_no_leads: 'Sonst bleibt die Kampagne offen und wartet auf weitere Leads.',
  topic:
    'Worum es in der Kampagne geht. Wer ein Thema abbestellt, wird dazu nicht mehr kontaktiert. Ohne Thema gilt die Abbestellung nur für diese Kampagne.',
  require_consent: 'Kontaktiert nur Personen, deren Einwilligung erfasst ist.',
  contact_gap:
    'Anrufe von Hand und andere Kampagnen zählen als Kontakte. Leads, die um den Kontakt gebeten haben, sind ausgenommen.',
  contacts_per_day: 'Anrufe von Hand und andere Kampagnen zählen als Kontakte.',
}

export const settingTexts = textsOf({ names: en, help: englishHelp }, { names: de, help: germanHelp })
