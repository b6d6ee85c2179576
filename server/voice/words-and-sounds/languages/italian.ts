// The word lists for turn-taking in Italian.
import { phraseMap, phraseSet } from '../words.ts'
import type { TurnLanguage } from './language.ts'

export const italian: TurnLanguage = {
  goesOn: phraseSet(
    "e, o, ma, però, perché, quindi, ehm, eh, uhm, mmm, il, lo, la, i, gli, le, un, uno, una, l', un', mio, mia, di, del, della, che, e poi, cioè, voglio dire, vediamo, mi faccia pensare, mi faccia vedere, il mio numero è, il numero è, il mio nome è, mi chiamo, il mio indirizzo è, la mia mail è, la mia email è, il codice è, vorrei, mi piacerebbe, avrei bisogno di",
  ),
  mayGoOn: phraseSet(
    "è, sono, era, sei, a, al, alla, per, in, nel, nella, con, senza, su, sul, da, dal, dalla, fino, tra, fra, come, se, quando, dove, chi, quale, allora, forse, anche, ancora, io, noi, lei, lui, posso, può, potrebbe, voglio, ho, ha, aveva, non, molto, più, penso che, credo che, questo, questa, questi, queste, suo, sua, nostro, nostra, si, mi, dell', nell', all'",
  ),
  shortAnswers: phraseSet(
    'sì, si, no, certo, certamente, va bene, ok, okay, esatto, esattamente, giusto, corretto, perfetto, sì grazie, no grazie, sì per favore, sì certo, sì esatto, è giusto, è corretto, assolutamente, volentieri, naturalmente, ovviamente, non ancora, non proprio, d’accordo, per favore, benissimo, sì va bene, infatti',
  ),
  questionWords: phraseSet(
    'che, cosa, quale, quali, qual, quando, dove, chi, come, perché, quanto, quanta, quanti, quante, o',
  ),
  digits: phraseMap(
    'zero 0, uno 1, un 1, due 2, tre 3, quattro 4, cinque 5, sei 6, sette 7, otto 8, nove 9, doppio ×2, più +',
  ),
  soundsLikeDigits: phraseMap(''),
  soundsLikeLetters: phraseMap(''),
  pairs: phraseSet(
    'dieci, undici, dodici, tredici, quattordici, quindici, sedici, diciassette, diciotto, diciannove, venti, trenta, quaranta, cinquanta, sessanta, settanta, ottanta, novanta',
  ),
  spellingLinks: phraseSet('come, di'),
  atSigns: phraseSet('chiocciola, at'),
  signs: phraseMap('punto ., trattino basso _, underscore _, trattino -'),
  asksForPhone: phraseSet('telefono, cellulare'),
  digitNouns: phraseSet('cifra, cifre'),
  asksForNumber: phraseSet(
    'numero, telefono, cellulare, codice, cap, cifre, data di nascita, codice fiscale, partita iva, iban',
  ),
  asksForEmail: phraseSet('e-mail, email, mail, posta elettronica'),
  asksForSpelling: phraseSet('lettera per lettera, compitare, fare lo spelling, spelling'),
  backchannels: phraseSet(
    'sì, si, ok, okay, va bene, certo, capisco, ho capito, capito, mm, mhm, hm, hmm, ah, ah sì, ah ok, oh, eh, bene, molto bene, benissimo, bello, esatto, giusto, perfetto, chiaro, infatti, ecco, grazie, d’accordo, ottimo, già, appunto, vero, naturalmente',
  ),
  commands: phraseSet(
    'stop, ferma, fermo, si fermi, fermati, aspetti, aspetta, un momento, un attimo, un secondo, un minuto, pausa, silenzio, zitto, basta, basta così, mi scusi, scusi, scusa, mi faccia parlare, mi faccia finire, ascolti, senta, pronto, è ancora lì, mi sente, più piano, più lentamente, ripeta, può ripetere, come, come scusi, prego, ho una domanda, una domanda, annulla, arrivederci',
  ),
  politeWords: phraseSet('per favore, per piacere, no, ehi, oh, ok, okay, sì, ma, e, allora, scusi, ehm, eh'),
  farewells: phraseSet(
    'arrivederci, arrivederla, addio, ciao, ciao ciao, bye, a presto, a dopo, a domani, alla prossima, ci vediamo, ci sentiamo, buona giornata, una buona giornata, buona serata, una buona serata, buon pomeriggio, buon fine settimana, buona notte, riagganci, può riagganciare, buonanotte, anche a lei, buona giornata anche a lei, buona serata anche a lei, altrettanto',
  ),
  beforeMentions: phraseSet(
    'dire, dico, dice, detto, dicendo, a, un, il, mio, nostro, non, mai, senza, prima, se, quando, o',
  ),
  positiveWords: phraseSet(
    'ottimo, perfetto, eccellente, fantastico, meraviglioso, grazie, bene, benissimo, felice, contento, contenta, adoro, splendido, bello, stupendo, soddisfatto, soddisfatta, magnifico, grande, bravissimo',
  ),
  negativeWords: phraseSet(
    'problema, problemi, rotto, rotta, sbagliato, purtroppo, arrabbiato, arrabbiata, reclamo, terribile, orribile, male, brutto, cattivo, infastidito, frustrato, deluso, delusa, triste, malato, malata, morto, perso, persa, ferito, preoccupato, preoccupata, annullare, disdire, rimborso, ritardo, non funziona, mai arrivato, inaccettabile, odio, errore, rubato, guasto, dolore',
  ),
  negations: phraseSet('non, senza, nessun, nessuna, mai, niente, nessuno'),
  leavesMessage: phraseSet(
    'lasciate un messaggio, lasci un messaggio, lascia un messaggio, lasciare un messaggio, lasciate il vostro messaggio',
  ),
  voicemail: phraseSet(
    'non sono disponibile, non disponibile, non posso rispondere, non può rispondere, non possiamo rispondere, al momento non, vi richiamerò, ti richiamerò, la richiamerò, verrete richiamati, non è raggiungibile, risponde il numero',
  ),
  persons: phraseSet(
    'con me, a me, mio cellulare, persona giusta, numero sbagliato, lui non, lei non è in, glielo dico, dirgli, dirle, riferisco, vuole lasciare, vuoi lasciare, desidera, chi parla, chi è, di cosa si tratta, mi dica',
  ),
  handsOver: phraseSet('mi dica, dica, dica pure, prego, pronto'),
  networks: phraseSet(
    "il numero, l'utente, utente da lei, il cliente, da lei chiamato, da lei selezionato, la preghiamo, riprovare, più tardi",
  ),
  tone: phraseSet(
    'dopo il segnale, dopo il segnale acustico, dopo il bip, dopo il tono, segreteria, segreteria telefonica, casella vocale, messaggio vocale',
  ),
  menu: phraseSet(
    'premere, prema, premi, digiti, digitare, prema uno, prema 1, menu principale, tasto, chiamata potrebbe essere registrata, chiamata sarà registrata, telefonata potrebbe essere registrata, tutti gli operatori, nostri operatori, attendere in linea, resti in linea, rimanga in linea, si prega di attendere, orari di apertura, la preghiamo di attendere',
  ),
  screening: phraseSet(
    'dica il suo nome, indichi il suo nome, registri il suo nome, dire il tuo nome, il suo nome e il motivo, nome e il motivo, motivo della chiamata, motivo della sua chiamata, filtro chiamate, chi parla prego',
  ),
  services: phraseSet(
    'attenda, attendere, un momento, un attimo, resti in linea, rimanga in linea, non riagganci, la metto in contatto, la collego, le passo, trasferisco, trasferimento della chiamata, sto verificando, verifico se, se questa persona, per aver chiamato, per la chiamata, per l’attesa, per la pazienza, benvenuto, benvenuti, non disponibile, non è disponibile, non può parlare, non può rispondere, non desidera, suo messaggio, più tardi, è urgente, dal suo elenco',
  ),
  greetings: phraseSet('pronto, ciao, salve, buongiorno, buonasera, buon pomeriggio, sì, chi è, chi parla'),
  introductions: phraseSet('sono, mi chiamo, il mio nome è, parla con, all’apparecchio'),
  welcomes: phraseSet('grazie per aver chiamato, grazie per la chiamata, benvenuto, benvenuti'),
  offersHelp: phraseSet(
    'come posso aiutarla, come posso aiutarti, in cosa posso aiutarla, in che cosa posso aiutarla, posso aiutarla, cosa posso fare per lei, come posso esserle utile, in cosa posso esserle utile, mi dica, all’apparecchio',
  ),
  holdRequests: phraseSet(
    'resti in linea, rimanga in linea, attenda in linea, attendere in linea, non riagganci, non riattacchi, la metto in attesa, la metto in contatto, la collego, le passo, glielo passo, gliela passo, la trasferisco, trasferisco la chiamata, torno subito, arrivo subito, prendere una penna, prendo una penna, qualcosa per scrivere',
  ),
  moments: phraseSet(
    'un momento, un momentino, un attimo, un attimino, un secondo, un secondino, un minuto, aspetti un momento, aspetti un attimo, aspetti un secondo, aspetta un attimo, aspetta un momento, solo un attimo, solo un momento, mi dia un attimo, mi dia un momento, mi dia un secondo, attenda, attenda prego, prego attendere',
  ),
  errands: phraseSet(
    'prendo, cerco, controllo, verifico, guardo, chiedo, devo, vado a, sto cercando, mi faccia, fammi, le passo, la passo, che prendo, che cerco, che controllo, che guardo',
  ),
  queues: phraseSet(
    'chiamata è importante, chiamata è molto importante, tutti gli operatori, tutti i nostri operatori, nostri operatori sono, primo operatore, prossimo operatore, tempo di attesa stimato, in coda',
  ),
  unreachable: {
    circuits_busy: phraseSet('rete è congestionata, linee sono congestionate, linee sono sovraccariche, congestione'),
    busy: phraseSet('linea è occupata, linee sono occupate, numero è occupato, utente è occupato'),
    no_answer: phraseSet(
      'non risponde, è spento, spento o non raggiungibile, utente non raggiungibile, cliente da lei chiamato, non è raggiungibile, telefono spento, potrebbe avere il terminale spento',
    ),
    mailbox_full: phraseSet(
      "casella è piena, segreteria è piena, casella vocale è piena, non può ricevere altri messaggi, non è stata attivata, casella vocale dell'utente è piena",
    ),
    calls_refused: phraseSet('non accetta chiamate'),
    number_unavailable: phraseSet(
      'numero selezionato, numero da lei selezionato, numero da lei chiamato, è inesistente, non è attivo, non esiste, non è più attivo',
    ),
  },
  abbreviations: phraseSet(
    'sig, sigg, sigra, signa, dott, dottssa, ssa, dr, prof, profssa, ing, avv, arch, geom, rag, ecc, es, pag, num, nr, tel, cell, max, min, ca, circa, gen, feb, mar, apr, mag, giu, lug, ago, set, ott, nov, dic, art, vs, on, mons',
  ),
  and: 'e',
  to: 'a',
  bridges: ['Un momento, per favore.', 'Controllo subito per lei.', 'Un attimo solo.'],
  patience: ['Sto ancora controllando, grazie per la pazienza.', 'Ci vuole ancora un po’, un attimo di pazienza.'],
  apology: 'Mi dispiace, ho dei problemi tecnici. Arrivederci.',
  stillThere: 'È ancora in linea?',
  trouble: 'Mi scusi, qualcosa è andato storto. Può ripetere, per favore?',
  goodbye: 'Arrivederci.',
  optedOut: 'Ho annotato che non desidera più essere chiamato. Arrivederci.',
  nobodyReached: 'Purtroppo al momento nessuno è raggiungibile. Arrivederci.',
  purpose: 'Sono {name}, e il motivo della mia chiamata è: {purpose}',
  timeOver: 'Il tempo per questa chiamata è finito. Arrivederci.',
  silenceGoodbye: 'Non la sento, quindi termino la chiamata. Arrivederci.',
}
