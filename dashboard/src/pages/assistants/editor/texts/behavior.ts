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
    en: [
      'Sensitivity to interruptions',
      'With higher values, the assistant stops sooner when the customer starts to speak.',
    ],
    de: [
      'Empfindlichkeit bei Unterbrechungen',
      'Bei höheren Werten hört der Assistent früher auf zu sprechen, wenn der Kunde zu sprechen beginnt.',
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
    en: [
      'Sensitivity to pauses',
      'With higher values, the assistant answers sooner, but can cut off customers who pause to think.',
    ],
    de: [
      'Empfindlichkeit bei Pausen',
      'Bei höheren Werten antwortet der Assistent früher, unterbricht aber womöglich Kunden, die überlegen.',
    ],
  },
  turn_detection_threshold: {
    en: [
      'Speech threshold',
      'Higher values ignore more background noise, but also quiet speech. Leave empty to adjust it automatically.',
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
    en: ['Maximum silence', 'The call ends when the customer has said nothing for this long.'],
    de: ['Maximale Stille', 'Der Anruf endet, wenn der Kunde so lange nichts gesagt hat.'],
  },
  max_initial_silence_duration: {
    en: [
      'Maximum silence at the beginning',
      'The call ends when the customer says nothing for this long at its beginning. Leave empty to use the general limit.',
    ],
    de: [
      'Maximale Stille am Anfang',
      'Der Anruf endet, wenn der Kunde am Anfang so lange nichts sagt. Leer lassen, damit die allgemeine Grenze gilt.',
    ],
  },
  reengagement_interval: {
    en: ['Silence until the assistant asks', 'After this silence, the assistant speaks to the customer again.'],
    de: ['Stille bis zur Nachfrage', 'Nach dieser Stille spricht der Assistent den Kunden wieder an.'],
  },
  reengagement_prompt: {
    en: [
      'Instruction for silent customers',
      'Tells the assistant what to say then. Leave empty to ask whether the customer is still there.',
    ],
    de: [
      'Anweisung bei schweigenden Kunden',
      'Legt fest, was der Assistent dann sagen soll. Leer lassen, um zu fragen, ob der Kunde noch da ist.',
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
    en: ['Background sound', 'Customers hear this sound behind the voice.'],
    de: ['Hintergrundgeräusch', 'Kunden hören dieses Geräusch im Hintergrund.'],
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
