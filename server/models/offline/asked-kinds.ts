// The kinds of information that questions ask for, and how statements with them look.
import { plain } from './language.ts'
import { isOfOther } from './other-institutions.ts'
import type { Statement } from './statements.ts'
import { isStopWord } from './stop-words.ts'
import { daysIn } from './weekdays.ts'

export interface Kind {
  /** In plain text. */
  asks: RegExp
  /** The words of a question that say nothing else than the kind; all of them match as a whole. */
  words: RegExp
  /** Without a subject, the question can only be answered if a single statement has the information. */
  needsSubject?: true
  /** The weight as a part of the question, alone and beside a subject. */
  alone: number
  beside: number
  /** From 0 to 1: how well the statement has the information. */
  find(statement: Statement, about: Subject): number
}

/** What a question is about, beside its kinds of information. */
export interface Subject {
  isAsked(word: string): boolean
  /** The words of what the assistant is and works for. */
  ownWords: ReadonlySet<string>
  /** The same with the words of the first sentence of the instructions. */
  ownNames: ReadonlySet<string>
}

/** A number or an address of another institution only answers a question about that. */
function isAnotherOnes(text: string, found: number, { isAsked, ownWords, ownNames }: Subject): boolean {
  if (found < 0 || !isOfOther(text, ownNames)) return false
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return !words.some((word) => !isStopWord(word) && !ownWords.has(word) && isAsked(word))
}

const clock =
  /\d\s?(?:h|uhr|am|pm|a\.m\.|p\.m\.|o.clock)(?!\p{L})|\d{1,2}[:.h]\d{2}|(?<!\p{L})\d{1,2}\s?(?:-|–|to|bis|a)\s?\d{1,2}(?!\d)/u
const timeRange = /\d\s?(?:h|uhr|am|pm|a\.m\.|p\.m\.)?\s?(?:-|–|—|to|till|until|bis|a|al|alle|as|y)\s?(?:las? )?\d/
const openWord =
  /(?<!\p{L})(?:open|opens|opened|opening|close|closes|closed|closing|shut|hours|geoffnet|offnet|offnen|offen|offnungszeiten|sprechzeiten|geschlossen|schliesst|schliessen|ruhetag|ouvert\p{L}*|ouvr\p{L}+|horaires?|ferme\p{L}*|fermons|abiert\p{L}+|abren?|abrimos|apertura|horarios?|cerrad\p{L}+|cerramos|cierran?|apert\p{L}|apre|aprono|apriamo|aprite|orari\p{L}?|chius\p{L}|chiud\p{L}+|abert\p{L}+|abrem|abertura|fechad\p{L}+|fecham(?:os)?|fecha|around the clock|day and night|24.7|jour et nuit|tag und nacht|rund um die uhr)(?!\p{L})/u
const openWords =
  /^(?:open|opens|opened|opening|close|closes|closed|closing|shut|hours|geoffnet|offnet|offnen|offen|offnungszeiten|sprechzeiten|geschlossen|schliesst|schliessen|ruhetag|ouvert\p{L}*|ouvr\p{L}+|horaires?|ferme\p{L}*|fermons|abiert\p{L}+|abren?|abrimos|apertura|horarios?|cerrad\p{L}+|cerramos|cierran?|apert\p{L}|apre|aprono|apriamo|aprite|orari\p{L}?|chius\p{L}|chiud\p{L}+|abert\p{L}+|abrem|abertura|fechad\p{L}+|fecham(?:os)?|fecha|nights?|evenings?|mornings?|afternoons?|noon|lunchtime|abends?|morgens|mittags?|nachts?|nachmittags?|soir|matin|midi|nuit|noche|tarde|manana|mediodia|sera|mattina|pomeriggio|notte|noite|manha|times?|late|early|until|till|reach|uhr|uhrzeit|ouverture|fermeture|heures?|horas?|ora)$/u
