// Answers a question with the statements of passages that match it best.
import type { Passage } from '#server/ports/language-model.ts'
import { plain } from './language.ts'
import { similarityOf } from './similar-words.ts'
import { type Statement, statementsOf } from './statements.ts'

/** The part of the question, by weight, that a statement and its headings must contain. */
const minCoverage = 0.6
/** A word in a heading says less about a statement than one of its own words. */
const contextWeight = 0.7
const earlierWeight = 0.4
/** For a statement with the kind of information that the question asks for. */
const kindBonus = 0.25
/** For a statement under a question or a heading that says nothing else than the question. */
const subjectBonus = 0.6
/** A second statement is added if it matches nearly as well. */
const secondScore = 0.9
const maxStatements = 500
const maxTerms = 40
const maxAnswerLength = 300

interface Term {
  word: string
  /** Indexes of weekdays, for which a range of days counts as well. */
  day: number | undefined
  weight: number
}

interface Ranked {
  statement: Statement
  score: number
  coverage: number
  /** Without the headings. */
  ownCoverage: number
}

/** Returns undefined if no statement matches enough of the question. `earlier` is the question that it follows up. */
export function answerFromPassages(
  { last, earlier = '' }: { last: string; earlier?: string | undefined },
  passages: readonly Passage[],
) {
  const terms = [
    ...termsOf(last),
    ...termsOf(earlier).map((term) => ({ ...term, weight: earlierWeight * term.weight })),
  ]
  if (terms.length === 0) return undefined
  const kinds = kindsOf(earlier || last)
  const ranked = passages
    .flatMap(statementsOf)
    .slice(0, maxStatements)
    .map((statement) => rank(statement, terms, kinds))
    .filter(({ coverage }) => coverage >= minCoverage)
    .sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (!first) return undefined
  const { text, passage } = first.statement
  const isMore =
    second !== undefined &&
    terms.length > 1 &&
    second.statement.passage === passage &&
    second.score >= secondScore * first.score &&
    second.ownCoverage >= minCoverage &&
    !includes(text, second.statement.text) &&
    text.length + second.statement.text.length < maxAnswerLength
  return {
    text: isMore ? `${asStatement(text)} ${asStatement(second.statement.text)}` : asStatement(text),
    source: passage.source,
  }
}

/** One of two statements repeats the other. */
const includes = (a: string, b: string): boolean =>
  a.includes(b.replace(/[.!]$/, '')) || b.includes(a.replace(/[.!]$/, ''))

const asStatement = (text: string): string => (/[\p{L}\p{N})%€$£]$/u.test(text) ? `${text}.` : text)

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) ?? []

export const hasSubject = (text: string): boolean => termsOf(text).length > 0

/** Names and numbers weigh more than other words. */
function termsOf(question: string): Term[] {
  const terms = new Map<string, Term>()
  for (const [index, original] of (question.match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) ?? []).entries()) {
    const word = plain(original)
    if (isStopWord(word) || terms.has(word) || terms.size >= maxTerms) continue
    const isName = index > 0 && /^\p{Lu}/u.test(original)
    terms.set(word, { word, day: [...daysIn(original)][0], weight: /\p{N}/u.test(original) ? 2 : isName ? 1.5 : 1 })
  }
  return [...terms.values()]
}

function rank(statement: Statement, terms: readonly Term[], kinds: readonly RegExp[]): Ranked {
  const own = wordsOf(statement.text)
  const around = wordsOf(statement.context)
  const days = daysIn(statement.text)
  let total = 0
  let covered = 0
  let ownScore = 0
  let score = 0
  for (const { word, day, weight } of terms) {
    total += weight
    const inText = day !== undefined && days.has(day) ? 1 : best(word, own)
    const similarity = Math.max(inText, contextWeight * best(word, around))
    if (similarity === 0) continue
    covered += weight
    ownScore += inText * weight
    score += similarity * weight
  }
  const kind = kinds.some((pattern) => pattern.test(statement.text)) ? kindBonus : 0
  const subject = subjectBonus * subjectShare(statement, terms, total)
  return { statement, coverage: covered / total, ownCoverage: ownScore / total, score: score / total + kind + subject }
}

