// The phrases and patterns of the offline model in German.
import type { Phrases } from './english.ts'

export const german: Phrases = {
  greeting: 'Guten Tag! Wie kann ich Ihnen helfen?',
  again: 'Hallo noch einmal! Was kann ich für Sie tun?',
  thanks: 'Gern geschehen. Gibt es noch etwas?',
  goodbye: 'Auf Wiedersehen und einen schönen Tag.',
  noted: 'Gut, notiert. Gibt es noch etwas?',
  acknowledged: 'Vielen Dank.',
  name: 'Mein Name ist {value}.',
  fact: '{name}: {value}.',
  told: 'Sie sagten mir: {value}.',
  pleased: 'Danke, {value}. Was kann ich für Sie tun?',
  tool: '{name} antwortete: {value}',
  source: '(Quelle: {name})',
  sourcePage: '(Quelle: {name}, Seite {page})',
  sourceSpoken: 'Im Dokument {name} heißt es: {value}',
  notInDocuments: 'Dazu sagen die Dokumente nichts.',
  searchFailed: 'Ich kann die Dokumente im Moment nicht durchsuchen.',
  fileRead: 'Ich habe {name} erhalten. Der Anfang lautet: {value}',
  filePicture: 'Ich habe das Bild {name} erhalten, aber dieses Modell kann keine Bilder sehen.',
  fileUnread: 'Ich habe {name} erhalten, konnte es aber nicht lesen.',
  honest:
    'Ich bin Parleys eingebautes Offline-Modell und kenne nur einfache Muster; der Betreiber verbindet ein echtes Modell mit OPENAI_API_KEY oder OPENAI_BASE_URL.',
  honestSpoken: 'Ich bin das Offline-Modell von Parley und kenne nur einfache Antworten.',
  limits: [
    'Das ist mehr, als dieses Offline-Modell beantworten kann. Kann ich etwas Einfacheres nachsehen?',
    'Ohne ein echtes Modell weiß ich darauf keine Antwort. Was möchten Sie sonst wissen?',
    'Das habe ich nicht verstanden. Können Sie es in wenigen einfachen Worten sagen?',
  ],
  hears: {
    hello: /^(hallo|hi|hey|guten (morgen|tag|abend)|servus|moin|gruss gott)\b/,
    thanks: /\b(danke|vielen dank|dankeschon)\b/,
    goodbye: /\b(tschuss|auf wiedersehen|auf wiederhoren|bis bald|ciao)\b/,
    optOut:
      /\brufe?n? (sie )?(mich|uns|hier) (bitte )?(nicht|nie) (mehr|wieder)( an)?\b|\b(nicht|nie) (mehr|wieder) (an|angerufen|kontaktiert)( werden)?\b|\bhoren sie auf (mich |uns |hier )?anzurufen\b|\b(streichen|nehmen|loschen|entfernen) sie (mich|uns|meine nummer|unsere nummer) (bitte )?(von|aus) (ihrer|der|allen) (anruf)?listen?\b|\bkeine (weiteren )?anrufe mehr\b/,
    thisTopic:
      /\b(daruber|deswegen|dazu|damit|hierzu)\b|\b(zu|wegen) (diesem|dieser|dem) (thema|sache|angebot|produkt)\b/,
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
}
