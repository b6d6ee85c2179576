// Tells the numbers and addresses of the business from those of other institutions that its prompt mentions.
import { plain } from './language.ts'

/** Institutions that customers are referred to, and that hardly use an assistant of their own. */
const authority =
  /(?<!\p{L})(?:police|fire (?:brigade|department|service)|ambulance|emergency (?:services?|room|department)|poison (?:control|centre|center)|council|authorit(?:y|ies)|ministry|consulate|embassy|court|airport|polizei|feuerwehr|giftnotruf|notruf|notaufnahme|\p{L}{0,20}gericht|\p{L}{0,20}behorde|rathaus|\p{L}{0,20}ministerium|konsulat|botschaft|flughafen|prefecture|mairie|commissariat|gendarmerie|pompiers|samu|tribunal|aeroport|policia|bomberos|ayuntamiento|comisaria|juzgado|aeropuerto|polizia|carabinieri|municipio|questura|tribunale|aeroporto|bombeiros|prefeitura|delegacia)(?!\p{L})/u

/** Who helps while the business is closed. */
const afterHours =
  /(?<!\p{L})(?:(?:emergency|duty|on-call|on call|night|out-of-hours|after-hours) (?:pharmacy|chemist|clinic|hospital|vet|vets|doctor|dentist|practice|service|locksmith|plumber|electrician)|\p{L}{0,20}(?:notdienst|bereitschaftsdienst|notapotheke|tierklinik|notfallklinik|notfallpraxis)|(?:pharmacie|medecin|veterinaire|dentiste|clinique) de garde|service des urgences|(?:farmacia|medico|veterinario|clinica|dentista) de (?:guardia|turno|urgencias?)|farmacia di turno|guardia medica|pronto soccorso|(?:farmacia|medico|clinica) de (?:servico|plantao))(?!\p{L})/u

const nearBy =
  /(?:opposite|next to|near|behind|beside|by|above|below|across from|from|between|gegenuber|neben|hinter|uber|bei|beim|nahe|vom|von|zwischen|a cote|en face|pres|derriere|au dessus|junto|enfrente|al lado|cerca|encima|detras|vicino|accanto|davanti|fronte|dietro|sopra|perto|ao lado|em frente|atras)(?: \p{L}+){0,3} $/u
const firstPerson =
  /(?<!\p{L})(?:we|us|our|ours|me|my|wir|uns|unser\p{L}*|mich|mein\p{L}*|nous|notre|nos|nuestr\p{L}+|noi|nostr\p{L}+|nosso|nossa)(?!\p{L})/u
/** "Outside our opening hours" says nothing about whose number follows. */
const outsideHours =
  /(?<!\p{L})(?:outside(?: of)?|ausserhalb|en dehors de|fuera de|fuori (?:dal|dai)|fora d[oa]s?) \p{L}{1,20} \p{L}{1,30}(?: hours)?/u

/** Whether the text names another institution than the business, to which a number or an address in it belongs. */
export function isOfOther(text: string, ownNames: ReadonlySet<string>): boolean {
  const said = plain(text)
  const found = afterHours.exec(said) ?? authority.exec(said)
  if (!found || nearBy.test(said.slice(0, found.index))) return false
  // "When we are closed, call …" is about others in its second clause.
  const clause = said.slice(said.lastIndexOf(', ', found.index) + 1).replace(outsideHours, '')
  if (firstPerson.test(clause)) return false
  // "Polizeiinspektion" is a police.
  const isOwn = (word: string): boolean => [...ownNames].some((name) => name.startsWith(word))
  return !(found[0].match(/\p{L}+/gu) ?? []).every(isOwn)
}
