// The texts of the fields about turn-taking, silence, the way of speaking and filler words.
import type { FieldTexts } from './field-text.ts'

export const behaviorTexts: FieldTexts = {
  wait_for_customer: {
    en: ['Let the customer speak first', 'The assistant greets only after the customer has said something.'],
    de: ['Kunden zuerst sprechen lassen', 'Der Assistent grüßt erst, wenn der Kunde etwas gesagt hat.'],
  },
  allow_interruptions: {
    en: ['Allow interruptions', 'Customers can speak while the assistant speaks, and it stops to listen.'],
    de: ['Unterbrechungen erlauben', 'Kunden können den Assistenten unterbrechen; er hört dann zu.'],
  },
  interrupt_sensitivity: {
    en: ['Sensitivity to interruptions', 'Higher values stop the assistant sooner when the customer starts to speak.'],
    de: [
      'Empfindlichkeit für Unterbrechungen',
      'Höhere Werte unterbrechen den Assistenten früher, wenn der Kunde spricht.',
    ],
  },
  min_interrupt_words: {
    en: [
      'Words for an interruption',
      'The assistant keeps speaking until the customer has said this many words. Leave empty for one word.',
    ],
    de: [
      'Wörter für eine Unterbrechung',
      'Der Assistent spricht weiter, bis der Kunde so viele Wörter gesagt hat. Leer lassen für ein Wort.',
    ],
  },
  endpoint_type: {
    en: ['When the customer has finished', 'Decides when the assistant starts to answer.'],
    de: ['Wann der Kunde fertig ist', 'Entscheidet, wann der Assistent zu antworten beginnt.'],
  },
  endpoint_sensitivity: {
    en: ['Sensitivity to pauses', 'Higher values answer sooner, but can cut off customers who pause to think.'],
    de: [
      'Empfindlichkeit für Pausen',
      'Höhere Werte antworten früher, können aber Kunden unterbrechen, die kurz überlegen.',
    ],
  },
  turn_detection_threshold: {
    en: [
      'Threshold for speech',
      'Higher values ignore more of the sounds around the customer, but also quiet speech. Leave empty to adjust it automatically.',
    ],
    de: [
      'Schwelle für Sprache',
      'Höhere Werte überhören mehr Geräusche beim Kunden, aber auch leise Sprache. Leer lassen, um sie automatisch anzupassen.',
    ],
  },
  enable_noise_cancellation: {
    en: ['Suppress noise', 'The assistant understands customers better in noisy places.'],
    de: ['Geräusche unterdrücken', 'Der Assistent versteht Kunden in lauter Umgebung besser.'],
  },
  max_silence_duration: {
    en: ['Longest silence', 'The call ends when the customer has said nothing for this long.'],
    de: ['Längste Stille', 'Der Anruf endet, wenn der Kunde so lange nichts gesagt hat.'],
  },
  max_initial_silence_duration: {
    en: [
      'Longest silence at the beginning',
      'The same for the beginning of a call. Leave empty to use the silence limit.',
    ],
    de: ['Längste Stille am Anfang', 'Dasselbe für den Anfang eines Anrufs. Leer lassen für dieselbe Grenze.'],
  },
  reengagement_interval: {
    en: ['Silence until the assistant asks', 'After this silence, the assistant speaks to the customer again.'],
    de: ['Stille bis zur Nachfrage', 'Nach dieser Stille spricht der Assistent den Kunden wieder an.'],
  },
  reengagement_prompt: {
    en: [
      'Instruction for silent customers',
      'What the assistant then says. Leave empty to ask whether the customer is still there.',
    ],
    de: [
      'Anweisung bei schweigenden Kunden',
      'Was der Assistent dann sagt. Leer lassen, um zu fragen, ob der Kunde noch da ist.',
    ],
  },
  voice_stability: {
    en: ['Stability', 'Higher values sound more even, lower ones livelier. Not every voice supports it.'],
    de: ['Stabilität', 'Höhere Werte klingen gleichmäßiger, niedrigere lebhafter. Nicht jede Stimme unterstützt das.'],
  },
  voice_similarity: {
    en: ['Similarity', 'How closely the speech follows the original voice. Not every voice supports it.'],
    de: ['Ähnlichkeit', 'Wie genau die Sprache der ursprünglichen Stimme folgt. Nicht jede Stimme unterstützt das.'],
  },
  tts_emotion_enabled: {
    en: ['Speak with emotion', 'The voice sounds livelier, if it supports that.'],
    de: ['Mit Emotion sprechen', 'Die Stimme klingt lebhafter, wenn sie das unterstützt.'],
  },
  ambient_sound: {
    en: ['Background sound', 'Customers hear this place behind the voice.'],
    de: ['Hintergrundgeräusch', 'Kunden hören diesen Ort hinter der Stimme.'],
  },
  ambient_sound_volume: {
    en: ['Volume of the background sound', 'How loud customers hear it.'],
    de: ['Lautstärke des Hintergrundgeräuschs', 'Wie laut Kunden es hören.'],
  },
  fillers: {
    en: ['Filler words', 'The assistant bridges the time in which it thinks with a short word, such as “Sure”.'],
    de: ['Füllwörter', 'Der Assistent überbrückt die Zeit, in der er überlegt, mit einem kurzen Wort wie „Gerne“.'],
  },
  filler_config: {
    en: ['Words', 'What the assistant says, depending on what the customer has said.'],
    de: ['Wörter', 'Was der Assistent sagt, je nachdem, was der Kunde gesagt hat.'],
  },
  'filler_config.positive': {
    en: ['After agreement', 'The customer agrees or is pleased.'],
    de: ['Nach Zustimmung', 'Der Kunde stimmt zu oder freut sich.'],
  },
  'filler_config.negative': {
    en: ['After a problem', 'The customer declines or complains.'],
    de: ['Nach einem Problem', 'Der Kunde lehnt ab oder beschwert sich.'],
  },
  'filler_config.question': {
    en: ['After a question', 'The customer asks something.'],
    de: ['Nach einer Frage', 'Der Kunde fragt etwas.'],
  },
  'filler_config.neutral': {
    en: ['After anything else', 'The customer says something else.'],
    de: ['Nach allem anderen', 'Der Kunde sagt etwas anderes.'],
  },
}