export const hours: Kind = {
  asks: /(?<!\p{L})(?:open|opens|opened|opening|close|closes|closed|closing|shut|hours|geoffnet|offnet|offnen|offen|offnungszeiten|sprechzeiten|geschlossen|schliesst|schliessen|ruhetag|ouvert\p{L}*|ouvr\p{L}+|horaires?|ferme\p{L}*|fermons|abiert\p{L}+|abren?|abrimos|apertura|horarios?|cerrad\p{L}+|cerramos|cierran?|apert\p{L}|apre|aprono|apriamo|aprite|orari\p{L}?|chius\p{L}|chiud\p{L}+|abert\p{L}+|abrem|abertura|fechad\p{L}+|fecham(?:os)?|fecha|ouverture|fermeture)(?!\p{L})|\bhaben sie\b.{0,60}\b(?:auf|zu)\b|\b(?:when|what time|how late|until when)\b.{0,60}\b(?:reach|come|visit) (?:you|by)\b|\bdo you work\b.{0,60}\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)\b/u,
  words: openWords,
  alone: 1,
  beside: 1,
  find({ text, context }) {
    const said = plain(text)
    const hasTime = clock.test(said)
    const hasDay = daysIn(text).size > 0
    if (openWord.test(said)) return hasTime || hasDay ? 1 : 0.8
    if (hasDay && timeRange.test(said)) return 1
    if ((hasTime || hasDay) && openWord.test(plain(context))) return 1
    return 0
  },
}

const street =
  /\p{L}(?:strasse|str\.|weg|platz|gasse|allee) \d|\b\d+[a-z]?,? (?:\p{L}+ ){0,3}(?:street|st\.?|road|rd\.?|lane|avenue|ave\.?|square|quay|drive|boulevard|court)\b|\b(?:rue|quai|avenue|boulevard|calle|avenida|via|viale|piazza|plaza|rua|praca|place)\b/u
const placeWord =
  /\baddress|located|location|\bis at\b|\bnext to\b|\bnext door\b|\baround the corner\b|\bopposite\b|\babove the\b|\bbelow the\b|\bnear the\b|\bacross from\b|\bdownstairs\b|\bupstairs\b|\bbehind\b|adresse|anschrift|standort|befindet|gegenuber|\bneben\b|\buber de[mr]\b|\bhinter\b|se trouve|situe|\ba cote\b|\ben face\b|\bau dessus\b|direccion|ubicad|indirizzo|si trova|endereco|fica (?:na|no|em)\b/u
const place: Kind = {
  asks: /\bwhere\b(?! (?:from|did))|\baddress\b|\blocated\b|\blocation\b|\bfind you\b|\bget to you\b|\bdirections\b|\bwo\b|\badresse\b|\banschrift\b|\bstandort\b|\bou (?:est|etes|se|sont|puis|peut|vous)\b|\b(?:etes|est|c est) ou\b|\bdonde\b|\bdireccion\b|\bdove\b|\bindirizzo\b|\bonde\b|\bendereco\b/,
  words:
    /^(?:where|address|located?|location|find|directions|exactly|wo|adresse|anschrift|standort|finde|finden|ou|trouve\p{L}*|donde|direccion|encuentra\p{L}*|dove|indirizzo|trova\p{L}*|onde|endereco|fica\p{L}*)$/u,
  alone: 1,
  beside: 0.3,
  find({ text, context }, about) {
    const said = plain(text)
    const at = said.search(street)
    if (isAnotherOnes(text, at < 0 ? said.search(placeWord) : at, about)) return 0
    if (at >= 0) return 1
    const [thing] = /\b(?:exit|toilets?|restrooms?|wc|notausgang|toiletten?|toilettes|banos?|bagno)\b/.exec(said) ?? []
    if (thing !== undefined && !about.isAsked(thing)) return 0
    if (placeWord.test(said)) return 0.9
    return placeWord.test(plain(context)) ? 0.7 : 0
  },
}

