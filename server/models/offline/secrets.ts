// Recognizes sentences of instructions that customers must not hear, in the six languages of the offline model.
import { plain } from './language.ts'

const prohibitions: readonly RegExp[] = [
  // "We do not give refunds" is for customers.
  /(?<!\b(?:we|they|i|it|he|she|who|that|staff|team) )\b(?:do not|don t|never|must not|mustn t|should not|shouldn t|may not|not to)(?: (?:ever|actively|openly|please|you))? (?:say|tell|mention|give|share|disclose|reveal|discuss|talk about|speak about|read out|repeat|quote|pass on|hand out|bring up|admit|confirm|promise|state|let)\b/,
  /\b(?:must|should|may|can|is|are)(?: not|n t) (?:to )?be (?:told|mentioned|shared|disclosed|discussed|revealed|given out|known|public|repeated)\b/,
  /\bnot (?:to be (?:told|mentioned|shared|disclosed|discussed|revealed|given)|for (?:customers|callers|clients|guests|patients|the public))\b/,
  /\b(?:only|nur|seulement|solo)\b.{0,30}\b(?:if|when|wenn|falls|si|se) (?:they |you are |you re |someone |people |customers )?(?:asks?|asked|gefragt|jemand fragt|on (?:vous |te )?(?:le )?demande)\b/,
  /^(?!.*\bwir\b).*\b(?:nie|niemals|nicht|keinesfalls|kein|keine|keinen|ohne)\b.{0,60}\b(?:erwahn\w*|sagen|sag|nennen|nenne|verrat\w*|verraten|weitergeben|weitersagen|preisgeben|diskutier\w*|besprechen|mitteilen|ansprechen|herausgeben|erzahl\w*|weitergegeben|genannt)\b/,
  /(?:^|\b(?:bitte|und|aber|also) )(?:erwahn\w*|sag|sage|sagen|nenn|nenne|nennen|verrat\w*|gib|geben|diskutier\w*|besprich|besprechen|sprich|sprechen|erzahl\w*)\b.{0,60}\b(?:nie|niemals|nicht|keinesfalls|niemandem)\b/,
  /\bn(?:e |')(?!nous\b|on\b).{0,20}(?:dites|dis|dire|mentionn\w*|parl\w*|donn\w*|divulgu\w*|communiqu\w*|revel\w*|partag\w*)\b/,
  /\b(?:no|nunca|jamas)(?: (?:lo|la|le|les|se lo))? (?:digas?|decir|mencion\w*|hables?|hablar|coment\w*|revel\w*|compart\w*|des|cuent\w*|facilit\w*|divulg\w*)\b/,
  /\b(?:non|mai)(?: (?:lo|la|gli))? (?:dire|dica|menzion\w*|parl(?:are|i)|rivel\w*|divulg\w*|condivid\w*|comunic\w*|dare|discut\w*)\b/,
  /\b(?:nao|nunca)(?: (?:o|a|lhe))? (?:digas?|dizer|mencion\w*|fal(?:e|es|ar)|revel\w*|divulg\w*|compartilh\w*|partilh\w*|discut\w*|coment\w*|contes?)\b/,
  /\bconfidential|\bconfidentiel|\bconfidencia|\bconfidenzial|\bvertraulich|\bgeheim(?:nis\w*|halten)?\b|\boff the record\b|\b(?:keep|is|are|stays?|top)\b.{0,30}\b(?:secret|private|to yourself|between us|quiet)\b|\b(?:internal|staff|employees|intern|personal) (?:use |eyes )?only\b|\b(?:only for|for) internal\b|\bfur sich behalten\b|\buso interno\b|\busage interne\b|\bsecreto\b|\bsegret[oa]\b|\bsegredo\b|\bnur (?:fur )?intern\b/,
]
const labels =
  /^\W{0,6}(?:internal(?:ly)?|internal note|note|notes|n\.?b\.?|important|confidential|private|staff(?: only)?|for staff|wichtig|intern|internes?|hinweis|notiz|achtung|vertraulich|privat|important|interne|remarque|note interne|nota|nota interna|importante|interno|interna|confidencial|confidentiel)\b[^:\n]{0,30}:/

/** A sentence with a prohibition, or with a label such as "Internal:". */
export function isSecret(text: string): boolean {
  const said = plain(text).slice(0, 2_000)
  if (labels.test(said)) return true
  const words = spaced(said)
  return prohibitions.some((pattern) => pattern.test(words))
}

/** The line begins with a label such as "Internal:", which counts for all its sentences. */
export const hasSecretLabel = (line: string): boolean => labels.test(plain(line.slice(0, 200)))

/** "Do not give it out." refers to the sentence before it. */
export const isAboutSentenceBefore = (text: string): boolean =>
  isSecret(text) &&
  text.split(/\s+/).length <= 8 &&
  /\b(?:it|that|this|them|das|dies|cela|lo|esto|questo|isso)\b/i.test(text)

/** Keeps the apostrophe of French negations. */
const spaced = (said: string): string =>
  said
    .replaceAll('’', "'")
    .replace(/(?<=[a-z])'(?=t\b)/g, ' ')
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()
