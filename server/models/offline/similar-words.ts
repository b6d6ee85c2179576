// How probably two words mean the same: the same stem, a part of a compound, or a common synonym.

/** The beginnings of words that customers and documents use for the same subject, without accents. */
const groups = `
  price cost fee charge rate expensive
  open opening hours close closed closing shut
  ship shipping deliver delivery dispatch
  return exchange
  refund reimburse money
  phone telephone
  address located location
  buy purchase order
  pay payment paid accept accepted bill billed invoice
  join joining sign signup register registration enroll
  cancel cancellation terminate
  cheap cheapest discount
  dog pet animal
  parking park garage
  appointment booking book reservation reserve
  fix repair mend service
  rent rental hire
  bicycle bike cycle
  warranty guarantee guaranteed
  owner own owns owned
  advance ahead beforehand
  minimum least over above
  child children kid kids daughter son baby toddler sibling siblings brother sister
  colour color dye tint
  clogged unclog clog unblock blocked
  wifi internet wlan
  qualified qualification degree certified trained licensed
  discount reduction off
  lift elevator
  allergy allergic allergen
  toilet bathroom restroom
  preis kosten kostet gebuhr teuer
  offnungszeiten geoffnet offnet offnen offen geschlossen schliessen schliesst ruhetag
  liefern lieferung versand verschick
  ruckgabe zuruckgeben retoure zuruckschick umtausch umtauschen widerruf
  erstattung erstatten ruckerstattung geld
  adresse anschrift standort
  bezahlen zahlung zahlen akzeptieren
  kundigen kundigung stornier storno absagen abgesagt absage abzusagen
  parken parkplatz parkplatze parkhaus
  termin buchen reservieren reservierung
  reparieren reparatur
  mieten miete leihen verleih ausleihen
  fahrrad fahrrader rad rader
  garantie gewahrleistung
  inhaber inhaberin besitzer besitzerin gehort
  kind kinder tochter sohn
  hund hunde haustier haustiere
  precio cuesta cuestan costo coste tarifa vale
  abierto abierta abren abre horario apertura cerrado cierran cierra cierre
  envio enviar entrega entregar
  devolucion devolver devuelv
  direccion ubicad
  pagar pago pagos aceptamos aceptan
  reservar reserva reservas
  perro perros mascota mascotas
  nino ninos hijo hija hijos
  aparcar aparcamiento parking
  prix coute coutent tarif cout
  ouvert ouverts ouvrez ouvre horaires ouverture ferme fermez fermeture
  livraison livrer livrez expedition
  retour retourner renvoyer
  remboursement rembourse rembourser
  adresse situe
  payer paiement acceptons acceptez
  parking garer stationner stationnement
  reserver reservation
  reparer reparation
  louer location
  annuler annulee annulation
  enfant enfants fille fils
  chien chiens animal animaux
  loin pied distance
  prezzo costa costano costo tariffa
  aperto aperti aprite apre orari orario apertura chiuso chiusi chiudete chiude chiusura
  consegna consegnate spedizione spedite
  reso restituire restituzione
  rimborso rimborsate rimborsare
  indirizzo trova trovate
  pagare pagamento accettiamo accettate
  prenotare prenotazione prenotazioni
  cane cani animali
  bambino bambini figlio figlia
  preco custa custam custo tarifa
  aberto abertos abrem horario abertura fechado fecham encerrado
  entrega entregam envio
  devolucao devolver
  reembolso reembolsar
  endereco localiza fica
  pagar pagamento aceitamos aceitam
  reservar reserva marcar marcacao
  cao caes cachorro animais
  crianca criancas filho filha
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

/** Shorter words match only exactly. */
const stemLength = 4
const compoundLength = 5

const otherWord = 0.8

/** From 0 to 1. Both words without accents and capital letters. */
export type Similarity = (a: string, b: string) => number

/** Remembers the synonyms of the words that it has compared, because an answer compares the same words many times. */
export function createSimilarity(): Similarity {
  const groupsByWord = new Map<string, readonly number[]>()
  const groupsOf = (word: string): readonly number[] => {
    const known = groupsByWord.get(word)
    if (known) return known
    const found: number[] = []
    for (const [index, group] of groups.entries()) if (isOneOf(group, word)) found.push(index)
    groupsByWord.set(word, found)
    return found
  }
  return (a, b) => {
    if (a === b) return 1
    if (hasNumber(a) || hasNumber(b)) return 0
    if (haveSameStem(a, b)) return 1
    if (isPart(a, b) || isPart(b, a) || isMisspelled(a, b)) return otherWord
    const others = groupsOf(b)
    return groupsOf(a).some((group) => others.includes(group)) ? otherWord : 0
  }
}

const hasNumber = (word: string): boolean => /\p{N}/u.test(word)

/** Inflected forms share most of their letters: return, returned, returning. */
function haveSameStem(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter < stemLength) return isPlural(a, b) || isPlural(b, a)
  let shared = 0
  while (shared < shorter && a[shared] === b[shared]) shared++
  return shared >= stemLength && shared >= 0.7 * shorter
}

const isPlural = (word: string, plural: string): boolean => word.length > 2 && plural === `${word}s`

/** Compounds: Versandkosten, Kosten. */
const isPart = (word: string, compound: string): boolean =>
  word.length >= compoundLength && compound.length >= word.length + 3 && compound.endsWith(word)

const misspelledLength = 6

/** One letter is wrong, missing or added: warrenty, warranty. */
function isMisspelled(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < misspelledLength || Math.abs(a.length - b.length) > 1 || a[0] !== b[0])
    return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const rest = (word: string, from: number) => word.slice(from)
  if (a.length === b.length) return rest(a, same + 1) === rest(b, same + 1)
  return a.length > b.length ? rest(a, same + 1) === rest(b, same) : rest(a, same) === rest(b, same + 1)
}

const isOneOf = (group: readonly string[], word: string): boolean =>
  group.some((member) => member === word || haveSameStem(member, word))
