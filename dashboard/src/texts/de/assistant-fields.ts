// The labels and helps of the fields of assistants, in German.
import type { Translation } from '../catalogues.ts'

export const texts = {
  fields: {
    initial_message: {
      label: 'Begrüßung',
      help: 'Der erste Satz, den Kunden hören oder lesen. {{name}} fügt eine Variable ein.',
    },
    system_prompt: {
      label: 'Anweisungen',
      help: 'Wer der Assistent ist, was er erreichen soll und was er nicht tun darf.',
    },
    llm_model_id: {
      label: 'Sprachmodell',
      help: 'Bestimmt, was der Assistent sagt: Größere Modelle verstehen mehr, kleinere antworten schneller.',
    },
    multimodal_model_id: {
      label: 'Echtzeitmodell',
      help: 'Hört dem Kunden direkt zu und bestimmt, was der Assistent sagt.',
    },
    voice_id: { label: 'Stimme', help: 'Die Stimme, die Kunden in Anrufen hören.' },
    speech_speed: {
      label: 'Geschwindigkeit',
      help: 'Wie schnell der Assistent spricht; 1 ist das übliche Tempo der Stimme.',
    },
    language_id: { label: 'Sprache', help: 'Die Sprache, in der der Assistent Kunden begrüßt und versteht.' },
    secondary_language_ids: {
      label: 'Weitere Sprachen',
      help: 'Kunden können auch diese Sprachen sprechen. Nach zwei Äußerungen in einer davon spricht der Assistent in dieser weiter.',
    },
    knowledgebase_id: { label: 'Wissensdatenbank', help: 'Kunden erhalten Antworten aus ihren Dokumenten.' },
    knowledgebase_mode: {
      label: 'Wann nachgeschlagen wird',
      help: 'Nur bei Bedarf zu suchen hält Antworten schnell; jedes Mal zu suchen übersieht weniger.',
    },
    wait_for_customer: {
      label: 'Kunden zuerst sprechen lassen',
      help: 'Der Assistent grüßt erst, wenn der Kunde etwas gesagt hat.',
    },
    allow_interruptions: {
      label: 'Unterbrechungen erlauben',
      help: 'Kunden können den Assistenten unterbrechen; er hört dann zu.',
    },
    interrupt_sensitivity: {
      label: 'Empfindlichkeit bei Unterbrechungen',
      help: 'Bei höheren Werten hört der Assistent früher auf zu sprechen, wenn der Kunde zu sprechen beginnt.',
    },
    min_interrupt_words: {
      label: 'Wörter für eine Unterbrechung',
      help: 'Der Assistent spricht weiter, bis der Kunde so viele Wörter gesagt hat. Leer lassen für ein Wort.',
    },
    endpoint_type: {
      label: 'Wann der Kunde fertig ist',
      help: 'Entscheidet, wann der Assistent zu antworten beginnt.',
    },
    endpoint_sensitivity: {
      label: 'Empfindlichkeit bei Pausen',
      help: 'Bei höheren Werten antwortet der Assistent früher, unterbricht aber womöglich Kunden, die überlegen.',
    },
    turn_detection_threshold: {
      label: 'Schwelle für Sprache',
      help: 'Höhere Werte überhören mehr Geräusche beim Kunden, aber auch leise Sprache. Leer lassen, um sie automatisch anzupassen.',
    },
    enable_noise_cancellation: {
      label: 'Geräusche unterdrücken',
      help: 'Der Assistent versteht Kunden in lauter Umgebung besser.',
    },
    max_silence_duration: {
      label: 'Maximale Stille',
      help: 'Der Anruf endet, wenn der Kunde so lange nichts gesagt hat.',
    },
    max_initial_silence_duration: {
      label: 'Maximale Stille am Anfang',
      help: 'Der Anruf endet, wenn der Kunde am Anfang so lange nichts sagt. Leer lassen, damit die allgemeine Grenze gilt.',
    },
    reengagement_interval: {
      label: 'Stille bis zur Nachfrage',
      help: 'Nach dieser Stille spricht der Assistent den Kunden wieder an.',
    },
    reengagement_prompt: {
      label: 'Anweisung bei schweigenden Kunden',
      help: 'Legt fest, was der Assistent dann sagen soll. Leer lassen, um zu fragen, ob der Kunde noch da ist.',
    },
    voice_stability: {
      label: 'Stabilität',
      help: 'Höhere Werte klingen gleichmäßiger, niedrigere lebhafter. Nicht jede Stimme unterstützt das.',
    },
    voice_similarity: {
      label: 'Ähnlichkeit',
      help: 'Wie genau die Sprache der ursprünglichen Stimme folgt. Nicht jede Stimme unterstützt das.',
    },
    tts_emotion_enabled: {
      label: 'Mit Emotion sprechen',
      help: 'Die Stimme klingt lebhafter, wenn sie das unterstützt.',
    },
    ambient_sound: { label: 'Hintergrundgeräusch', help: 'Kunden hören dieses Geräusch im Hintergrund.' },
    ambient_sound_volume: { label: 'Lautstärke des Hintergrundgeräuschs', help: 'Wie laut Kunden es hören.' },
    fillers: {
      label: 'Füllwörter',
      help: 'Der Assistent überbrückt die Zeit, in der er überlegt, mit einem kurzen Wort wie „Gerne“.',
    },
    filler_config: { label: 'Wörter', help: 'Was der Assistent sagt, je nachdem, was der Kunde gesagt hat.' },
    'filler_config.positive': { label: 'Nach Zustimmung', help: 'Der Kunde stimmt zu oder freut sich.' },
    'filler_config.negative': { label: 'Nach einem Problem', help: 'Der Kunde lehnt ab oder beschwert sich.' },
    'filler_config.question': { label: 'Nach einer Frage', help: 'Der Kunde fragt etwas.' },
    'filler_config.neutral': { label: 'Nach allem anderen', help: 'Der Kunde sagt etwas anderes.' },
    tools: { label: 'Eingebaute Werkzeuge', help: 'Was der Assistent während eines Gesprächs für Kunden tun kann.' },
    'tools.type': { label: 'Werkzeug' },
    'tools.description': {
      label: 'Wann es genutzt wird',
      help: 'Die Situation, in der der Assistent das Werkzeug nutzt, in Ihren Worten.',
    },
    'tools.message': { label: 'Ansage', help: 'Kunden hören dies, bevor das Werkzeug genutzt wird.' },
    'tools.enabled': {
      label: 'Auflegen, wenn das Gespräch zu Ende ist',
      help: 'Der Assistent beendet den Anruf, wenn sich beide verabschiedet haben. Sonst legt nur der Kunde auf.',
    },
    'tools.briefing': {
      label: 'Einweisung',
      help: 'Ihr Teammitglied hört dies, bevor der Kunde verbunden wird. Leer lassen für eine Zusammenfassung des Anrufs.',
    },
    'tools.require_key': {
      label: 'Mit der Taste 1 bestätigen',
      help: 'Ihr Teammitglied drückt die 1, um den Kunden zu übernehmen, damit kein Anrufbeantworter den Anruf annimmt.',
    },
    'tools.phone_numbers': {
      label: 'Telefonnummern',
      help: 'Kunden werden mit einer dieser Nummern verbunden. Mit Landesvorwahl; +4930123456x12 wählt eine Durchwahl.',
    },
    'tools.extension': {
      label: 'Durchwahl',
      help: 'Tasten, die nach dem Abheben gedrückt werden: Ein Komma wartet zwei Sekunden, w eine halbe.',
    },
    'tools.end_call_on_failure': {
      label: 'Auflegen, wenn niemand erreichbar ist',
      help: 'Der Assistent sagt das und beendet den Anruf. Sonst setzt er das Gespräch fort.',
    },
    'tools.max_digits': {
      label: 'Höchstzahl der Ziffern',
      help: 'Die Eingabe endet, wenn der Kunde so viele Tasten gedrückt hat.',
    },
    'tools.finish_key': { label: 'Taste zum Beenden', help: 'Der Kunde drückt diese Taste nach der letzten Ziffer.' },
    'tools.timeout_seconds': {
      label: 'Zeit bis zum Tastendruck',
      help: 'Die Eingabe endet, wenn der Kunde so lange nichts drückt.',
    },
    'tools.calendly_event_type_uri': { label: 'Termin bei Calendly', help: 'Kunden buchen diese Art von Termin.' },
    'tools.calcom_event_type': { label: 'Termin bei Cal.com', help: 'Kunden buchen diese Art von Termin.' },
    'tools.assistant_id': { label: 'Assistent', help: 'Dieser Assistent setzt das Gespräch mit dem Kunden fort.' },
    tool_ids: {
      label: 'Eigene Werkzeuge',
      help: 'Anfragen an Ihre Systeme, etwa um eine Bestellung des Kunden nachzusehen.',
    },
    handover: {
      label: 'Konversationen an Personen übergeben',
      help: 'Kunden, die schreiben, erreichen eine Person, wenn eine Regel zutrifft.',
    },
    'handover.keywords': {
      label: 'Wörter',
      help: 'Eine Nachricht des Kunden, die eines davon enthält, wird übergeben.',
    },
    'handover.on_request': {
      label: 'Wenn der Kunde nach einer Person fragt',
      help: 'Der Assistent erkennt diesen Wunsch in jeder Formulierung.',
    },
    'handover.after_failures': {
      label: 'Nach fehlgeschlagenen Antworten',
      help: 'Eine Person übernimmt, wenn der Assistent so oft nacheinander nicht antworten konnte. Leer lassen für nie.',
    },
    'handover.to': { label: 'Übergeben an', help: 'Wer die Konversation im Posteingang erhält.' },
    'handover.message': { label: 'Nachricht an den Kunden', help: 'Kunden lesen dies, wenn eine Person übernimmt.' },
    'handover.office_hours': {
      label: 'Geschäftszeiten',
      help: 'Zu anderen Zeiten behält der Assistent die Konversation.',
    },
    'handover.office_hours.windows': {
      label: 'Zeiten',
      help: 'In der Zeitzone des Assistenten. Eine Zeit, die vor ihrem Beginn endet, reicht über Mitternacht.',
    },
    'handover.office_hours.windows.days': { label: 'Tage' },
    'handover.office_hours.windows.start': { label: 'Von' },
    'handover.office_hours.windows.end': { label: 'Bis' },
    'handover.office_hours.closed_message': {
      label: 'Nachricht außerhalb der Geschäftszeiten',
      help: 'Kunden lesen dies statt einer Übergabe. Leer lassen, damit der Assistent antwortet.',
    },
    'handover.webhook_url': { label: 'Diese Adresse benachrichtigen', help: 'Ihr Server erfährt von jeder Übergabe.' },
    phone_number_id: {
      label: 'Telefonnummer',
      help: 'Die Nummer, die Kunden anrufen oder die sie sehen, wenn der Assistent anruft.',
    },
    max_duration: {
      label: 'Maximale Anrufdauer',
      help: 'Der Anruf endet nach dieser Zeit, auch wenn der Kunde noch spricht.',
    },
    ringing_time: { label: 'Klingeldauer', help: 'Wie lange es klingelt, bevor der Assistent aufgibt.' },
    end_call_on_voicemail: {
      label: 'Beim Anrufbeantworter auflegen',
      help: 'Der Anruf endet dort, nach der folgenden Nachricht.',
    },
    voice_mail_message: {
      label: 'Nachricht für Anrufbeantworter',
      help: 'Wird auf den Anrufbeantworter gesprochen. Leer lassen, um nichts zu sagen.',
    },
    conversation_inactivity_timeout: {
      label: 'Ende bei Inaktivität',
      help: 'Eine Textkonversation endet, wenn der Kunde so lange nichts geschrieben hat.',
    },
    widget_enabled: { label: 'Chat auf Websites', help: 'Besucher Ihrer Website können dem Assistenten schreiben.' },
    widget_voice_enabled: {
      label: 'Anrufe auf Websites',
      help: 'Besucher können auch aus ihrem Browser anrufen, was so viel wie andere Anrufe kostet.',
    },
    widget_files_enabled: {
      label: 'Dateien von Besuchern',
      help: 'Besucher können dem Assistenten Bilder, PDF-, Word- und Textdateien senden.',
    },
    widget_origins: {
      label: 'Erlaubte Websites',
      help: 'Besucher erreichen den Assistenten nur von diesen Websites. Leer lassen, um jede Website zu erlauben.',
    },
    post_call_evaluation: {
      label: 'Anrufe und Konversationen auswerten',
      help: 'Sie sehen zu jedem Anruf und jeder Konversation eine Zusammenfassung und die Werte unten.',
    },
    post_call_schema: {
      label: 'Zu ermittelnde Werte',
      help: 'Was Sie über jedes Gespräch wissen möchten, etwa wie zufrieden der Kunde war.',
    },
    'post_call_schema.name': { label: 'Name', help: 'Kleinbuchstaben, Ziffern und Unterstriche.' },
    'post_call_schema.type': { label: 'Typ' },
    'post_call_schema.description': { label: 'Beschreibung' },
    record: {
      label: 'Anrufe aufnehmen',
      help: 'Sie können Anrufe später anhören. Weisen Sie Kunden darauf hin, wo das Gesetz es verlangt.',
    },
    store_transcript: {
      label: 'Transkripte behalten',
      help: 'Sonst werden Transkripte, Nachrichten und Auswertungen kurz nach dem Ende gelöscht. Aufnahmen bleiben.',
    },
    is_webhook_active: {
      label: 'Nach jedem Anruf',
      help: 'Ihr Server erhält das Ergebnis, etwa für Ihre Kundendaten.',
    },
    webhook_url: { label: 'Adresse für Anrufe', help: 'Ergebnisse der Anrufe mit Kunden werden hierhin gesendet.' },
    send_webhook_only_on_completed: {
      label: 'Nur abgeschlossene Anrufe',
      help: 'Anrufe, die kein Kunde angenommen hat, werden nicht gesendet.',
    },
    include_recording_in_webhook: {
      label: 'Aufnahme mitsenden',
      help: 'Fügt einen Link zur Aufnahme des Anrufs mit dem Kunden hinzu. Er gilt 15 Minuten.',
    },
    is_inbound_webhook_active: {
      label: 'Vor eingehenden Anrufen',
      help: 'Ihr Server wird vor der Annahme aufgerufen und kann mitteilen, wer anruft; am Ende wird er erneut aufgerufen.',
    },
    inbound_webhook_url: { label: 'Adresse für eingehende Anrufe', help: 'Anrufe von Kunden werden hier angekündigt.' },
    is_conversation_ended_webhook_active: {
      label: 'Nach jeder Textkonversation',
      help: 'Ihr Server erhält die Konversation mit dem Kunden und ihre Auswertung.',
    },
    conversation_ended_webhook_url: {
      label: 'Adresse für Textkonversationen',
      help: 'Konversationen mit Kunden werden hierhin gesendet, wenn sie beendet sind.',
    },
    conversation_ended_retrigger: {
      label: 'Nach jedem Ende erneut senden',
      help: 'Schreibt ein Kunde wieder, wird beim nächsten Ende noch einmal gesendet.',
    },
    name: {
      label: 'Name',
      help: 'Kunden hören ihn dort, wo sich der Assistent nach dem Gesetz als KI vorstellen muss.',
    },
    type: { label: 'Richtung der Anrufe', help: 'Ob Kunden den Assistenten anrufen oder er sie.' },
    mode: { label: 'Art des Modells', help: 'Wie der Assistent in Anrufen hört und spricht.' },
    timezone: {
      label: 'Zeitzone',
      help: 'Zeitangaben gegenüber Kunden und Geschäftszeiten gelten in dieser Zeitzone.',
    },
    folder_id: { label: 'Ordner', help: 'Gruppiert Assistenten in der Liste; Kunden sehen ihn nicht.' },
    label_ids: { label: 'Labels', help: 'Helfen, Assistenten in der Liste zu finden; Kunden sehen sie nicht.' },
    llm_temperature: {
      label: 'Temperatur',
      help: 'Höhere Werte machen Antworten abwechslungsreicher, niedrigere vorhersehbarer.',
    },
    chat_llm_fallback_id: {
      label: 'Modell für Text und Ausfälle',
      help: 'Beantwortet Textkonversationen, wenn das Modell keinen Text schreiben kann, und springt ein, wenn es ausfällt.',
    },
    synthesizer_provider_id: {
      label: 'Sprachausgabe',
      help: 'Der Dienst, der Antworten in die Stimme umwandelt. Üblich ist der Dienst der Stimme.',
    },
    transcriber_provider_id: { label: 'Spracherkennung', help: 'Der Dienst, der versteht, was Kunden sagen.' },
    variables: {
      label: 'Variablen',
      help: 'Ihre Werte ersetzen {{name}} in Texten; jeder Anruf und jede Konversation kann andere Werte setzen. Ein Wert beweist nie, wer der Kunde ist.',
    },
    visitor_variables: {
      label: 'Variablen, die Besucher setzen können',
      help: 'Besucher Ihrer Website können keine anderen ändern.',
    },
  },
} satisfies Translation<'assistant-fields'>