const phone: Kind = {
  asks: /\b(?:your|the) (?:tele)?phone\b|\bphone number\b|\b(?:telefon\w*|handynummer|rufnummer|anrufen|telefono|telefone)\b|\bnumber\b.{0,40}\b(?:call|ring|reach|you)\b|\bnumber (?:of|for) (?:the|your)\b|\bnummer (?:der|des|vom|von)\b|\byour number\b|\b(?:call|ring|reach) you\b|\b(?:ihre|eure|deine) nummer\b|\bnumero\b|\b(?:vous|te) (?:appeler|joindre|telephoner)\b|\bllamar(?:les|los|te)?\b|\bchiamarvi\b|\bligar\b/,
  words:
    /^(?:phone|telephone|number|call|ring|reach|telefon\p{L}*|nummer|rufnummer|anrufen|rufen|numero|appeler|joindre|telephoner|llamar\p{L}*|telefono|chiamar\p{L}*|telefone|ligar)$/u,
  alone: 1,
  beside: 1,
  find({ text }, about) {
    const at = plain(text).search(/\+?\d(?:[ ()/.-]{0,2}\d){6,}/)
    return at < 0 || isAnotherOnes(text, at, about) ? 0 : 1
  },
}

const email: Kind = {
  asks: /\be ?mail\b|\bmail\b|\bcourriel\b|\bcorreo\b/,
  words: /^(?:e|email|mail|courriel|correo|write|schreiben)$/,
  alone: 1,
  beside: 1,
  find: ({ text }) => (/[^\s@]@[^\s@]+\.\w/.test(text) ? 1 : 0),
}

const amount =
  /[€$£¥]|\d\s?(?:eur|usd|chf|gbp|euros?|dollars?|francs?|franken|pounds|pence|cents?|kroner?|kr|%)(?!\p{L})|(?<!\p{L})(?:costs?|kostet|kosten|coute(?:nt)?|cuestan?|costano?|custam?) \P{N}{0,20}\d/u
const free =
  /(?<!\p{L})(?:included|inklusive|inbegriffen|inclus\p{L}*|incluid\p{L}+|compres\p{L}+|no (?:\p{L}+ )?(?:fee|charge|extra cost)|free|kostenlos|gratis|gratuit|for nothing)(?!\p{L})(?! (?!of|for|in|within|on|from|if|when|and|with|to|as|at|up|et|si|pour|und|fur|bis|wenn|y|e|para|per)\p{L})/u
const freeThing =
  /(?<!\p{L})(?:free|kostenlose[nrs]?|gratis|gratuit[aeos]{0,2}) (\p{L}+)|(?<!\p{L})(\p{L}{1,30}) (?:gratuit[aeos]{0,2}|gratis)(?!\p{L})/gu
const price: Kind = {
  needsSubject: true,
  asks: /how much|\bpric|\bcosts?\b|\bexpensive\b|\bdo you charge\b|\bcharge for\b|\bfees?\b|\brates?\b|\bpay (?:extra|for)\b|\bextra (?:charge|cost)\b|\bincluded\b|\bextra bezahlen\b|\bpayante?s?\b|\bkostenpflichtig\b|\bde pago\b|\ba pagamento\b|\b(?:is|are) (?:it|this|that|the \w+|your \w+) free\b|\binklusive\b|wie viel|wieviel|kostet|kosten\b|\bpreis|\bteuer|cuanto (?:cuesta|vale|es)|\bcuestan?\b|precio|c est combien|combien (?:coute|ca|pour|c est|est)|coute\w* combien|^combien\b|\bprix\b|\bcoute|tarif|quanto (?:costa|viene|custa)|costano|prezz|\bcustam?\b|preco/,
  words:
    /^(?:much|prices?|pric\p{L}*|costs?|expensive|charges?|fees?|rates?|pay|extra|included|inklusive|payante?s?|kostenpflichtig|free|viel|wieviel|kostet|kosten|preise?|teuer|cuanto|cuestan?|vale|precios?|combien|prix|coute\p{L}*|tarifs?|quanto|costa|costano|prezz\p{L}|custam?|precos?)$/u,
  alone: 1,
  beside: 1,
  find({ text }, { isAsked }) {
    const said = plain(text)
    if (amount.test(said) || free.test(said)) return 1
    // "A free check" says nothing about the price of a bike.
    return [...said.matchAll(freeThing)].some(([, next, before]) => isAsked(next ?? before ?? '')) ? 1 : 0
  },
}

