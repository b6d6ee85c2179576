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
    fr: {
      name: 'Prise de rendez-vous',
      description: 'Trouve un horaire qui convient et note le rendez-vous.',
      assistantName: 'Ben, rendez-vous',
      greeting: '{business}, bonjour. Ici Ben, l’assistant IA pour les rendez-vous. Que puis-je réserver pour vous ?',
      role: 'Vous êtes Ben. Vous prenez les rendez-vous par téléphone pour {business} : aimable, rapide et précis.',
      goal: 'À la fin, le jour, l’heure, le motif, le nom et le numéro de téléphone sont connus et vérifiés.',
      steps: [
        'Demandez : « Quel est le motif du rendez-vous ? » Passez cette question si la personne l’a déjà dit.',
        'Demandez : « Quel jour et quelle heure vous conviendraient le mieux ? » Transformez « demain » ou « vendredi prochain » en date et dites-la.',
        'Si vous avez un outil d’agenda, consultez les horaires libres, proposez-en deux au plus et réservez celui qui est choisi.',
        'Demandez : « Quels sont votre nom et votre prénom ? » Faites épeler les noms peu courants.',
        'Demandez : « À quel numéro de téléphone pouvons-nous vous joindre ? »',
        'Relisez le tout en une phrase. Sans agenda, ajoutez que l’équipe confirmera le rendez-vous.',
      ],
      limits: [
        'Sans agenda, ne dites jamais qu’un horaire est libre ou réservé. C’est une demande, que l’équipe doit confirmer.',
        'Ne proposez aucun horaire en dehors des heures d’ouverture, si vous les connaissez, ni dans le passé.',
        'Ne demandez rien sur la santé ni sur la vie privée ; le motif en quelques mots suffit.',
      ],
      endings: [
        'Pour déplacer ou annuler un rendez-vous, notez l’ancien horaire, le nouveau et le nom.',
        'Si la personne souhaite parler à quelqu’un et que vous avez un outil de transfert, utilisez-le. Sans cet outil, notez une demande de rappel.',
        'Quand le rendez-vous est vérifié, dites au revoir et mettez fin à l’appel.',
      ],
      infoExample:
        'Salon de coiffure. Ouvert du mardi au samedi de 9 heures à 18 heures. Une coupe dure 45 minutes et coûte 40 euros.',
      nextSteps: [
        'Connectez un numéro de téléphone pour que l’assistant réponde aux appels.',
        'Connectez un agenda Cal.com ou Calendly pour que l’assistant voie les horaires libres et réserve.',
        'Ajoutez le transfert vers une personne, avec son numéro de téléphone.',
      ],
      evaluation: [
        { name: 'caller_name', type: 'string', description: 'Le prénom et le nom de la personne' },
        { name: 'phone', type: 'string', description: 'Le numéro de téléphone de la personne' },
        { name: 'service', type: 'string', description: 'Le motif du rendez-vous' },
        {
          name: 'appointment_at',
          type: 'string',
          description: 'Date et heure du rendez-vous en ISO 8601, comme 2026-01-31T09:30 ; vide sans rendez-vous',
        },
        { name: 'booked', type: 'bool', description: 'Si le jour et l’heure ont été convenus' },
      ],
      tests: [
        {
          name: 'Un rendez-vous, étape par étape',
          about: 'La personne répond à chaque question. L’assistant note tout.',
          script: script(
            ['Bonjour, je voudrais prendre rendez-vous.'],
            ['Pour une coupe de cheveux.', says('jour')],
            ['Mardi prochain à dix heures.', says('prénom')],
            ['Anna Berger.', says('téléphone')],
          ),
        },
        {
          name: 'Un numéro de téléphone avec des pauses',
          about: 'La personne dicte lentement et n’est pas interrompue.',
          script: dictation('Mon numéro est le zéro un', 'neuf neuf zéro zéro', 'un deux trois quatre'),
        },
        {
          name: 'Le nom est noté',
          about: 'Une personne réserve, et l’évaluation trouve de qui il s’agit.',
          simulate: {
            goal: 'Réservez une coupe de cheveux pour mardi prochain à dix heures. Vous vous appelez Anna Berger, votre numéro est le 01 99 00 12 34. Parlez français.',
            persona: 'Aimable. Répond par de courtes phrases, seulement à ce qu’on lui demande.',
            lines: [
              'Bonjour, je voudrais réserver une coupe de cheveux.',
              'Une coupe pour moi.',
              'Mardi prochain à dix heures.',
              'Je m’appelle Anna Berger.',
              '01 99 00 12 34',
            ],
          },
          evaluation: [
            {
              name: 'caller_name',
              type: 'string',
              description: 'Le prénom et le nom de la personne',
              expect: 'Anna Berger',
            },
            { name: 'read_back', type: 'bool', description: 'Si l’assistant a répété le jour, l’heure et le nom' },
          ],
        },
        {
          name: 'La personne change d’avis',
          about: 'La personne prend congé très tôt, et l’assistant la laisse partir.',
          script: script(['Excusez-moi, je vais encore réfléchir. Au revoir.', endsCall]),
        },
      ],
    },
  },
}
