// Recognizes sentences about callers that are addressed to the assistant.
import { plain } from './language.ts'

const patterns: readonly RegExp[] = [
  /^(?:the |some |many |most |all |our |a )?(?:callers?|customers?|people|clients?|guests?|patients?|users?|visitors?|boss|owner)\b.{0,40}\b(?:wants?|hates?|dislikes?|may be|might be|are often|is often|can be (?:rude|angry|upset)|tend to|get (?:angry|annoyed|upset))\b/,
  /^(?:i|we)(?:'d| would) like you to\b|^i (?:want|need|expect) you to\b/,
  /^(?:if|in case|when|whenever|should) (?!you (?!can|do|don|are unsure))[^,]{1,120}, (?:please |always |then |just |politely )?(?:refer|offer|give|say|transfer|tell|ask|take|apologi[sz]e|explain|forward|note|be|stay|never|hang|put|pass|connect|collect|speak|let|write|use|keep|suggest|inform|remind|answer|reply|redirect|escalate|confirm|end|mention|stop|repeat)\b/,
  /^if you (?:can't|cannot|can not|don't|do not)\b[^,]{1,120}, (?:please )?say\b/,
  /^(?:der|die|manche|viele|einige) (?:anrufer|anrufende|kunden?|patienten|gaste|chef|chefin)\b.{0,40}\b(?:hass\w+|mag|mogen|will|wollen|konnten?)\b/,
  /^ich (?:mochte|will), dass (?:du|sie)\b|^(?:bei|wenn|falls) [^.]{2,100},? (?:biete|sage?|sagen sie|verweise|leite|gib|frage?|bieten sie|verweisen sie)\b/,
  /^(?:en cas d|si|quand) ?[^,]{1,120}, (?:proposez?|dites|dis|transferez?|offrez|offre|renvoyez|orientez|demandez?)\b/,
  /^(?:en caso de|si|cuando) [^,]{1,120}, (?:ofrece|ofrezca|di|diga|transfiere|transfiera|pasa|pase|pregunte?)\b/,
  /^(?:in caso di|se|quando) [^,]{1,120}, (?:offri|offra|di|dica|trasferisci|passa|passi|chiedi|chieda)\b/,
  /^(?:em caso de|se|quando) [^,]{1,120}, (?:ofereca|diga|transfira|passe|pergunte)\b/,
]

/** "The caller may be elderly, so speak slowly." */
export function isForAssistant(text: string): boolean {
  const said = plain(text).replaceAll('’', "'").slice(0, 1_000)
  return patterns.some((pattern) => pattern.test(said))
}