const span =
  /(?<!\p{L})(?:minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|heures?|jours?|semaines?|mois|minutos?|horas?|dias?|semanas?|meses|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mesi)(?!\p{L})|(?:\d|une?|un[ao]?|deux|dos|due|dois|trois|tres|tre) (?:ans?|mes|ann[oi]|anos?)(?!\p{L})|two-year|\p{N}-(?:day|week|month|year)/u
const duration: Kind = {
  needsSubject: true,
  asks: /how long|how far ahead|how many (?:days|hours|weeks)|wie lange|combien de temps|cuanto (?:tiempo|tarda)|quanto (?:tempo|ci)|per quanto|\bdauer/,
  words: /^(?:long|lange|dauern|dauert|temps|tiempo|tarda\p{L}*|tempo)$/u,
  alone: 1,
  beside: 1,
  find: ({ text }) => (span.test(plain(text)) ? 1 : 0),
}

const moment: Kind = {
  needsSubject: true,
  asks: /\b(?:when|what time|how (?:late|early)|until when|wann|wie viel uhr|quand|quelle heure|cuando|que hora|quando|che ora|que horas)\b/,
  words: /^(?:times?|late|early|until|till|uhr|uhrzeit|heures?|horas?|ora|partir)$/,
  alone: 0.5,
  beside: 0.5,
  find: ({ text }) => (clock.test(plain(text)) || span.test(plain(text)) || daysIn(text).size > 0 ? 1 : 0),
}

const count: Kind = {
  needsSubject: true,
  asks: /\b(?:how (?:many|big|large|small|tall|heavy|far)|wie (?:viele|gross|weit)|cuant[oa]s|combien de(?! temps)|quant[ie]|quant[oa]s)\b/,
  words: /^(?:many|big|large|small|tall|heavy|far|viele|gross|weit|cuant\p{L}*|combien|quant\p{L}*)$/u,
  alone: 0.5,
  beside: 0.5,
  find: ({ text }) =>
    /\p{N}|(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|funf|sechs|acht|zehn|deux|trois|quatre|cinq|dix|tres|cuatro|cinco|diez|tre|quattro|cinque|dieci)(?!\p{L})/u.test(
      plain(text),
    )
      ? 1
      : 0,
}

const parking: Kind = {
  asks: /\bpark\b|\bparking\b|\bleave (?:my|the|a) car\b|\bparken\b|\bparkpl|\bparkhaus\b|\bgarer\b|\bstationn|\baparca|\bparchegg|\bestacion/,
  words:
    /^(?:park|parking|leave|cars?|parken|parkplatz|parkplatze|parkhaus|auto|garer|stationn\p{L}*|voiture|aparca\p{L}*|coche|parchegg\p{L}*|macchina|auto|estacion\p{L}*|carro)$/u,
  alone: 1,
  beside: 1,
  find: ({ text }) =>
    /(?<!\p{L})(?:park|parking|parken|parkpl\p{L}+|parkhaus|tiefgarage|garage|stationnement|aparcamiento|parchegg\p{L}+|estacionamento)(?!\p{L})/u.test(
      plain(text),
    )
      ? 1
      : 0,
}

