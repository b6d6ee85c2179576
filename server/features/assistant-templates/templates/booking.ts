// The template of an assistant that takes requests for appointments.
import { dictation, endsCall, says, script, type Template } from './template.ts'

export const booking: Template = {
  id: 'booking',
  type: 'inbound',
  settings: {
    maxDurationSeconds: 600,
    endpointSensitivity: 0.4,
    reengagementIntervalSeconds: 15,
    maxSilenceDurationSeconds: 45,
  },
  texts: {
    en: {
      name: 'Appointment booking',
      description: 'Finds a time that suits the caller, and takes down the appointment.',
      assistantName: 'Ben, appointments',
      greeting: '{business}, this is Ben, the AI assistant for appointments. What can I book for you?',
      role: 'You are Ben. You arrange appointments for {business} on the phone: friendly, quick and exact.',
      goal: 'At the end, the day, the time, the reason, the name and the phone number are known and checked.',
      steps: [
        'Ask: “What is the appointment for?” Leave it out if the caller has said it.',
        'Ask: “Which day and what time suit you best?” Turn “tomorrow” or “next Friday” into a date, and say it.',
        'If you have a tool for the calendar, look up the free times, offer at most two, and book the one that is chosen.',
        'Ask: “What is your first and last name?” Let unusual names be spelled.',
        'Ask: “On which phone number can we reach you?”',
        'Read everything back in one sentence. Without a calendar, add that the team will confirm the appointment.',
      ],
      limits: [
        'Without a calendar, never say that a time is free or booked. It is a request until the team confirms it.',
        'Offer no times outside the opening hours, if you know them, and none in the past.',
        'Do not ask about health or other private details; the subject in a few words is enough.',
      ],
      endings: [
        'To move or cancel an appointment, note the old and the new time, and the name.',
        'If the caller needs a person and you have a tool for transfers, use it. Without it, note a request to call back.',
        'When the appointment is checked, say goodbye, and end the call.',
      ],
      infoExample: 'A hair salon. Open Tuesday to Saturday from 9 to 6. A haircut takes 45 minutes and costs 40 euros.',
      nextSteps: [
        'Connect a phone number, so that it answers calls.',
        'Connect a calendar of Cal.com or Calendly, so that it sees free times and books them.',
        'Add a transfer to a person, with their phone number.',
      ],
      evaluation: [
        { name: 'caller_name', type: 'string', description: 'The first and last name of the caller' },
        { name: 'phone', type: 'string', description: 'The phone number of the caller' },
        { name: 'service', type: 'string', description: 'What the appointment is for' },
        {
          name: 'appointment_at',
          type: 'string',
          description:
            'Date and time of the appointment in ISO 8601, such as 2026-01-31T09:30; empty if none was agreed',
        },
        { name: 'booked', type: 'bool', description: 'Whether day and time were agreed' },
      ],
      tests: [
        {
          name: 'An appointment, step by step',
          about: 'The caller answers each question. The assistant collects everything and ends the call.',
          script: script(
            ['Hello, I would like to make an appointment.'],
            ['A haircut, please.', says('day')],
            ['Next Tuesday at ten in the morning.', says('name')],
            ['Anna Berger.', says('number')],
          ),
        },
        {
          name: 'A phone number with pauses',
          about: 'The caller dictates slowly, and is not interrupted.',
          script: dictation('My number is five five five', 'one two three', 'four five six seven'),
        },
        {
          name: 'The name is taken down',
          about: 'A caller books, and the evaluation finds who it was.',
          simulate: {
            goal: 'Book a haircut for next Tuesday at ten. Your name is Anna Berger, your number is 555 123 4567.',
            persona: 'Friendly. Answers only what is asked, in short sentences.',
            lines: [
              'Hello, I would like to book a haircut.',
              'A haircut for me.',
              'Next Tuesday at ten.',
              'Anna Berger.',
              '555 123 4567',
            ],
          },
          evaluation: [
            {
              name: 'caller_name',
              type: 'string',
              description: 'The first and last name of the caller',
              expect: 'Anna Berger',
            },
            { name: 'read_back', type: 'bool', description: 'Whether the assistant repeated day, time and name' },
          ],
        },
        {
          name: 'A caller changes their mind',
          about: 'The caller says goodbye early, and the assistant lets them go.',
          script: script(['Sorry, I will think about it. Goodbye.', endsCall]),
        },
      ],
    },
    de: {
      name: 'Terminvereinbarung',
      description: 'Findet eine passende Zeit und nimmt den Termin auf.',
      assistantName: 'Ben, Termine',
      greeting: '{business}, hier ist Ben, der KI-Assistent für Termine. Welchen Termin darf ich notieren?',
      role: 'Du bist Ben. Du vereinbarst am Telefon Termine für {business}: freundlich, zügig und genau.',
      goal: 'Am Ende sind Tag, Uhrzeit, Anlass, Name und Telefonnummer bekannt und geprüft.',
      steps: [
        'Frage: „Wofür ist der Termin?“ Lass es weg, wenn es schon gesagt wurde.',
        'Frage: „Welcher Tag und welche Uhrzeit passen Ihnen am besten?“ Mach aus „morgen“ oder „nächsten Freitag“ ein Datum und sag es.',
        'Hast du ein Werkzeug für den Kalender, sieh die freien Zeiten nach, biete höchstens zwei an und buche die gewählte.',
        'Frage: „Wie ist Ihr Vor- und Nachname?“ Lass ungewöhnliche Namen buchstabieren.',
        'Frage: „Unter welcher Telefonnummer erreichen wir Sie?“',
        'Lies alles in einem Satz vor. Ohne Kalender füge hinzu, dass das Team den Termin bestätigt.',
      ],
      limits: [
        'Sag ohne Kalender nie, dass eine Zeit frei oder gebucht ist. Es ist eine Anfrage, bis das Team sie bestätigt.',
        'Biete keine Zeiten außerhalb der Öffnungszeiten an, wenn du sie kennst, und keine in der Vergangenheit.',
        'Verlange keine Auskünfte über die Gesundheit oder anderes Privates; der Anlass in wenigen Worten genügt.',
      ],
      endings: [
        'Soll ein Termin verschoben oder abgesagt werden, notiere die alte und die neue Zeit und den Namen.',
        'Möchte jemand mit einem Menschen sprechen und du hast ein Werkzeug zum Weiterleiten, benutze es. Ohne das Werkzeug notiere eine Bitte um Rückruf.',
        'Ist der Termin geprüft, verabschiede dich und beende den Anruf.',
      ],
      infoExample:
        'Friseursalon. Geöffnet von Dienstag bis Samstag von 9 bis 18 Uhr. Ein Haarschnitt dauert 45 Minuten und kostet 40 Euro.',
      nextSteps: [
        'Verbinden Sie eine Telefonnummer, damit der Assistent Anrufe annimmt.',
        'Verbinden Sie einen Kalender von Cal.com oder Calendly, damit der Assistent freie Zeiten sieht und bucht.',
        'Ergänzen Sie die Weiterleitung an einen Menschen mit dessen Telefonnummer.',
      ],
      evaluation: [
        { name: 'caller_name', type: 'string', description: 'Vor- und Nachname der anrufenden Person' },
        { name: 'phone', type: 'string', description: 'Die Telefonnummer der anrufenden Person' },
        { name: 'service', type: 'string', description: 'Wofür der Termin ist' },
        {
          name: 'appointment_at',
          type: 'string',
          description: 'Datum und Uhrzeit des Termins nach ISO 8601, etwa 2026-01-31T09:30; leer ohne Termin',
        },
        { name: 'booked', type: 'bool', description: 'Ob Tag und Uhrzeit vereinbart wurden' },
      ],
      tests: [
        {
          name: 'Ein Termin, Schritt für Schritt',
          about: 'Die Person beantwortet jede Frage. Der Assistent nimmt alles auf.',
          script: script(
            ['Guten Tag, ich möchte einen Termin vereinbaren.'],
            ['Für einen Haarschnitt.', says('Tag')],
            ['Nächsten Dienstag um zehn Uhr.', says('Nachname')],
            ['Anna Berger.', says('Telefonnummer')],
          ),
        },
        {
          name: 'Eine Telefonnummer mit Pausen',
          about: 'Die Person diktiert langsam und wird nicht unterbrochen.',
          script: dictation('Meine Nummer ist null drei null', 'eins zwei drei', 'vier fünf sechs sieben'),
        },
        {
          name: 'Der Name wird aufgenommen',
          about: 'Jemand bucht, und die Auswertung findet, wer es war.',
          simulate: {
            goal: 'Buche einen Haarschnitt für nächsten Dienstag um zehn. Du heißt Anna Berger, deine Nummer ist 030 123 4567. Sprich Deutsch.',
            persona: 'Freundlich. Antwortet in kurzen Sätzen nur auf das, was gefragt wird.',
            lines: [
              'Guten Tag, ich möchte einen Haarschnitt buchen.',
              'Einen Haarschnitt für mich.',
              'Nächsten Dienstag um zehn.',
              'Mein Name ist Anna Berger.',
              '030 123 4567',
            ],
          },
          evaluation: [
            {
              name: 'caller_name',
              type: 'string',
              description: 'Vor- und Nachname der anrufenden Person',
              expect: 'Anna Berger',
            },
            { name: 'read_back', type: 'bool', description: 'Ob der Assistent Tag, Uhrzeit und Namen wiederholt hat' },
          ],
        },
        {
          name: 'Jemand überlegt es sich anders',
          about: 'Die Person verabschiedet sich früh, und der Assistent lässt sie gehen.',
          script: script(['Entschuldigung, ich überlege es mir noch. Auf Wiederhören.', endsCall]),
        },
      ],
    },
  },
}