/** The part of the question that is said by the subject of the statement, if the subject says nothing else. */
function subjectShare({ subject }: Statement, terms: readonly Term[], total: number): number {
  const words = wordsOf(subject).filter((word) => !isStopWord(word))
  const said = terms.filter(({ word }) => best(word, words) > 0)
  const isOnly = words.length > 0 && words.every((word) => said.some((term) => similarityOf(term.word, word) > 0))
  return isOnly ? said.reduce((sum, { weight }) => sum + weight, 0) / total : 0
}

const best = (word: string, others: readonly string[]): number =>
  others.reduce((most, other) => Math.max(most, similarityOf(word, other)), 0)

const time =
  /\d\s?(?:h|uhr|am|pm|a\.m\.|p\.m\.|o.clock)(?!\p{L})|\d{1,2}[:.h]\d{2}|(?<!\p{L})(?:days?|hours?|weeks?|months?|minutes?|tage?n?|stunden?|wochen?|monate?n?|minuten|dias?|horas?|semanas?|meses|jours?|heures?|semaines?|mois|giorni|giorno|ore|settiman\p{L}|mesi|horas|closed|geschlossen|cerrado|ferme|chiuso|fechado)(?!\p{L})/iu
const amount =
  /[€$£]|\d\s?(?:eur|usd|chf|gbp|euros?|dollars?|francs?|%)(?!\p{L})|(?<!\p{L})(?:free|kostenlos|gratis|gratuit\p{L}?|gratuito)(?!\p{L})/iu

/** What a question asks for, and how a statement that contains it looks. */
const askedKinds: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:when|how long|wann|wie lange|cuando|cuanto tiempo|quand|combien de temps|quando|quanto tempo|per quanto)|what time|wie viel uhr|a que hora|quelle heure|che ora|que horas/,
    time,
  ],
  [
    /how much|price|cost|wie viel|wieviel|kostet|kosten|preis|cuanto cuesta|cuestan|precio|combien|prix|coute|quanto costa|costano|prezzo|quanto custa|custam|preco/,
    amount,
  ],
  [/^(?:how many|wie viele|cuantos|cuantas|combien|quanti|quante|quantos|quantas)/, /\d/],
]

function kindsOf(question: string): RegExp[] {
  const asked = plain(question).trim()
  return askedKinds.flatMap(([asks, kind]) => (asks.test(asked) ? [kind] : []))
}

/** Monday first; the beginnings of the names, without accents. */
const names = [
  'monday|mon|montag|montags|mo|lunes|lundi|lunedi|segunda',
  'tuesday|tue|dienstag|dienstags|di|martes|mardi|martedi|terca',
  'wednesday|wed|mittwoch|mittwochs|mi|miercoles|mercredi|mercoledi|quarta',
  'thursday|thu|donnerstag|donnerstags|do|jueves|jeudi|giovedi|quinta',
  'friday|fri|freitag|freitags|fr|viernes|vendredi|venerdi|sexta',
  'saturday|sat|samstag|samstags|sa|sabado|samedi|sabato|sonnabend',
  'sunday|sun|sonntag|sonntags|so|domingo|dimanche|domenica',
].map((day) => new Set(day.split('|')))
/** These are words of their own, so they count only in a range such as "Mo–Fr". */
const ambiguous = new Set(['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so', 'mon', 'sun', 'sat', 'wed'])
const to = new Set(['-', '–', '—', 'to', 'through', 'until', 'till', 'bis', 'a', 'al', 'au', 'hasta', 'ate'])
const token = /[\p{L}]+|[-–—]/gu

/** Returns the indexes of the days, 0 for Monday. */
function daysIn(text: string): Set<number> {
  const days = new Set<number>()
  const words = (plain(text).match(token) ?? []).filter((word) => word !== 'feira')
  for (const [index, word] of words.entries()) {
    const first = dayOf(word)
    if (first === undefined) continue
    const isRange = to.has(words[index + 1] ?? '') && dayOf(words[index + 2] ?? '') !== undefined
    if (isRange) for (const day of range(first, dayOf(words[index + 2]!)!)) days.add(day)
    else if (!ambiguous.has(word)) days.add(first)
  }
  return days
}

function dayOf(word: string): number | undefined {
  const index = names.findIndex((day) => day.has(word) || (word.endsWith('s') && day.has(word.slice(0, -1))))
  return index < 0 ? undefined : index
}

