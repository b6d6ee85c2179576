// What the offline model says and understands, per language.

export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt'

export interface Phrases {
  greeting: string
  again: string
  thanks: string
  goodbye: string
  noted: string
  name: string
  fact: string
  told: string
  pleased: string
  tool: string
  /** Said once per conversation: what this is, and how a real model takes its place. */
  honest: string
  /** Said in turn whenever there is no answer. */
  limits: string[]
  hears: {
    hello: RegExp
    thanks: RegExp
    goodbye: RegExp
    yes: RegExp
    no: RegExp
    question: RegExp
    myNature: RegExp
    yourName: RegExp
    introduces: RegExp
    /** Words of the language for what a variable may be called in English. */
    words: Record<string, string[]>
  }
}

export const phrasesByLanguage: Record<Language, Phrases> = {
  en: {
    greeting: 'Hello! How can I help you?',
    again: 'Hello again! What can I do for you?',
    thanks: 'You are welcome. Is there anything else?',
    goodbye: 'Goodbye, and have a good day.',
    noted: 'All right, noted. Is there anything else?',
    name: 'My name is {value}.',
    fact: 'The {name} is {value}.',
    told: 'You told me: {value}.',
    pleased: 'Thank you, {value}. What can I do for you?',
    tool: '{name} answered: {value}',
    honest:
      'I am Parley’s built-in offline model and know only simple patterns; the operator connects a real model by setting OPENAI_API_KEY or OPENAI_BASE_URL.',
    limits: [
      'That is more than this offline model can answer. Is there something simpler I can look up?',
      'I have no answer to that without a real model. What else would you like to know?',
      'I could not follow that. Could you put it in a few plain words?',
    ],
    hears: {
      hello: /^(hi|hello|hey|hiya|good (morning|afternoon|evening|day)|greetings)\b/,
      thanks: /\b(thanks|thank you|thx|cheers)\b/,
      goodbye: /\b(bye|goodbye|good night|see you|farewell)\b/,
      yes: /^(yes|yeah|yep|sure|ok|okay|of course|correct|right|exactly)\b/,
      no: /^(no|nope|not really|nothing|never)\b/,
      question: /\?|^(what|which|when|where|who|how|tell me|give me|do you know|can you)\b|\bwhat s\b/,
      myNature:
        /\bare you (a |an )?(real|human|person|bot|robot|machine|ai|chatgpt|gpt|model)\b|\b(what|which) (ai |language )?model\b|^who are you|^what are you/,
      yourName: /\byour name\b|\bare you called\b/,
      introduces: /\b(?:my name is|my name's|i am called|call me)\s+/i,
      words: {
        phone: ['telephone', 'number'],
        email: ['mail'],
        time: ['when'],
        hours: ['when'],
        date: ['when'],
        day: ['when'],
        address: ['where'],
        location: ['where'],
        price: ['cost', 'much'],
      },
    },
  },
  de: {
    greeting: 'Guten Tag! Wie kann ich Ihnen helfen?',
    again: 'Hallo noch einmal! Was kann ich für Sie tun?',
    thanks: 'Gern geschehen. Gibt es noch etwas?',
    goodbye: 'Auf Wiedersehen und einen schönen Tag.',
    noted: 'Gut, notiert. Gibt es noch etwas?',
    name: 'Mein Name ist {value}.',
    fact: '{name}: {value}.',
    told: 'Sie sagten mir: {value}.',
    pleased: 'Danke, {value}. Was kann ich für Sie tun?',
    tool: '{name} antwortete: {value}',
    honest:
      'Ich bin Parleys eingebautes Offline-Modell und kenne nur einfache Muster; der Betreiber verbindet ein echtes Modell mit OPENAI_API_KEY oder OPENAI_BASE_URL.',
    limits: [
      'Das ist mehr, als dieses Offline-Modell beantworten kann. Kann ich etwas Einfacheres nachsehen?',
      'Ohne ein echtes Modell weiß ich darauf keine Antwort. Was möchten Sie sonst wissen?',
      'Das habe ich nicht verstanden. Können Sie es in wenigen einfachen Worten sagen?',
    ],
    hears: {
      hello: /^(hallo|hi|hey|guten (morgen|tag|abend)|servus|moin|gruss gott)\b/,
      thanks: /\b(danke|vielen dank|dankeschon)\b/,
      goodbye: /\b(tschuss|auf wiedersehen|auf wiederhoren|bis bald|ciao)\b/,
      yes: /^(ja|jawohl|genau|gerne|sicher|richtig|ok|okay)\b/,
      no: /^(nein|nee|nichts|keine)\b/,
      question: /\?|^(was|welche[rs]?|wann|wo|wer|wie|sagen sie mir|nennen sie)\b/,
      myNature:
        /\b(bist du|sind sie) (ein |eine )?(echter?|mensch|bot|roboter|maschine|ki|chatgpt|computer)\b|\bwelches modell\b|^wer (bist du|sind sie)/,
      yourName: /\b(dein|ihr) name\b|\bwie hei(ss|ß)t du\b|\bwie hei(ss|ß)en sie\b/,
      introduces: /\b(?:ich heiße|mein name ist|ich heisse)\s+/i,
      words: {
        name: ['name', 'heisse', 'heiße'],
        phone: ['telefon', 'telefonnummer', 'nummer'],
        email: ['mail'],
        date: ['datum', 'termin'],
        appointment: ['termin'],
        order: ['bestellung', 'auftrag'],
        price: ['preis'],
        address: ['adresse'],
        time: ['uhrzeit', 'zeit'],
        hours: ['offnungszeiten'],
        company: ['firma'],
        city: ['stadt'],
        status: ['stand', 'zustand'],
      },
    },
  },
  es: {
    greeting: '¡Hola! ¿En qué puedo ayudarle?',
    again: '¡Hola de nuevo! ¿Qué puedo hacer por usted?',
    thanks: 'De nada. ¿Hay algo más?',
    goodbye: 'Adiós y que tenga un buen día.',
    noted: 'De acuerdo, anotado. ¿Hay algo más?',
    name: 'Me llamo {value}.',
    fact: '{name}: {value}.',
    told: 'Usted me dijo: {value}.',
    pleased: 'Gracias, {value}. ¿Qué puedo hacer por usted?',
    tool: '{name} respondió: {value}',
    honest:
      'Soy el modelo sin conexión (offline) integrado en Parley y solo conozco patrones sencillos; el operador conecta un modelo de verdad con OPENAI_API_KEY u OPENAI_BASE_URL.',
    limits: [
      'Eso es más de lo que este modelo sin conexión sabe responder. ¿Puedo buscar algo más sencillo?',
      'Sin un modelo de verdad no sé responder a eso. ¿Qué más quiere saber?',
      'No lo he entendido. ¿Puede decirlo en pocas palabras?',
    ],
    hears: {
      hello: /^(hola|buenos dias|buenas( tardes| noches)?|que tal)\b/,
      thanks: /\b(gracias)\b/,
      goodbye: /\b(adios|hasta luego|hasta pronto|chao)\b/,
      yes: /^(si|claro|vale|correcto|exacto|de acuerdo)\b/,
      no: /^(no|nada|ninguno)\b/,
      question: /\?|^(que|cual|cuando|donde|quien|como|digame|dime)\b/,
      myNature:
        /\b(eres|es usted) (un |una )?(persona|humano|humana|robot|maquina|bot|ia|chatgpt|real)\b|\bque modelo\b|^quien (eres|es usted)/,
      yourName: /\b(tu|su) nombre\b|\bcomo (te llamas|se llama)\b/,
      introduces: /\b(?:me llamo|mi nombre es)\s+/i,
      words: {
        name: ['nombre', 'llamo'],
        phone: ['telefono', 'numero'],
        email: ['correo', 'mail'],
        date: ['fecha'],
        appointment: ['cita'],
        order: ['pedido'],
        price: ['precio'],
        address: ['direccion'],
        time: ['hora'],
        hours: ['horario'],
        company: ['empresa'],
        city: ['ciudad'],
        status: ['estado'],
      },
    },
  },
  fr: {
    greeting: 'Bonjour ! Comment puis-je vous aider ?',
    again: 'Re-bonjour ! Que puis-je faire pour vous ?',
    thanks: 'Je vous en prie. Y a-t-il autre chose ?',
    goodbye: 'Au revoir et bonne journée.',
    noted: 'Très bien, c’est noté. Y a-t-il autre chose ?',
    name: 'Je m’appelle {value}.',
    fact: '{name} : {value}.',
    told: 'Vous m’avez dit : {value}.',
    pleased: 'Merci, {value}. Que puis-je faire pour vous ?',
    tool: '{name} a répondu : {value}',
    honest:
      'Je suis le modèle hors ligne (offline) intégré à Parley et je ne connais que des tournures simples ; l’opérateur connecte un vrai modèle avec OPENAI_API_KEY ou OPENAI_BASE_URL.',
    limits: [
      'C’est plus que ce modèle hors ligne ne sait répondre. Puis-je chercher quelque chose de plus simple ?',
      'Sans un vrai modèle, je n’ai pas de réponse à cela. Que voulez-vous savoir d’autre ?',
      'Je n’ai pas compris. Pouvez-vous le dire en quelques mots simples ?',
    ],
    hears: {
      hello: /^(bonjour|bonsoir|salut|coucou|allo)\b/,
      thanks: /\b(merci)\b/,
      goodbye: /\b(au revoir|a bientot|bonne (journee|soiree|nuit))\b/,
      yes: /^(oui|ouais|bien sur|d accord|exact|exactement)\b/,
      no: /^(non|rien|aucun)\b/,
      question: /\?|^(que|quel|quelle|quand|ou|qui|comment|dites moi|qu est ce)\b/,
      myNature:
        /\b(es tu|etes vous|tu es|vous etes) (un |une |vraiment )?(personne|humaine?|robot|machine|bot|ia|chatgpt|reelle?)\b|\bquel modele\b|^qui (es tu|etes vous)/,
      yourName: /\b(ton|votre) nom\b|\bcomment (t appelles tu|tu t appelles|vous appelez vous|vous vous appelez)\b/,
      introduces: /(?:je m['’]appelle|mon nom est)\s+/i,
      words: {
        name: ['nom', 'prenom', 'appelle'],
        phone: ['telephone', 'numero'],
        email: ['courriel', 'mail'],
        date: ['date'],
        appointment: ['rendez'],
        order: ['commande'],
        price: ['prix'],
        address: ['adresse'],
        time: ['heure'],
        hours: ['horaires'],
        company: ['entreprise', 'societe'],
        city: ['ville'],
        status: ['statut', 'etat'],
      },
    },
  },
  it: {
    greeting: 'Buongiorno! Come posso aiutarla?',
    again: 'Salve di nuovo! Che cosa posso fare per lei?',
    thanks: 'Prego. C’è altro?',
    goodbye: 'Arrivederci e buona giornata.',
    noted: 'Va bene, annotato. C’è altro?',
    name: 'Mi chiamo {value}.',
    fact: '{name}: {value}.',
    told: 'Mi ha detto: {value}.',
    pleased: 'Grazie, {value}. Che cosa posso fare per lei?',
    tool: '{name} ha risposto: {value}',
    honest:
      'Sono il modello offline integrato in Parley e conosco solo schemi semplici; il gestore collega un vero modello con OPENAI_API_KEY o OPENAI_BASE_URL.',
    limits: [
      'È più di quanto questo modello offline sappia rispondere. Posso cercare qualcosa di più semplice?',
      'Senza un vero modello non ho una risposta. Che cos’altro vuole sapere?',
      'Non ho capito. Può dirlo in poche parole semplici?',
    ],
    hears: {
      hello: /^(ciao|buongiorno|buonasera|salve|pronto)\b/,
      thanks: /\b(grazie)\b/,
      goodbye: /\b(arrivederci|addio|a presto|buona (giornata|notte))\b/,
      yes: /^(si|certo|va bene|esatto|giusto|d accordo)\b/,
      no: /^(no|niente|nulla|nessuno)\b/,
      question: /\?|^(che|quale|qual|quando|dove|chi|come|mi dica|dimmi)\b/,
      myNature:
        /\b(sei|e lei) (un |una )?(persona|umano|umana|robot|macchina|bot|ia|chatgpt|reale)\b|\bche modello\b|^chi (sei|e lei)/,
      yourName: /\b(tuo|suo) nome\b|\bcome (ti chiami|si chiama)\b/,
      introduces: /\b(?:mi chiamo|il mio nome [eè])\s+/i,
      words: {
        name: ['nome', 'chiamo'],
        phone: ['telefono', 'numero'],
        email: ['mail', 'posta'],
        date: ['data'],
        appointment: ['appuntamento'],
        order: ['ordine'],
        price: ['prezzo'],
        address: ['indirizzo'],
        time: ['ora'],
        hours: ['orari', 'orario'],
        company: ['azienda', 'ditta'],
        city: ['citta'],
        status: ['stato'],
      },
    },
  },
  pt: {
    greeting: 'Olá! Como posso ajudar?',
    again: 'Olá de novo! O que posso fazer por si?',
    thanks: 'De nada. Há mais alguma coisa?',
    goodbye: 'Adeus e tenha um bom dia.',
    noted: 'Muito bem, anotado. Há mais alguma coisa?',
    name: 'O meu nome é {value}.',
    fact: '{name}: {value}.',
    told: 'Disse-me: {value}.',
    pleased: 'Obrigado, {value}. O que posso fazer por si?',
    tool: '{name} respondeu: {value}',
    honest:
      'Sou o modelo offline integrado no Parley e só conheço padrões simples; o operador liga um modelo de verdade com OPENAI_API_KEY ou OPENAI_BASE_URL.',
    limits: [
      'Isso é mais do que este modelo offline sabe responder. Posso procurar algo mais simples?',
      'Sem um modelo de verdade não tenho resposta para isso. Que mais quer saber?',
      'Não percebi. Pode dizê-lo em poucas palavras simples?',
    ],
    hears: {
      hello: /^(ola|oi|bom dia|boa (tarde|noite))\b/,
      thanks: /\b(obrigad[oa])\b/,
      goodbye: /\b(adeus|tchau|ate (logo|breve))\b/,
      yes: /^(sim|claro|certo|exato|exatamente|esta bem)\b/,
      no: /^(nao|nada|nenhum)\b/,
      question: /\?|^(o que|que|qual|quando|onde|quem|como|diga me)\b/,
      myNature:
        /\b(es|e|voce e) (um |uma )?(pessoa|humano|humana|robo|maquina|bot|ia|chatgpt|real)\b|\bque modelo\b|^quem (es|e voce)/,
      yourName: /\b(teu|seu) nome\b|\bcomo (te chamas|se chama)\b/,
      introduces: /\b(?:me chamo|chamo-me|(?:o )?meu nome [eé])\s+/i,
      words: {
        name: ['nome', 'chamo'],
        phone: ['telefone', 'numero', 'celular'],
        email: ['mail', 'correio'],
        date: ['data'],
        appointment: ['consulta', 'marcacao'],
        order: ['pedido', 'encomenda'],
        price: ['preco'],
        address: ['endereco', 'morada'],
        time: ['hora'],
        hours: ['horario'],
        company: ['empresa'],
        city: ['cidade'],
        status: ['estado'],
      },
    },
  },
}