const payment: Kind = {
  asks: /\b(?:pay (?:by|with|in|using|cash|card)|cash|(?:take|accept|by|with|credit|debit|bank) (?:a |my |your )?cards?|paypal|apple pay|invoice|bar bezahlen|bar zahlen|mit karte|kreditkarte|ec karte|rechnung|bezahlen|zahlen|payer|carte (?:bleue|bancaire|de credit)|especes|cheques?|virement|tarjeta|efectivo|bizum|pagare|carta di credito|contanti|cartao|dinheiro)\b/,
  words:
    /^(?:pay|take|accept|using|credit|debit|bezahlen|zahlen|nehmen|payer|prenez|acceptez|bleue|bancaire|pagar|pagare|prendete|aceptan|aceitam)$/,
  alone: 1,
  beside: 1,
  find: ({ text }) =>
    /(?<!\p{L})(?:pay|payments?|cards?|cash|karten?|kartenzahlung|bar|rechnung|bezahlen|zahlen|paiement|payer|especes|tarjetas?|efectivo|pago|pagos|pagamento|pagamenti|pagare|carte|contanti|cartao|cartoes|dinheiro)(?!\p{L})/u.test(
      plain(text),
    )
      ? 1
      : 0,
}

const age: Kind = {
  asks: /\b(?:son|daughter|child|kid|boy|girl|sohn|tochter|kind|fils|fille|enfant|hijo|hija|nino|nina|figlio|figlia|bambin\p{L}|filho|filha)\b.{0,60}\b(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|ans|anos|anni)\b|\bhow old\b.{0,60}\b(?:be|have)\b|\bminimum age\b|\bwhat age\b|\bab welchem alter\b|\bquel age\b|\bedad\b|\bidade\b/u,
  words:
    /^(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|son|daughter|child|kid|boy|girl|sohn|tochter|kind|fils|fille|enfant|hijo|hija|nino|nina|figlio|figlia|bambin\p{L}|filho|filha|young|jung|jeune|old|age|years?|alter|alt|jahre|age|ans|edad|anos|anni|idade)$/u,
  alone: 1,
  beside: 1,
  find: ({ text }) =>
    /\b(?:under|over|from|at least|below|above|ab|unter|bis|moins de|plus de|a partir de|menos de|mas de|sotto i|meno di|ate)(?: the age of)? \d{1,2}\b(?!:)|\b\d{1,2}[ -]years?\b|\bage[sd]? \d/.test(
      plain(text),
    )
      ? 1
      : 0,
}

const founded =
  /\b(?:since|founded|established|opened in|seit|gegrundet|depuis|fonde|desde|fundad\p{L}|dal|fondat\p{L}|fundad\p{L})\b.{0,40}\d{4}/u
const foundation: Kind = {
  asks: /\b(?:when|what year) (?:did|was|were) (?:you|the|your)\b.{0,40}\b(?:open|opened|start|started|found|founded|established)\b|\bseit wann\b.{0,40}\b(?:gibt|existier)|\bdepuis quand (?:existe|etes)\b/,
  words: /^(?:open|opened|start|started|found|founded|established|when|wann|quand|year)$/,
  alone: 2,
  beside: 2,
  find: ({ text }) => (founded.test(plain(text)) ? 1 : 0),
}

const offerTitle =
  /^(?:what we (?:do|offer|teach|sell)|(?:our )?(?:services|offer|products|treatments|courses)|leistungen|unsere leistungen|angebot|was wir (?:anbieten|machen)|prestations|nos services|services|servicios|servizi|servicos)/