function range(from: number, until: number): number[] {
  return Array.from({ length: ((until - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7)
}

const lists = {
  en: `a about above after again all also am an and any anything are as at be because been before being but by can cannot
    could did do does doing don down during each else ever every few for from further get gets give got had has have having
    he her here hers him his how i if in into is it its just kind know let like long look m many may me mean might more most
    much must my need no nor not now of off on once only or other our ours out over own please possible re s same say says
    shall she should so some something still such sure t take takes tell than thank thanks that the their them then there
    these they thing this those through to too under until up us use ve very want was we well were what when where which
    while who whom why will with would yes you your yours
    back one ones item items product products thing things bring offer offers sell sells allowed available looking`,
  de: `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bitte bist brauche da damit dann darf
    das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine
    einem einen einer eines er es etwas euch euer eure fur gern gerne gibt gibts habe haben hat hatte hier hin ich ihm ihn ihnen
    ihr ihre ihrem ihren ihrer im in irgend ist ja jede jeden jeder jetzt kann kein keine konnen konnte konnten lange man mal
    mehr mein meine meinem meinen meiner mich mir mit mochte muss mussen nach nein nicht noch nun nur ob oder ohne sagen schon
    sehr sein seine seit sich sie sind so sollte um und uns unser unsere unter viel viele vom von vor wann war waren warum was
    weiss welche welchem welchen welcher welches wenn wer werde werden wie wieder wieviel will wir wird wissen wo wohin woher
    wurde wurden zu zum zur zwischen
    artikel produkt produkte verkaufen verkauft bieten bietet anbieten`,
  es: `a al algo algun alguna algunos ante antes aqui asi aun cada como con cual cuales cuando cuanta cuantas cuanto cuantos
    de debe debo decir del desde dime donde dos durante e el ella ellos en entre era eres es esa ese eso esta estan estar este
    esto estos favor fue ha hace hacen hacer hasta hay la las le les lo los mas me mi mis mucho muy nada necesito ni no nos
    nosotros nuestra nuestro o para pero poco por porque puede pueden puedo que quien quiero sabe saber se segun ser si sin
    sobre son su sus tambien tan te tengo tiene tienen tienes todo todos tu un una unas uno unos usted ustedes y ya yo
    articulo articulos producto productos venden ofrecen`,
  fr: `a ai ainsi alors apres as au aucun aussi autre aux avant avec avez avoir avons bien c ce cela ces cet cette ceux chaque
    chez comme comment combien d dans de des dites dois donc dont du elle elles en encore est et etes etre eu faire fait faut il
    ils j je jusqu l la le les leur leurs lui m ma mais me mes moi moins mon n ne ni nos notre nous on ont ou par parce pas peu
    peut peuvent peux plait plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels qui quoi s sa sans savoir
    se sera ses si sil son sont sous sur t ta te tes toi ton tous tout tres tu un une vers veux vos votre voudrais vous y
    article articles produit produits vendez proposez`,
  it: `a ad ai al alla alle allo anche ancora avere avete c che chi ci cio come con cosa cui d da dai dal dalla de degli dei
    del della delle dello deve devo di dimmi dopo dove due e ed era essere fa fare favore fino fra gia gli ha hai hanno ho i il in
    io l la le lei li lo loro ma me mi mia mio molto ne nei nel nella no noi non nostra nostro o ogni per perche piu poi posso
    possono posti potete prima puo quale quali quando quanta quante quanti quanto quella quello questa queste questi questo qui
    sapere se sei senza si sia siete sono sta su sua sugli sul sulla suo ti tra tu tutti tutto un una uno vi voglio voi vorrei
    vostra vostri vostro
    articolo articoli prodotto prodotti vendete offrite`,
  pt: `a ao aos algum alguma ali antes ao apos as ate cada com como da das de dela dele depois desde deve diga do dois dos e ela
    eles em entre era essa esse esta estao estar este eu favor faz fazer foi ha isso isto ja la lhe mais mas me mesmo meu meus
    minha muito muita muitos na nao nas nem nenhum no nos nossa nosso num o ou onde os para pela pelo pode podem por porque posso
    precisa preciso qual quais quando quanta quantas quanto quantos que quem quero saber se sem ser seu seus sim sobre sua suas sao
    tambem tem tenho ter teu todo todos tu tua um uma umas uns vai voce voces
    artigo artigos produto produtos vendem oferecem`,
}

const stopWords = new Set(Object.values(lists).flatMap((list) => list.split(/\s+/)))

/** `word` has no accents and no capital letters. */
const isStopWord = (word: string): boolean => stopWords.has(word)
