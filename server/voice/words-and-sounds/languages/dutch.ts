// The word lists for turn-taking in Dutch.
import { phraseMap, phraseSet } from '../words.ts'
import type { TurnLanguage } from './language.ts'

export const dutch: TurnLanguage = {
  goesOn: phraseSet(
    'en, of, maar, omdat, want, dus, eh, ehm, uh, uhm, hm, de, het, een, mijn, uw, jouw, dat, en dan, weet u, ik bedoel, even kijken, even denken, laat me kijken, mijn nummer is, het nummer is, mijn naam is, ik heet, mijn adres is, mijn e-mail is, mijn e-mailadres is, mijn mailadres is, de code is, ik wil graag, ik zou graag',
  ),
  mayGoOn: phraseSet(
    'is, zijn, was, waren, ben, te, naar, voor, van, uit, in, op, aan, bij, met, over, om, tot, sinds, als, dan, hoe, waar, wie, welke, zo, misschien, ook, nog, ik, wij, we, hij, zij, ze, u, kan, kunnen, kon, wil, zou, heb, heeft, had, niet, heel, zeer, tussen, ik denk, ik geloof, deze, die, dit, hun, onze, ons, haar',
  ),
  shortAnswers: phraseSet(
    'ja, nee, jawel, jazeker, zeker, klopt, dat klopt, ja dat klopt, precies, juist, inderdaad, oké, ok, okay, goed, prima, graag, ja graag, nee bedankt, nee dank u, ja hoor, nee hoor, natuurlijk, correct, is goed, dat is goed, dat is prima, ja prima, nog niet, niet echt, absoluut, alstublieft, doe maar, akkoord, uiteraard',
  ),
  questionWords: phraseSet('wat, welke, welk, wanneer, waar, waarheen, wie, wiens, hoe, hoeveel, waarom, waarvoor, of'),
  digits: phraseMap(
    'nul 0, een 1, één 1, twee 2, drie 3, vier 4, vijf 5, zes 6, zeven 7, acht 8, negen 9, dubbel ×2, plus +',
  ),
  soundsLikeDigits: phraseMap(''),
  soundsLikeLetters: phraseMap(''),
  pairs: phraseSet(
    'tien, elf, twaalf, dertien, veertien, vijftien, zestien, zeventien, achttien, negentien, twintig, dertig, veertig, vijftig, zestig, zeventig, tachtig, negentig',
  ),
  spellingLinks: phraseSet('van, als'),
  atSigns: phraseSet('apenstaartje, at'),
  signs: phraseMap('punt ., underscore _, laag streepje _, streepje -, koppelteken -'),
  asksForPhone: phraseSet('telefoonnummer, telefoon, mobiel'),
  digitNouns: phraseSet('cijfer, cijfers, cijferige'),
  asksForNumber: phraseSet(
    'nummer, telefoonnummer, mobiel, klantnummer, ordernummer, bestelnummer, factuurnummer, postcode, code, cijfers, geboortedatum, rekeningnummer, bsn, iban',
  ),
  asksForEmail: phraseSet('e-mail, email, e-mailadres, emailadres, mailadres'),
  asksForSpelling: phraseSet('spellen, spelt, letter voor letter'),
  backchannels: phraseSet(
    'ja, jaja, ja ja, oké, ok, okay, goed, prima, precies, juist, klopt, dat klopt, inderdaad, ik snap het, snap ik, begrijp ik, ik begrijp het, duidelijk, aha, ah, ach, o, oh, mm, mhm, hm, hmm, eh, uh, mooi, leuk, fijn, natuurlijk, zeker, dank u, bedankt, top, perfect, is goed, ja hoor, helder, tuurlijk',
  ),
  commands: phraseSet(
    'stop, wacht, wacht even, wachten, een moment, een ogenblik, moment, momentje, seconde, een seconde, pauze, stil, stilte, genoeg, het is genoeg, hou op, houd op, ophouden, sorry, pardon, laat me uitpraten, laat mij uitpraten, luister, luister eens, hallo, bent u er nog, hoort u mij, langzamer, niet zo snel, rustig, herhaal, kunt u dat herhalen, nog een keer, nog eens, wat zegt u, wablief, ik heb een vraag, een vraag, vraag, annuleren, dag, tot ziens',
  ),
  politeWords: phraseSet('alstublieft, alsjeblieft, nee, hé, oh, oké, ok, ja, maar, en, nou, sorry, eh, even'),
  farewells: phraseSet(
    'tot ziens, dag, dag hoor, dag dag, doei, doeg, tot horens, tot later, tot straks, tot morgen, tot dan, bye, ciao, fijne dag, fijne dag nog, fijne dag verder, een fijne dag, een fijne dag nog, prettige dag, prettige dag verder, een prettige dag, fijne avond, een fijne avond, prettige avond, fijn weekend, een fijn weekend, goed weekend, goedenacht, u kunt ophangen, hang maar op, het beste, u ook, insgelijks, van hetzelfde',
  ),
  beforeMentions: phraseSet(
    'zeggen, zeg, zegt, zei, een, de, het, mijn, ons, geen, niet, nooit, zonder, voordat, als, wanneer, of, per, elke, welke',
  ),
  positiveWords: phraseSet(
    'geweldig, perfect, prima, fantastisch, uitstekend, mooi, goed, heel goed, fijn, leuk, blij, bedankt, dank u, dankjewel, super, top, tevreden, heerlijk, prachtig, gelukkig',
  ),
  negativeWords: phraseSet(
    'probleem, problemen, kapot, fout, verkeerd, helaas, boos, kwaad, klacht, klagen, vreselijk, verschrikkelijk, slecht, erg, vervelend, geïrriteerd, gefrustreerd, teleurgesteld, verdrietig, ziek, overleden, verloren, kwijt, gewond, bezorgd, annuleren, opzeggen, terugbetaling, te laat, werkt niet, doet het niet, nooit aangekomen, onacceptabel, haat, storing, gestolen, moeite, pijn, stuk',
  ),
  negations: phraseSet('niet, geen, nooit, zonder'),
  leavesMessage: phraseSet(
    'laat een bericht achter, laat een boodschap achter, laat uw bericht, spreek een bericht in, spreek uw bericht in, spreek uw boodschap in, spreek een boodschap in, bericht achterlaten',
  ),
  voicemail: phraseSet(
    'niet bereikbaar, niet beschikbaar, niet aanwezig, niet opnemen, niet aan de telefoon komen, op dit moment niet, momenteel niet, bel ik terug, bel ik u terug, bel u terug, bel je terug, bent verbonden met',
  ),
  persons: phraseSet(
    'bij mij, mijn mobiel, juiste persoon, verkeerd verbonden, hij kan, zij kan, hij is, zij is, ze is, ik geef het door, doorgeven, wilt u, wil je, waar gaat het, met wie, ik luister',
  ),
  handsOver: phraseSet('zeg het maar, gaat uw gang, ga je gang, ik luister, spreekt u mee'),
  networks: phraseSet(
    'de abonnee, het nummer, dit nummer, de gebruiker, dat u belt, dat u heeft, die u belt, probeer het, later opnieuw',
  ),
  tone: phraseSet('na de piep, na de pieptoon, na de toon, na het signaal, voicemail, antwoordapparaat, mailbox'),
  menu: phraseSet(
    'toets een, toets 1, toets de, toets nul, kies een, kies 1, druk op, druk een, hoofdmenu, keuzemenu, gesprek kan worden opgenomen, gesprek wordt opgenomen, al onze medewerkers, eerstvolgende medewerker, blijf aan de lijn, een ogenblik geduld, openingstijden, wachtrij',
  ),
  screening: phraseSet(
    'zeg uw naam, noem uw naam, spreek uw naam in, geef uw naam, uw naam en de reden, reden van uw gesprek, reden van uw oproep, reden waarom u belt, zeg je naam, oproepfilter',
  ),
  services: phraseSet(
    'even geduld, een moment, een ogenblik, ogenblik geduld, blijf aan de lijn, blijft u aan de lijn, verbind u, wordt doorverbonden, verbonden met, ik controleer, ik vraag, of deze persoon, voor uw geduld, voor het wachten, voor uw oproep, dat u belt, welkom bij, niet beschikbaar, niet bereikbaar, kan niet praten, kan nu niet, kan niet opnemen, wil niet, uw bericht, later opnieuw, probeer het later, is het dringend, van uw lijst',
  ),
  greetings: phraseSet(
    'hallo, ja, hoi, dag, goedemorgen, goedemiddag, goedenavond, goeiemorgen, met wie spreek, wie is dit, wie is daar',
  ),
  introductions: phraseSet('u spreekt met, je spreekt met, spreekt u, mijn naam is, ik ben'),
  welcomes: phraseSet('bedankt voor het bellen, bedankt voor uw telefoontje, welkom bij'),
  offersHelp: phraseSet(
    'waarmee kan ik u helpen, waar kan ik u mee helpen, hoe kan ik u helpen, waarmee kan ik helpen, kan ik u helpen, wat kan ik voor u doen, waarmee kan ik je helpen, hoe kan ik je helpen',
  ),
  holdRequests: phraseSet(
    'blijft u aan de lijn, blijf aan de lijn, blijf even hangen, blijft u even hangen, niet ophangen, even geduld, ik verbind u, ik verbind, ik verbind u door, verbind u door, ik verbind je door, doorverbinden, doorverbonden, ik zet u in de wacht, zet u even in de wacht, ben zo terug, kom zo terug, ben zo bij u, een pen pakken, pak een pen, iets om te schrijven',
  ),
  moments: phraseSet(
    'een moment, een momentje, een ogenblik, een ogenblikje, ogenblikje, momentje, een seconde, een secondje, een minuut, een minuutje, wacht even, eventjes wachten, even wachten, moment, wacht u even, wacht u een moment, wacht even alstublieft',
  ),
  errands: phraseSet(
    'ik pak, ik haal, ik zoek, ik kijk, ik vraag, ik ga, ik moet, ik controleer, ik schrijf, laat me, laat mij, even kijken, even zoeken, ik pak even, dan kijk ik, dan pak ik, dan haal ik',
  ),
  queues: phraseSet(
    'gesprek is belangrijk, telefoontje is belangrijk, oproep is belangrijk, al onze medewerkers, eerstvolgende medewerker, onze medewerkers zijn, in de wachtrij, geschatte wachttijd, een ogenblik geduld',
  ),
  unreachable: {
    circuits_busy: phraseSet('netwerk is overbelast, lijnen zijn overbelast'),
    busy: phraseSet('lijn is bezet, lijnen zijn bezet, nummer is bezet, is in gesprek'),
    no_answer: phraseSet('neemt niet op, niet bereikbaar, is uitgeschakeld, is uitgezet, niet te bereiken'),
    mailbox_full: phraseSet(
      'voicemail is vol, mailbox is vol, geen berichten meer, niet ingesteld, voicemailbox is vol, postbus is vol',
    ),
    calls_refused: phraseSet('geen anonieme oproepen, accepteert geen oproepen'),
    number_unavailable: phraseSet(
      'niet in gebruik, niet meer in gebruik, nummer is niet bekend, buiten gebruik, afgesloten, nummer dat u heeft gekozen, nummer dat u hebt gekozen, bestaat niet',
    ),
  },
  abbreviations: phraseSet(
    'dhr, mevr, mw, dr, drs, ir, ing, prof, mr, st, str, nr, bijv, bv, enz, etc, ca, evt, incl, excl, max, min, tel, blz, art, jan, feb, mrt, apr, jun, jul, aug, sept, okt, nov, dec, vs, resp, ong, dwz, ds, gem, geb',
  ),
  and: 'en',
  to: 'tot',
  bridges: ['Een moment, alstublieft.', 'Ik kijk het even voor u na.', 'Een ogenblik, alstublieft.'],
  patience: ['Ik ben nog aan het kijken, bedankt voor uw geduld.', 'Het duurt iets langer, nog een moment.'],
  apology: 'Het spijt me, ik heb technische problemen. Tot ziens.',
  stillThere: 'Bent u er nog?',
  trouble: 'Sorry, er ging iets mis. Kunt u dat herhalen?',
  goodbye: 'Tot ziens.',
  optedOut: 'Ik heb genoteerd dat u niet meer gebeld wilt worden. Tot ziens.',
  nobodyReached: 'Helaas is er op dit moment niemand bereikbaar. Tot ziens.',
  purpose: 'U spreekt met {name}, en de reden van mijn oproep is: {purpose}',
  timeOver: 'De tijd voor dit gesprek is om. Tot ziens.',
  silenceGoodbye: 'Ik hoor u niet, dus ik beëindig het gesprek. Tot ziens.',
}
