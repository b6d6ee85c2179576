// The word lists for turn-taking in German.
import { phraseMap, phraseSet } from '../words.ts'
import type { TurnLanguage } from './language.ts'

export const german: TurnLanguage = {
  goesOn: phraseSet(
    'und, oder, aber, weil, denn, sondern, dass, äh, ähm, öh, hm, also, der, die, das, den, dem, ein, eine, einen, einem, mein, meine, meinen, und dann, wissen sie, ich meine, moment, mal sehen, mal überlegen, meine nummer ist, meine nummer lautet, mein name ist, ich heiße, meine adresse ist, meine e-mail ist, meine e-mail-adresse ist, die nummer ist, die adresse ist, der code ist, das ist die, ich möchte gerne, ich hätte gerne',
  ),
  mayGoOn: phraseSet(
    'ist, sind, war, waren, bin, zu, für, von, vom, aus, in, im, an, am, auf, bei, mit, über, um, nach, bis, seit, als, wie, wenn, ob, wo, wer, was, welche, welcher, so, dann, vielleicht, auch, noch, ich, wir, sie, er, es, kann, können, könnte, möchte, will, würde, habe, hat, hatte, nicht, sehr, zwischen, ich glaube, ich denke, dieser, diese, dieses, ihr, ihre, unser, unsere',
  ),
  shortAnswers: phraseSet(
    'ja, nein, jawohl, jo, nee, nö, doch, genau, richtig, korrekt, stimmt, gerne, klar, na klar, sicher, okay, ok, in ordnung, passt, ja bitte, ja gerne, nein danke, ja genau, das stimmt, ja das stimmt, das ist richtig, ja richtig, nicht wirklich, noch nicht, auf jeden fall, natürlich, einverstanden, alles klar, das passt, bitte, selbstverständlich',
  ),
  questionWords: phraseSet(
    'was, welche, welcher, welches, welchen, wann, wo, wohin, woher, wer, wen, wem, wie, warum, wieso, weshalb, wozu, oder',
  ),
  digits: phraseMap(
    'null 0, eins 1, ein 1, zwei 2, zwo 2, drei 3, vier 4, fünf 5, sechs 6, sieben 7, acht 8, neun 9, doppel ×2, plus +',
  ),
  soundsLikeDigits: phraseMap(''),
  soundsLikeLetters: phraseMap(''),
  pairs: phraseSet(
    'zehn, elf, zwölf, dreizehn, vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn, zwanzig, dreißig, vierzig, fünfzig, sechzig, siebzig, achtzig, neunzig',
  ),
  spellingLinks: phraseSet('wie, wie in'),
  atSigns: phraseSet('at, ät, klammeraffe'),
  signs: phraseMap('punkt ., dot ., unterstrich _, bindestrich -, minus -'),
  asksForPhone: phraseSet('telefonnummer, handynummer, rufnummer, mobilnummer, telefon, handy'),
  digitNouns: phraseSet('ziffer, ziffern, stellen, stellige, stelligen'),
  asksForNumber: phraseSet(
    'nummer, telefonnummer, handynummer, rufnummer, mobilnummer, kundennummer, bestellnummer, rechnungsnummer, vertragsnummer, auftragsnummer, postleitzahl, code, pin, geburtsdatum, kontonummer, iban, ziffern',
  ),
  asksForEmail: phraseSet('e-mail, email, mailadresse, e-mail-adresse, emailadresse'),
  asksForSpelling: phraseSet('buchstabieren, buchstabiere'),
  backchannels: phraseSet(
    'ja, jaja, ja ja, jo, okay, ok, genau, richtig, gut, sehr gut, alles klar, klar, verstehe, ich verstehe, verstanden, aha, ah, ach so, ach, achso, mhm, hm, hmm, mm, oh, super, schön, toll, stimmt, in ordnung, gerne, prima, natürlich, danke, äh, ähm, so, sicher, perfekt',
  ),
  commands: phraseSet(
    'stopp, stop, halt, warten sie, warte, warten, moment, einen moment, ein moment, moment mal, augenblick, einen augenblick, sekunde, eine sekunde, pause, ruhe, genug, es reicht, das reicht, aufhören, hören sie auf, hör auf, entschuldigung, entschuldigen sie, lassen sie mich ausreden, hören sie, hallo, sind sie noch da, können sie mich hören, langsamer, nicht so schnell, wiederholen sie, noch einmal, noch mal, nochmal, wie bitte, ich habe eine frage, eine frage, frage, abbrechen, tschüss, auf wiederhören',
  ),
  politeWords: phraseSet('bitte, nein, nee, hey, sorry, oh, okay, ok, aber, und, ja, jetzt, mal, also, ach, äh, ähm'),
  farewells: phraseSet(
    "auf wiederhören, auf wiedersehen, wiederhören, wiedersehen, tschüss, tschüs, tschüssi, tschau, ciao, bye, servus, ade, adieu, bis bald, bis dann, bis später, bis morgen, bis nächste woche, mach's gut, machen sie es gut, machen sie's gut, schönen tag, schönen tag noch, einen schönen tag, einen schönen tag noch, schönen abend, schönen abend noch, einen schönen abend, einen schönen abend noch, schönes wochenende, ein schönes wochenende, gute nacht, sie können auflegen, sie können jetzt auflegen, legen sie auf, legen sie bitte auf, bitte auflegen, alles gute, ihnen auch, gleichfalls, ebenfalls",
  ),
  beforeMentions: phraseSet(
    'sagen, sage, sagt, sagte, sag, zu, zum, ein, mein, meinem, meinen, kein, keine, nicht, nie, ohne, bevor, wenn, falls, oder, das, dieses',
  ),
  positiveWords: phraseSet(
    'super, toll, gut, sehr gut, wunderbar, perfekt, prima, großartig, ausgezeichnet, klasse, freue, freut, glücklich, zufrieden, danke, vielen dank, schön, hervorragend, spitze, liebe, begeistert',
  ),
  negativeWords: phraseSet(
    'problem, probleme, kaputt, falsch, leider, wütend, verärgert, ärgerlich, sauer, beschwerde, beschweren, schlecht, schlimm, schrecklich, furchtbar, enttäuscht, enttäuschend, traurig, krank, gestorben, verloren, verletzt, sorgen, kündigen, stornieren, erstattung, verspätet, zu spät, funktioniert nicht, geht nicht, nie angekommen, unverschämt, hasse, fehler, gestohlen, schwierigkeiten, schmerzen, defekt, tut weh',
  ),
  negations: phraseSet('nicht, kein, keine, keinen, nie, ohne, niemals'),
  leavesMessage: phraseSet(
    'hinterlassen sie, hinterlasse, hinterlasst, nachricht hinterlassen, sprechen sie ihre nachricht, sprechen sie eine nachricht',
  ),
  voicemail: phraseSet(
    'nicht erreichbar, nicht zu erreichen, zurzeit nicht, zur zeit nicht, derzeit nicht, momentan nicht, rufe zurück, rufe sie zurück, rufen sie zurück, melde mich, nicht persönlich, nicht ans telefon, sie sind verbunden mit, ihren anruf nicht, anruf nicht entgegennehmen',
  ),
  persons: phraseSet(
    'bei mir, auf mein handy, mein handy, mein anderes, meine mailbox, bin dran, richtigen person, richtig hier, falsch verbunden, er ist, sie ist gerade, er kann, ich richte, richte ich, ihm ausrichten, ihr ausrichten, ausrichten, sag ihm, sag ihr, sage ihm, sage ihr, möchten sie, wollen sie, worum geht, um was geht, ich höre, wer spricht, wer ist',
  ),
  handsOver: phraseSet('bitte, schießen sie los, legen sie los, nur zu, ich höre, am apparat'),
  networks: phraseSet(
    'der teilnehmer, die gewählte, der gewünschte, gewünschte gesprächspartner, angerufene, die rufnummer, diese rufnummer, bitte versuchen sie es, später noch einmal, später erneut, legen sie auf',
  ),
  tone: phraseSet(
    'nach dem ton, nach dem signalton, nach dem piep, nach dem piepton, nach dem pfeifton, mailbox, sprachbox, anrufbeantworter, sprachnachricht, mobilbox, voicemail, der teilnehmer ist zurzeit nicht, wird per sms über ihren anruf informiert',
  ),
  menu: phraseSet(
    'drücken sie, wählen sie die, drücken sie die eins, drücken sie die 1, hauptmenü, taste, zu schulungszwecken, gespräch aufgezeichnet, gespräch wird aufgezeichnet, nächster freier mitarbeiter, nächste freie mitarbeiter, alle mitarbeiter, alle leitungen, bitte warten sie, bitte bleiben sie am apparat, bitte bleiben sie in der leitung, öffnungszeiten, geschäftszeiten, platz in der warteschlange',
  ),
  screening: phraseSet(
    'nennen sie ihren namen, sagen sie ihren namen, ihren namen und den grund, grund ihres anrufs, grund für ihren anruf, anruffilter, nehmen sie ihren namen, geben sie ihren namen',
  ),
  services: phraseSet(
    'bitte warten, warten sie, einen moment, moment bitte, einen augenblick, augenblick bitte, bleiben sie, in der leitung, am apparat bleiben, verbinde sie, werden verbunden, werden sie verbunden, stelle sie durch, stellen sie durch, leite sie weiter, wird weitergeleitet, ich prüfe, ich frage, ob die person, für ihren anruf, für ihre geduld, fürs warten, herzlich willkommen, willkommen bei, nicht verfügbar, nicht erreichbar, kann nicht sprechen, kann gerade nicht, nimmt keine anrufe, möchte nicht, ihre nachricht, weitergegeben, später noch einmal, später erneut, erneut versuchen, ist es dringend, von ihrer liste',
  ),
  greetings: phraseSet(
    'hallo, ja, guten tag, guten morgen, guten abend, grüß gott, grüß dich, servus, grüezi, moin, hi, wer ist da, wer spricht',
  ),
  introductions: phraseSet(
    'hier ist, hier spricht, mein name ist, am apparat, am telefon, sie sprechen mit, sie sind verbunden mit',
  ),
  welcomes: phraseSet('danke für ihren anruf, vielen dank für ihren anruf, willkommen bei, herzlich willkommen'),
  offersHelp: phraseSet(
    'was kann ich für sie tun, wie kann ich ihnen helfen, wie kann ich helfen, wie darf ich ihnen helfen, wie darf ich helfen, womit kann ich ihnen helfen, womit kann ich helfen, kann ich ihnen helfen, was darf ich für sie tun, am apparat',
  ),
  holdRequests: phraseSet(
    'bleiben sie dran, bleiben sie bitte dran, bleiben sie am apparat, bleiben sie bitte am apparat, bleiben sie in der leitung, bleiben sie bitte in der leitung, bleib dran, bleib bitte dran, am apparat bleiben, dran bleiben, dranbleiben, nicht auflegen, legen sie nicht auf, legen sie bitte nicht auf, warten sie einen moment, warten sie einen augenblick, ich verbinde, verbinde sie, verbinde ich sie, sie werden verbunden, werden sie verbunden, stelle sie durch, ich stelle durch, leite sie weiter, bin gleich wieder, bin sofort wieder, bin gleich zurück, komme gleich wieder, bin gleich für sie da, stift holen, hole einen stift, hol einen stift, etwas zum schreiben, was zum schreiben, etwas zu schreiben',
  ),
  moments: phraseSet(
    'einen moment, ein moment, moment, moment bitte, einen kleinen moment, einen augenblick, augenblick, einen kurzen augenblick, einen kurzen moment, kleinen moment, kleinen augenblick, eine sekunde, sekunde, eine minute, warten sie kurz, warte kurz, warte mal kurz, warten sie mal kurz, eine sekunde mal, einen moment mal, bitte warten, warten sie bitte, bitte warten sie, einen kleinen augenblick, einen ganz kleinen moment, einen ganz kleinen augenblick, kurzen moment, kurzen augenblick, noch einen moment, noch einen augenblick',
  ),
  errands: phraseSet(
    'ich hole, ich suche, ich schaue, ich schau, ich sehe, ich prüfe, ich frage, ich muss, ich gehe, ich geh, ich nehme, ich bin gleich, ich gebe, ich verbinde, ich stelle, ich schreibe, ich muss nur, lassen sie mich, da muss ich, da schaue ich, da schau ich, da frage ich, da hole ich, es klingelt',
  ),
  queues: phraseSet(
    'anruf ist uns wichtig, anruf ist uns sehr wichtig, nächster freier mitarbeiter, nächste freie mitarbeiter, nächsten freien mitarbeiter, der nächste freie, alle mitarbeiter, alle unsere mitarbeiter, alle leitungen, alle plätze, in der warteschlange, voraussichtliche wartezeit',
  ),
  unreachable: {
    circuits_busy: phraseSet(
      'netz ist überlastet, netz ist zurzeit überlastet, netz ist derzeit überlastet, netzüberlastung, leitungen überlastet',
    ),
    busy: phraseSet(
      'anschluss ist besetzt, leitung ist besetzt, leitungen sind besetzt, teilnehmer spricht gerade, alle leitungen sind belegt',
    ),
    no_answer: phraseSet(
      'teilnehmer antwortet nicht, meldet sich nicht, zurzeit nicht erreichbar, vorübergehend nicht erreichbar, abgeschaltet, nicht erreichbar, ausgeschaltet, außerhalb des empfangs',
    ),
    mailbox_full: phraseSet(
      'mailbox ist voll, sprachbox ist voll, speicher ist voll, keine weiteren nachrichten, nicht eingerichtet, mailbox ist bereits voll, anrufbeantworter ist voll, nimmt keine nachrichten',
    ),
    calls_refused: phraseSet('keine anonymen anrufe, anrufe ohne rufnummer, nimmt keine anrufe'),
    number_unavailable: phraseSet(
      'nicht vergeben, kein anschluss unter dieser nummer, nummer ist ungültig, rufnummer ist uns nicht bekannt, gewählte rufnummer, gewählte nummer, nicht mehr erreichbar',
    ),
  },
  abbreviations: phraseSet(
    'dr, prof, hr, fr, str, nr, bzw, ca, usw, etc, evtl, ggf, inkl, exkl, max, min, mind, bspw, vgl, abs, art, tel, st, mio, mrd, zzgl, dipl, ing, geb, gest, jan, feb, apr, aug, sept, okt, nov, dez, mo, di, mi, do, sa, so, sog, allg, betr, bzgl, vs, ggü, mag, hl',
  ),
  and: 'und',
  to: 'bis',
  bridges: ['Einen Moment, bitte.', 'Ich sehe kurz für Sie nach.', 'Eine Sekunde, bitte.'],
  patience: ['Ich prüfe das noch, vielen Dank für Ihre Geduld.', 'Es dauert etwas länger, noch einen Moment.'],
  apology: 'Es tut mir leid, ich habe technische Schwierigkeiten. Auf Wiederhören.',
  stillThere: 'Sind Sie noch da?',
  trouble: 'Entschuldigung, da ist etwas schiefgegangen. Können Sie das bitte wiederholen?',
  goodbye: 'Auf Wiederhören.',
  optedOut: 'Ich habe notiert, dass Sie nicht mehr angerufen werden möchten. Auf Wiederhören.',
  nobodyReached: 'Leider ist im Moment niemand erreichbar. Auf Wiederhören.',
  purpose: 'Hier spricht {name}, und der Grund meines Anrufs ist: {purpose}',
  timeOver: 'Die Zeit für dieses Gespräch ist um. Auf Wiederhören.',
  silenceGoodbye: 'Ich kann Sie nicht hören, daher beende ich das Gespräch jetzt. Auf Wiederhören.',
}
