// Tells the numbers and addresses of the business from those of other institutions that its prompt mentions.
import { plain } from './language.ts'
import { isStopWord } from './stop-words.ts'

/** Kinds of institutions that prompts refer customers to; the end of compounds such as "Tierklinik". */
const institution =
  /(?:pharmac(?:y|ies)|chemist|drugstore|hospitals?|clinics?|vets?|doctors?|dentists?|police|fire (?:brigade|department|service)|ambulance|emergency (?:services?|room|department|doctor)|poison (?:control|centre|center)|hotline|helpline|office|council|authorit(?:y|ies)|ministry|consulate|embassy|court|school|university|library|archive|museum|theat(?:er|re)|stadium|church|airport|station|bank|insurers?|insurance|manufacturer|supplier|landlord|provider|company|compan(?:y|ies)|agency|center|centre|warehouse|depot|branch|partner|garage|workshop|hotel|restaurant|taxis?|apotheken?|krankenhaus|klinik(?:um)?|spital|notdienst|notaufnahme|notruf|arzt|arztin|polizei|feuerwehr|giftnotruf|(?<!ges)amt|gericht|behorde|rathaus|ministerium|konsulat|botschaft|schule|universitat|bibliothek|archiv|bahnhof|flughafen|versicherung|hersteller|lieferant|hausverwaltung|vermieter|zentrale|zentrum|filiale|werkstatt|taxizentrale|pharmacie|hopital|clinique|medecin|veterinaire|prefecture|mairie|commissariat|gendarmerie|pompiers|samu|tribunal|ecole|universite|bibliotheque|gare|aeroport|banque|assurance|fabricant|fournisseur|urgences|farmacia|clinica|medico|policia|bomberos|ayuntamiento|comisaria|juzgado|escuela|colegio|universidad|biblioteca|estacion|aeropuerto|banco|aseguradora|fabricante|proveedor|ospedale|polizia|carabinieri|comune|municipio|questura|tribunale|scuola|universita|stazione|aeroporto|banca|assicurazione|produttore|fornitore|hospitais|bombeiros|camara|prefeitura|delegacia|tribunal|escola|universidade|estacao|seguradora|fornecedor)(?!\p{L})/gu

/** Places that are a part of the business without a word before them that says otherwise. */
const ownPlaces =
  /^(?:office|clinic|workshop|garage|restaurant|hotel|school|library|branch|company|center|centre|hotline|helpline|doctors?|dentists?|vets?|arzt|arztin|zentrale|werkstatt|medecin|veterinaire|medico)$/
const nearBy =
  /(?:opposite|next to|near|behind|beside|by|above|below|across from|from|between|gegenuber|neben|hinter|uber|bei|beim|nahe|vom|von|zwischen|a cote|en face|pres|derriere|au dessus|junto|enfrente|al lado|cerca|encima|detras|vicino|accanto|davanti|fronte|dietro|sopra|perto|ao lado|em frente|atras)(?: \p{L}+){0,3}$/u
const firstPerson =
  /(?<!\p{L})(?:we|us|our|ours|me|my|wir|uns|unser\p{L}*|mich|mein\p{L}*|nous|notre|nos|nuestr\p{L}+|noi|nostr\p{L}+|nosso|nossa)(?!\p{L})/u
const isOwnWord = /^(?:main|front|head|own|first)$/

/** Whether `text` says before `until`, an index of the plain text, that it is about another institution than the business. */
export function isOfOther(text: string, until: number, ownWords: ReadonlySet<string>): boolean {
  const original = text.normalize('NFC').replaceAll('ß', 'ss')
  const said = plain(text).slice(0, until)
  if (firstPerson.test(plain(text))) return false
  return [...said.matchAll(institution)].some(({ 0: found, index }) => {
    const start = said.slice(0, index).search(/(?<!\p{L})\p{L}{0,40}$/u)
    const before = said.slice(0, start).trimEnd()
    if (nearBy.test(before)) return false
    const name = said.slice(start, index + found.length)
    if (!ownWords.has(name) && !ownPlaces.test(name)) return true
    const [previous = ''] = /[\p{L}\p{N}-]{1,40}$/u.exec(before) ?? []
    const isQualified = previous !== '' && !isStopWord(previous) && !ownWords.has(previous) && !isOwnWord.test(previous)
    return isQualified || isOtherName(original.slice(index + found.length), ownWords)
  })
}

/** "de garde" and "Nordstadt" after the kind of an institution say which one it is. */
function isOtherName(rest: string, ownWords: ReadonlySet<string>): boolean {
  const [, of, name = of] = /^ (?:(?:de|du|di|da|do|des) (\p{L}+)|(\p{Lu}\p{Ll}+))/u.exec(rest) ?? []
  return name !== undefined && !ownWords.has(plain(name))
}