const business: Kind = {
  asks: /\b(?:what|which) (?:subjects?|services?|treatments?|products?|courses?|classes|brands?)\b|\bwelche (?:leistungen|behandlungen|produkte|kurse)\b|\bquels? (?:services|produits|cours)\b|\bque servicios\b|\bquali servizi\b|\bque servicos\b|\bwhat (?:kind|sort|type) of (?:shop|store|business|company|place|firm|restaurant|hotel|salon|practice)\b|\bwhat (?:do you|does your \w+|can you) (?:do|sell|offer|provide|fix|make)\b|\bwas (?:machen|bieten|verkaufen|reparieren) sie\b|\bque (?:faites|vendez|proposez|offrez) vous\b|\bque (?:hacen|venden|ofrecen)\b|\bche cosa (?:fate|vendete|offrite)\b|\bo que (?:fazem|vendem|oferecem)\b/,
  words:
    /^(?:subjects?|services?|treatments?|products?|courses?|brands?|teach|leistungen|behandlungen|kurse|produits|cours|servicios|servizi|servicos|kind|sort|type|shop|store|business|company|place|firm|do|does|provide|fix|make|machen|reparieren|faites|hacen|fate|fazem)$/,
  alone: 1,
  beside: 0.5,
  find({ text, subject }) {
    const said = plain(text)
    if (/\b(?:not|never|no longer|nicht|keine[nmrs]?|ne|pas|nao|non)\b|n[’']t\b/.test(said)) return 0
    if (offerTitle.test(plain(subject))) return 1
    if (
      /^(?:we|wir|nous|on|our \p{L}+)\b.*\b(?:sell|offer|repair|fix|provide|make|bieten|verkaufen|reparieren|vendons|proposons|offrons|reparons)\b/u.test(
        said,
      )
    )
      return 1
    return /\bis an? \p{L}|^i am \p{L}+, the|^we are an?\b/u.test(said) ? 0.8 : 0
  },
}

const named =
  /(?<!\p{L})(?:is|are|was|ist|sind|war|est|sont|es|son|e|sono|sao|named|called|heisst|heissen|appelle|llama|chiama|chama|with|mit|avec|con|com|by|von|par|por|da)(?!\p{L})/u
const title =
  /(?<!\p{L})(?:Dr|Prof|Mr|Mrs|Ms|Mme|M|Herr|Frau|Sr|Sra|Dra|Sig|Doctor|Doctora?|doctora?|Doktor)\.? \p{Lu}/u
const fullName = /(?<!\p{L})\p{Lu}\p{Ll}+(?: (?:van|von|de|der|den|di|da|del|la))? \p{Lu}\p{Ll}+/gu
const givenName = /(?<=(\p{L}+) )\p{Lu}\p{Ll}+/gu
const person: Kind = {
  needsSubject: true,
  asks: /^(?:(?:and|so|um|uh|und|ahm|et|euh|y|e) )*(?:who|whose|wer|qui|quien(?:es)?|chi|quem)\b|\bwho (?:is|are|s|does|will)\b|\bwer (?:ist|sind|macht)\b|\bqui (?:est|sont)\b|\bquien(?:es)? (?:es|son)\b|\bchi (?:e|sono)\b|\bquem (?:e|sao)\b/,
  words: /^(?:who|whose|wer|qui|quien|quienes|chi|quem|does|macht|fait|hace|fa|faz)$/,
  alone: 0.6,
  beside: 0.6,
  find({ text }, { ownWords }) {
    if (title.test(text)) return 1
    const isOwn = (name: string) =>
      plain(name)
        .split(' ')
        .every((word) => ownWords.has(word))
    if ([...text.matchAll(fullName)].some(([name]) => !isOwn(name))) return 1
    return [...text.matchAll(givenName)].some(([name, before = '']) => named.test(plain(before)) && !isOwn(name))
      ? 0.9
      : 0
  },
}

const kinds = [
  person,
  foundation,
  hours,
  parking,
  place,
  phone,
  email,
  price,
  duration,
  moment,
  count,
  age,
  payment,
  business,
]

/** The kinds of information that the question asks for. */
export function kindsOf(question: string): Kind[] {
  const asked = plain(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const found = kinds.filter(({ asks }) => asks.test(asked))
  // "When did you open?" is no question about opening hours.
  if (found.includes(foundation)) return [foundation]
  // Opening hours say when.
  return found.includes(hours) || found.includes(duration) ? found.filter((kind) => kind !== moment) : found
}
