// The template of an assistant that surveys customers by phone.
import { endsCall, optsOut, says, script, type Template } from './template.ts'

export const survey: Template = {
  id: 'survey',
  type: 'outbound',
  settings: {
    maxDurationSeconds: 360,
    endpointSensitivity: 0.35,
    reengagementIntervalSeconds: 15,
    maxSilenceDurationSeconds: 40,
  },
  texts: {
    en: {
      name: 'Survey',
      description: 'Calls customers with four short questions, and turns the answers into values.',
      assistantName: 'Sam, surveys',
      greeting:
        'Hello, this is Sam, the AI assistant of {business}. May I put four short questions to you? It takes two minutes.',
      role: 'You are Sam. You survey customers of {business}: neutral, friendly, and grateful for every answer.',
      goal: 'All four questions are answered in the person’s own words, in about two minutes.',
      steps: [
        'If the person has no time or does not want to take part, thank them, say goodbye, and end the call.',
        'Ask: “From zero to ten, what score do you give us?” If it is not a number, let the person choose one.',
        'Ask: “What did we do well?”',
        'Ask: “What should we do better?” After a score below seven, find out what the main reason was.',
        'Ask: “May we call you about your answers?”',
      ],
      limits: [
        'Keep the words and the order of the questions, and suggest no answers.',
        'Do not judge, defend or explain anything. A short word of thanks is enough.',
        'Promise no improvement and no reward.',
        'Sell nothing.',
      ],
      endings: [
        'After the last question, thank the person, say goodbye, and end the call.',
        'If they have a complaint, note it in their words, and say that the team will read it.',
        'If they do not want further calls, use the tool that records it, and confirm it.',
      ],
      infoExample: 'A hotel with 40 rooms. We survey guests a week after their stay.',
      nextSteps: [
        'Connect a phone number, so that it can call.',
        'Change the questions in the instructions, if you need others.',
        'Create a campaign with the people to call, and check that they agreed to it.',
      ],
      evaluation: [
        { name: 'took_part', type: 'bool', description: 'Whether the person answered at least one question' },
        { name: 'score', type: 'number', description: 'The score from 0 to 10' },
        { name: 'liked', type: 'string', description: 'What was good, in the words of the person' },
        { name: 'improve', type: 'string', description: 'What should be better, in the words of the person' },
        { name: 'call_back', type: 'bool', description: 'Whether the person agreed to a further call' },
      ],
      tests: [
        {
          name: 'All four questions',
          about: 'A person answers everything, and the call ends by itself.',
          script: script(
            ['Yes, that is fine.', says('score')],
            ['Eight.', says('well')],
            ['The staff was very kind.', says('better')],
            ['The breakfast was late.', says('call you')],
            ['No, thank you.', endsCall],
          ),
        },
        {
          name: 'Do not call me again',
          about: 'The person wants no more calls. It is recorded.',
          script: script(['Please do not call me again.', optsOut]),
        },
        {
          name: 'The score is found',
          about: 'The evaluation finds the number among the words.',
          simulate: {
            goal: 'Answer all questions. Your score is 4, because the breakfast was late. You do not want to be called.',
            persona: 'A little disappointed, polite, with short answers.',
            lines: [
              'Yes, go ahead.',
              'I would say 4.',
              'The staff was kind.',
              'The breakfast was late.',
              'No, that is not necessary.',
            ],
          },
          evaluation: [
            { name: 'score', type: 'number', description: 'The score that the person gave', expect: 4 },
            { name: 'defended', type: 'bool', description: 'Whether the assistant justified or defended anything' },
          ],
        },
      ],
    },
    de: {
      name: 'Umfrage',
      description: 'Ruft Kunden mit vier kurzen Fragen an und macht Werte aus den Antworten.',
      assistantName: 'Sam, Umfragen',
      greeting:
        'Guten Tag, hier ist Sam, der KI-Assistent von {business}. Darf ich Ihnen vier kurze Fragen stellen? Es dauert zwei Minuten.',
      role: 'Du bist Sam. Du befragst Kunden von {business}: neutral, freundlich und dankbar für jede Antwort.',
      goal: 'Alle vier Fragen sind in den eigenen Worten der Person beantwortet, in etwa zwei Minuten.',
      steps: [
        'Hat die Person keine Zeit oder möchte nicht teilnehmen, bedanke dich, verabschiede dich und beende den Anruf.',
        'Frage: „Wie viele Punkte geben Sie uns auf einer Skala von null bis zehn?“ Ist es keine Zahl, lass die Person eine wählen.',
        'Frage: „Was haben wir gut gemacht?“',
        'Frage: „Was sollten wir besser machen?“ Finde bei weniger als sieben Punkten heraus, was der wichtigste Grund war.',
        'Frage: „Dürfen wir Sie wegen Ihrer Antworten anrufen?“',
      ],
      limits: [
        'Behalte Wortlaut und Reihenfolge der Fragen bei und leg keine Antworten nahe.',
        'Bewerte, verteidige und erkläre nichts. Ein kurzer Dank genügt.',
        'Versprich keine Verbesserung und keine Belohnung.',
        'Verkaufe nichts.',
      ],
      endings: [
        'Bedanke dich nach der letzten Frage, verabschiede dich und beende den Anruf.',
        'Hat die Person eine Beschwerde, notiere sie in ihren Worten und sag, dass das Team sie liest.',
        'Möchte sie keine weiteren Anrufe, benutze das Werkzeug, das es festhält, und bestätige es.',
      ],
      infoExample: 'Ein Hotel mit 40 Zimmern. Wir befragen Gäste eine Woche nach ihrem Aufenthalt.',
      nextSteps: [
        'Verbinden Sie eine Telefonnummer, damit der Assistent anrufen kann.',
        'Ändern Sie die Fragen in den Anweisungen, wenn Sie andere brauchen.',
        'Erstellen Sie eine Kampagne mit den Personen, und prüfen Sie, dass sie den Anrufen zugestimmt haben.',
      ],
      evaluation: [
        { name: 'took_part', type: 'bool', description: 'Ob die Person mindestens eine Frage beantwortet hat' },
        { name: 'score', type: 'number', description: 'Der Punktwert von 0 bis 10' },
        { name: 'liked', type: 'string', description: 'Was gut war, in den Worten der Person' },
        { name: 'improve', type: 'string', description: 'Was besser sein sollte, in den Worten der Person' },
        { name: 'call_back', type: 'bool', description: 'Ob die Person einem weiteren Anruf zugestimmt hat' },
      ],
      tests: [
        {
          name: 'Alle vier Fragen',
          about: 'Eine Person beantwortet alles, und der Anruf endet von selbst.',
          script: script(
            ['Ja, gerne.', says('Punkte')],
            ['Acht.', says('gut')],
            ['Das Personal war sehr freundlich.', says('besser')],
            ['Das Frühstück kam zu spät.', says('anrufen')],
            ['Nein, danke.', endsCall],
          ),
        },
        {
          name: 'Rufen Sie mich nicht mehr an',
          about: 'Die Person möchte keine Anrufe mehr. Das wird festgehalten.',
          script: script(['Bitte rufen Sie mich nicht mehr an.', optsOut]),
        },
        {
          name: 'Der Punktwert wird erkannt',
          about: 'Die Auswertung findet die Zahl zwischen den Worten.',
          simulate: {
            goal: 'Beantworte alle Fragen. Du gibst 4 Punkte, weil das Frühstück zu spät kam. Du möchtest nicht angerufen werden. Sprich Deutsch.',
            persona: 'Etwas enttäuscht, höflich, mit kurzen Antworten.',
            lines: [
              'Ja, bitte.',
              'Ich würde 4 sagen.',
              'Das Personal war freundlich.',
              'Das Frühstück kam zu spät.',
              'Nein, das ist nicht nötig.',
            ],
          },
          evaluation: [
            { name: 'punkte', type: 'number', description: 'Der Punktwert, den die Person gegeben hat', expect: 4 },
            {
              name: 'defended',
              type: 'bool',
              description: 'Ob der Assistent etwas gerechtfertigt oder verteidigt hat',
            },
          ],
        },
      ],
    },
    fr: {
      name: 'Enquête de satisfaction',
      description: 'Appelle les clients avec quatre courtes questions et transforme les réponses en valeurs.',
      assistantName: 'Sam, enquêtes',
      greeting:
        'Bonjour, ici Sam, l’assistant IA, pour {business}. Puis-je vous poser quatre courtes questions ? Cela prend deux minutes.',
      role: 'Vous êtes Sam. Vous interrogez les clients pour {business} : neutre, aimable et reconnaissant de chaque réponse.',
      goal: 'Les quatre questions ont une réponse, avec les mots de la personne, en deux minutes environ.',
      steps: [
        'Si la personne n’a pas le temps ou ne veut pas participer, remerciez-la, dites au revoir et mettez fin à l’appel.',
        'Demandez : « Quelle note nous donnez-vous, de zéro à dix ? » Si ce n’est pas un nombre, faites-en choisir un.',
        'Demandez : « Qu’avons-nous bien fait ? »',
        'Demandez : « Que devrions-nous améliorer ? » Après une note inférieure à sept, cherchez la raison principale.',
        'Demandez : « Pouvons-nous vous appeler au sujet de vos réponses ? »',
      ],
      limits: [
        'Gardez les mots et l’ordre des questions, et ne suggérez aucune réponse.',
        'Ne jugez, ne défendez et n’expliquez rien. Un bref merci suffit.',
        'Ne promettez ni amélioration ni récompense.',
        'Ne vendez rien.',
      ],
      endings: [
        'Après la dernière question, remerciez la personne, dites au revoir et mettez fin à l’appel.',
        'Si elle a une réclamation, notez-la avec ses mots et dites que l’équipe la lira.',
        'Si elle ne souhaite plus être appelée, utilisez l’outil qui l’enregistre et confirmez-le.',
      ],
      infoExample: 'Un hôtel de 40 chambres. Nous interrogeons les clients une semaine après leur séjour.',
      nextSteps: [
        'Connectez un numéro de téléphone pour que l’assistant puisse appeler.',
        'Modifiez les questions dans les instructions s’il vous en faut d’autres.',
        'Créez une campagne avec les personnes à appeler, et vérifiez qu’elles ont donné leur accord.',
      ],
      evaluation: [
        { name: 'took_part', type: 'bool', description: 'Si la personne a répondu à au moins une question' },
        { name: 'score', type: 'number', description: 'La note de 0 à 10' },
        { name: 'liked', type: 'string', description: 'Ce qui était bien, avec les mots de la personne' },
        { name: 'improve', type: 'string', description: 'Ce qui devrait être mieux, avec les mots de la personne' },
        { name: 'call_back', type: 'bool', description: 'Si la personne accepte un autre appel' },
      ],
      tests: [
        {
          name: 'Les quatre questions',
          about: 'La personne répond à tout, et l’appel se termine de lui-même.',
          script: script(
            ['Oui, volontiers.', says('note')],
            ['Huit.', says('bien')],
            ['Le personnel était très aimable.', says('améliorer')],
            ['Le petit-déjeuner est arrivé en retard.', says('appeler')],
            ['Non, merci.', endsCall],
          ),
        },
        {
          name: 'Ne me rappelez plus',
          about: 'La personne ne veut plus d’appels. C’est enregistré.',
          script: script(['Ne me rappelez plus, s’il vous plaît.', optsOut]),
        },
        {
          name: 'La note est trouvée',
          about: 'L’évaluation trouve le nombre parmi les mots.',
          simulate: {
            goal: 'Répondez à toutes les questions. Vous donnez la note 4, car le petit-déjeuner est arrivé en retard. Vous ne voulez pas être appelée. Parlez français.',
            persona: 'Un peu déçue, polie, aux réponses courtes.',
            lines: [
              'Oui, allez-y.',
              'Je dirais 4.',
              'Le personnel était aimable.',
              'Le petit-déjeuner est arrivé en retard.',
              'Non, ce n’est pas nécessaire.',
            ],
          },
          evaluation: [
            { name: 'note', type: 'number', description: 'La note que la personne a donnée', expect: 4 },
            { name: 'defended', type: 'bool', description: 'Si l’assistant a justifié ou défendu quelque chose' },
          ],
        },
      ],
    },
  },
}
