// The texts of the fields about tools and the handover to people.
import type { FieldTexts } from './field-text.ts'

export const toolTexts: FieldTexts = {
  tools: {
    en: ['Built-in tools', 'What the assistant can do for customers during a conversation.'],
    de: ['Eingebaute Werkzeuge', 'Was der Assistent während eines Gesprächs für Kunden tun kann.'],
  },
  'tools.type': { en: ['Tool'], de: ['Werkzeug'] },
  'tools.description': {
    en: ['When to use it', 'The situation in which the assistant uses the tool, in your own words.'],
    de: ['Wann es genutzt wird', 'Die Situation, in der der Assistent das Werkzeug nutzt, in Ihren Worten.'],
  },
  'tools.message': {
    en: ['Announcement', 'Customers hear this before the tool is used.'],
    de: ['Ansage', 'Kunden hören dies, bevor das Werkzeug genutzt wird.'],
  },
  'tools.enabled': {
    en: [
      'Hang up when the conversation is over',
      'The assistant ends the call after both sides have said goodbye. If off, only the customer hangs up.',
    ],
    de: [
      'Auflegen, wenn das Gespräch zu Ende ist',
      'Der Assistent beendet den Anruf, wenn sich beide verabschiedet haben. Sonst legt nur der Kunde auf.',
    ],
  },
  'tools.briefing': {
    en: [
      'Briefing',
      'Your teammate hears this before the customer is connected. Leave empty for a summary of the call.',
    ],
    de: [
      'Einweisung',
      'Ihr Teammitglied hört dies, bevor der Kunde verbunden wird. Leer lassen für eine Zusammenfassung des Anrufs.',
    ],
  },
  'tools.require_key': {
    en: [
      'Confirm by pressing 1',
      'Your teammate presses 1 to take the customer, so an answering machine cannot take the call.',
    ],
    de: [
      'Mit der Taste 1 bestätigen',
      'Ihr Teammitglied drückt die 1, um den Kunden zu übernehmen, damit kein Anrufbeantworter den Anruf annimmt.',
    ],
  },
  'tools.phone_numbers': {
    en: [
      'Phone numbers',
      'Customers are connected to one of these numbers. Include the country code; +4930123456x12 dials an extension.',
    ],
    de: [
      'Telefonnummern',
      'Kunden werden mit einer dieser Nummern verbunden. Mit Landesvorwahl; +4930123456x12 wählt eine Durchwahl.',
    ],
  },
  'tools.extension': {
    en: ['Extension', 'Keys that are pressed after the answer: a comma waits two seconds, w half a second.'],
    de: ['Durchwahl', 'Tasten, die nach dem Abheben gedrückt werden: Ein Komma wartet zwei Sekunden, w eine halbe.'],
  },
  'tools.end_call_on_failure': {
    en: [
      'Hang up if nobody can be reached',
      'The assistant says so and ends the call. Otherwise it continues the conversation.',
    ],
    de: [
      'Auflegen, wenn niemand erreichbar ist',
      'Der Assistent sagt das und beendet den Anruf. Sonst setzt er das Gespräch fort.',
    ],
  },
  'tools.max_digits': {
    en: ['Maximum number of digits', 'The input ends when the customer has pressed this many keys.'],
    de: ['Höchstzahl der Ziffern', 'Die Eingabe endet, wenn der Kunde so viele Tasten gedrückt hat.'],
  },
  'tools.finish_key': {
    en: ['Key that ends the input', 'The customer presses this key after the last digit.'],
    de: ['Taste zum Beenden', 'Der Kunde drückt diese Taste nach der letzten Ziffer.'],
  },
  'tools.timeout_seconds': {
    en: ['Time to press a key', 'The input ends when the customer presses nothing for this long.'],
    de: ['Zeit bis zum Tastendruck', 'Die Eingabe endet, wenn der Kunde so lange nichts drückt.'],
  },
  'tools.calendly_event_type_uri': {
    en: ['Appointment at Calendly', 'Customers book this kind of appointment.'],
    de: ['Termin bei Calendly', 'Kunden buchen diese Art von Termin.'],
  },
  'tools.calcom_event_type': {
    en: ['Appointment at Cal.com', 'Customers book this kind of appointment.'],
    de: ['Termin bei Cal.com', 'Kunden buchen diese Art von Termin.'],
  },
  'tools.assistant_id': {
    en: ['Assistant', 'This assistant continues the conversation with the customer.'],
    de: ['Assistent', 'Dieser Assistent setzt das Gespräch mit dem Kunden fort.'],
  },
  tool_ids: {
    en: ['Your own tools', 'Requests to your systems, for example to look up a customer’s order.'],
    de: ['Eigene Werkzeuge', 'Anfragen an Ihre Systeme, etwa um eine Bestellung des Kunden nachzusehen.'],
  },
  handover: {
    en: [
      'Hand conversations over to people',
      'Customers who write are handed over to a person when one of these rules applies.',
    ],
    de: [
      'Konversationen an Personen übergeben',
      'Kunden, die schreiben, erreichen eine Person, wenn eine Regel zutrifft.',
    ],
  },
  'handover.keywords': {
    en: ['Words', 'A message of the customer that contains one of these is handed over.'],
    de: ['Wörter', 'Eine Nachricht des Kunden, die eines davon enthält, wird übergeben.'],
  },
  'handover.on_request': {
    en: ['When the customer asks for a person', 'The assistant recognizes such a request in any wording.'],
    de: ['Wenn der Kunde nach einer Person fragt', 'Der Assistent erkennt diesen Wunsch in jeder Formulierung.'],
  },
  'handover.after_failures': {
    en: [
      'After failed answers',
      'A person takes over when the assistant could not answer this many times in a row. Leave empty for never.',
    ],
    de: [
      'Nach fehlgeschlagenen Antworten',
      'Eine Person übernimmt, wenn der Assistent so oft nacheinander nicht antworten konnte. Leer lassen für nie.',
    ],
  },
  'handover.to': {
    en: ['Hand over to', 'Who gets the conversation in the inbox.'],
    de: ['Übergeben an', 'Wer die Konversation im Posteingang erhält.'],
  },
  'handover.message': {
    en: ['Message to the customer', 'Customers read this when a person takes over.'],
    de: ['Nachricht an den Kunden', 'Kunden lesen dies, wenn eine Person übernimmt.'],
  },
  'handover.office_hours': {
    en: ['Office hours', 'At other times, the assistant keeps the conversation.'],
    de: ['Geschäftszeiten', 'Zu anderen Zeiten behält der Assistent die Konversation.'],
  },
  'handover.office_hours.windows': {
    en: ['Times', 'In the time zone of the assistant. A time that ends before it starts runs past midnight.'],
    de: ['Zeiten', 'In der Zeitzone des Assistenten. Eine Zeit, die vor ihrem Beginn endet, reicht über Mitternacht.'],
  },
  'handover.office_hours.windows.days': { en: ['Days'], de: ['Tage'] },
  'handover.office_hours.windows.start': { en: ['From'], de: ['Von'] },
  'handover.office_hours.windows.end': { en: ['To'], de: ['Bis'] },
  'handover.office_hours.closed_message': {
    en: [
      'Message outside of the office hours',
      'Customers read this instead of being handed over. Leave empty to let the assistant answer.',
    ],
    de: [
      'Nachricht außerhalb der Geschäftszeiten',
      'Kunden lesen dies statt einer Übergabe. Leer lassen, damit der Assistent antwortet.',
    ],
  },
  'handover.webhook_url': {
    en: ['Notify this address', 'Your server receives a message about each handover.'],
    de: ['Diese Adresse benachrichtigen', 'Ihr Server erfährt von jeder Übergabe.'],
  },
}
