// Hears whether a customer ends the conversation, in the six languages of the offline model.
import { bare } from './language.ts'

const maxWords = 12

const isPolite =
  /^(?:(?:thanks|thank you|thank u|thx|cheers|very much|so much|a lot|many thanks|for (?:your|the) (?:help|call|time)|danke|vielen dank|dankeschon|schon|sehr|merci|beaucoup|bien|muchas gracias|gracias|grazie|mille|molto gentile|muito|obrigad[oa]|please|bitte|ok|okay|well|oh|um|uh|so|right|alright|all right|great|good|fine|perfect|lovely|gut|prima|super|alles klar|und|and|then|dann|ihnen|ihnen auch|noch|you too|bon|d accord|y|e|bene|va bene|vale|i ll|i will|we ll|we will|soon|later|tomorrow|again|now|for now)(?: |$))+$/
const declines =
  /^(?:(?:no|nope|nah|nein|nee|ne|non|nao|nothing(?: else| more)?|nichts(?: mehr| weiter)?|rien(?: d autre| de plus)?|nada(?: mas| mais)?|niente(?: altro)?|nulla|not really|that s (?:all|it|everything)|that is (?:all|it|everything)|that was (?:all|it)|das (?:war|ist) (?:alles|es)|das wars?(?: schon)?|c est tout|ce sera tout|eso es todo|es todo|e tutto|(?:isso |isto )?e tudo|i m (?:good|fine|ok|okay)|i am (?:good|fine|ok|okay)|all good|not at the moment|im moment nicht|leider nicht|thanks|thank you|thank u|thx|cheers|very much|so much|a lot|many thanks|for (?:your|the) (?:help|call|time)|danke|vielen dank|dankeschon|schon|sehr|merci|beaucoup|bien|muchas gracias|gracias|grazie|mille|molto gentile|muito|obrigad[oa]|please|bitte|ok|okay|well|oh|um|uh|so|right|alright|all right|great|good|fine|perfect|lovely|gut|prima|super|alles klar|und|and|then|dann|ihnen|ihnen auch|noch|you too|bon|d accord|y|e|bene|va bene|vale|i ll|i will|we ll|we will|soon|later|tomorrow|again|now|for now|bye(?: bye)?|good ?bye|good by|farewell|tschuss|tschau|auf wiedersehen|auf wiederhoren|wiederhoren|au revoir|adios|chao|arrivederci|addio|adeus|tchau|see you|see ya|good night|have a (?:good|nice|great|lovely) (?:day|evening|night|weekend|one)|take care|bis (?:bald|dann|morgen|spater)|ciao|gute nacht|schonen (?:tag|abend)|a bientot|a plus tard|bonne (?:journee|soiree|nuit)|hasta (?:luego|pronto|manana)|buenas noches|a presto|buona (?:giornata|notte|serata)|boa noite|ate (?:logo|breve|amanha))(?: |$))+$/
const hasDeclined =
  /(?:^| )(?:no|nope|nah|nein|nee|ne|non|nao|nothing(?: else| more)?|nichts(?: mehr| weiter)?|rien(?: d autre| de plus)?|nada(?: mas| mais)?|niente(?: altro)?|nulla|not really|that s (?:all|it|everything)|that is (?:all|it|everything)|that was (?:all|it)|das (?:war|ist) (?:alles|es)|das wars?(?: schon)?|c est tout|ce sera tout|eso es todo|es todo|e tutto|(?:isso |isto )?e tudo|i m (?:good|fine|ok|okay)|i am (?:good|fine|ok|okay)|all good|not at the moment|im moment nicht|leider nicht)(?: |$)/
const strong =
  /^(.*?)(?:^| )(?:bye(?: bye)?|good ?bye|good by|farewell|tschuss|tschau|auf wiedersehen|auf wiederhoren|wiederhoren|au revoir|adios|chao|arrivederci|addio|adeus|tchau)(?: (?:thanks|thank you|thank u|thx|cheers|very much|so much|a lot|many thanks|for (?:your|the) (?:help|call|time)|danke|vielen dank|dankeschon|schon|sehr|merci|beaucoup|bien|muchas gracias|gracias|grazie|mille|molto gentile|muito|obrigad[oa]|please|bitte|ok|okay|well|oh|um|uh|so|right|alright|all right|great|good|fine|perfect|lovely|gut|prima|super|alles klar|und|and|then|dann|ihnen|ihnen auch|noch|you too|bon|d accord|y|e|bene|va bene|vale|i ll|i will|we ll|we will|soon|later|tomorrow|again|now|for now|see you|see ya|good night|have a (?:good|nice|great|lovely) (?:day|evening|night|weekend|one)|take care|bis (?:bald|dann|morgen|spater)|ciao|gute nacht|schonen (?:tag|abend)|a bientot|a plus tard|bonne (?:journee|soiree|nuit)|hasta (?:luego|pronto|manana)|buenas noches|a presto|buona (?:giornata|notte|serata)|boa noite|ate (?:logo|breve|amanha)))*$/
const soft =
  /^(.*?)(?:^| )(?:see you|see ya|good night|have a (?:good|nice|great|lovely) (?:day|evening|night|weekend|one)|take care|bis (?:bald|dann|morgen|spater)|ciao|gute nacht|schonen (?:tag|abend)|a bientot|a plus tard|bonne (?:journee|soiree|nuit)|hasta (?:luego|pronto|manana)|buenas noches|a presto|buona (?:giornata|notte|serata)|boa noite|ate (?:logo|breve|amanha))(?: (?:thanks|thank you|thank u|thx|cheers|very much|so much|a lot|many thanks|for (?:your|the) (?:help|call|time)|danke|vielen dank|dankeschon|schon|sehr|merci|beaucoup|bien|muchas gracias|gracias|grazie|mille|molto gentile|muito|obrigad[oa]|please|bitte|ok|okay|well|oh|um|uh|so|right|alright|all right|great|good|fine|perfect|lovely|gut|prima|super|alles klar|und|and|then|dann|ihnen|ihnen auch|noch|you too|bon|d accord|y|e|bene|va bene|vale|i ll|i will|we ll|we will|soon|later|tomorrow|again|now|for now))*$/

/** The whole reply says no, perhaps with thanks or a farewell. */
export function declinesAll(said: string): boolean {
  const heard = bare(said)
  return heard.split(' ').length <= maxWords && declines.test(heard) && hasDeclined.test(heard)
}

/** The farewell ends what the customer says, and nothing before it is a question or, for words with other meanings, a subject. */
export function isFarewell(said: string, asks: (text: string) => boolean): boolean {
  const heard = bare(said.slice(-500))
  if (heard.includes('?')) return false
  const before = strong.exec(heard)?.[1]?.trim()
  if (before !== undefined) return !asks(before)
  const rest = soft.exec(heard)?.[1]?.trim()
  return rest !== undefined && (rest === '' || isPolite.test(rest) || declines.test(rest))
}
