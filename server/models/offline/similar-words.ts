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
  pay payment paid
  cancel cancellation terminate
  cheap cheapest discount
  dog pet animal
  preis kosten kostet gebuhr teuer
  offnungszeiten geoffnet offnet offnen offen geschlossen schliessen schliesst ruhetag
  liefern lieferung versand verschick
  ruckgabe zuruckgeben retoure zuruckschick umtausch umtauschen widerruf
  erstattung erstatten ruckerstattung geld
  adresse anschrift standort
  bezahlen zahlung zahlen
  kundigen kundigung stornier storno
  precio cuesta cuestan costo coste tarifa vale
  abierto abierta abren abre horario apertura cerrado cierran cierra cierre
  envio enviar entrega entregar
  devolucion devolver devuelv
  direccion ubicad
  pagar pago pagos
  prix coute coutent tarif cout
  ouvert ouverts ouvrez ouvre horaires ouverture ferme fermez fermeture
  livraison livrer livrez expedition
  retour retourner renvoyer
  remboursement rembourse rembourser
  adresse situe
  payer paiement
  prezzo costa costano costo tariffa
  aperto aperti aprite apre orari orario apertura chiuso chiusi chiudete chiude chiusura
  consegna consegnate spedizione spedite
  reso restituire restituzione
  rimborso rimborsate rimborsare
  indirizzo trova trovate
  pagare pagamento
  preco custa custam custo tarifa
  aberto abertos abrem horario abertura fechado fecham encerrado
  entrega entregam envio
  devolucao devolver
  reembolso reembolsar
  endereco localiza fica
  pagar pagamento
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

/** Shorter words match only exactly. */
const stemLength = 4
const compoundLength = 5

const otherWord = 0.8

/** From 0 to 1. Both words without accents and capital letters. */
export function similarityOf(a: string, b: string): number {
  if (a === b) return 1
  if (hasNumber(a) || hasNumber(b)) return 0
  if (haveSameStem(a, b)) return 1
  return isPart(a, b) || isPart(b, a) || areSynonyms(a, b) ? otherWord : 0
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

function areSynonyms(a: string, b: string): boolean {
  return groups.some((group) => isOneOf(group, a) && isOneOf(group, b))
}

const isOneOf = (group: readonly string[], word: string): boolean =>
  group.some((member) => member === word || haveSameStem(member, word))
