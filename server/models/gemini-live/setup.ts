// The address and the setup message of a session with the Gemini Live API.
import { languageName } from '#server/platform/text/language-name.ts'
import type { ToolDefinition } from '#server/ports/language-model.ts'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import { reduceSchema } from './schema.ts'

export function liveUrl(baseUrl = 'https://generativelanguage.googleapis.com'): URL {
  return new URL(
    `${baseUrl.replace(/\/$/, '')}/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent`,
  )
}

/** The languages that can be set, as BCP 47 codes. The models choose other languages by the instructions. */
const languageCodes = new Map(
  (
    'ar-EG bn-BD de-DE en-US es-US fr-FR hi-IN id-ID it-IT ja-JP ko-KR mr-IN nl-NL pl-PL pt-BR ro-RO ru-RU ta-IN ' +
    'te-IN th-TH tr-TR uk-UA vi-VN'
  )
    .split(' ')
    .map((code) => [code.slice(0, 2), code]),
)

/** The generation 2.5. Only it sends the customer's words while the customer speaks, and only its thinking can be disabled. */
export const isEarly = (model: string): boolean => /gemini-(?:live-)?2\.5/.test(model)

/** https://ai.google.dev/api/live#BidiGenerateContentSetup */
export function setupMessage(settings: RealtimeSettings, handle: string | undefined): string {
  const { model, temperature, tools } = settings
  const setup = {
    model: model.startsWith('models/') ? model : `models/${model}`,
    generationConfig: {
      responseModalities: ['AUDIO'],
      temperature,
      speechConfig: speechConfig(settings),
      // Thinking delays the first word.
      ...(isEarly(model) ? { thinkingConfig: { thinkingBudget: 0 } } : {}),
    },
    systemInstruction: { parts: [{ text: instructions(settings) }] },
    ...(tools.length > 0 ? { tools: [{ functionDeclarations: tools.map((tool) => declaration(tool, model)) }] } : {}),
    realtimeInputConfig: {
      automaticActivityDetection: { disabled: true },
      activityHandling: 'START_OF_ACTIVITY_INTERRUPTS',
      turnCoverage: 'TURN_INCLUDES_ONLY_ACTIVITY',
    },
    inputAudioTranscription: {},
    outputAudioTranscription: {},
    sessionResumption: handle === undefined ? {} : { handle },
    contextWindowCompression: { slidingWindow: {} },
  }
  return JSON.stringify({ setup })
}

function speechConfig({ voice, gender, language, secondaryLanguages = [] }: RealtimeSettings) {
  const voiceName = voice || (gender === 'female' ? 'Kore' : 'Puck')
  // The model speaks other languages only if none is set.
  const languageCode = secondaryLanguages.length === 0 ? languageCodes.get(language) : undefined
  return { voiceConfig: { prebuiltVoiceConfig: { voiceName } }, ...(languageCode ? { languageCode } : {}) }
}

/** There are no parameters for the speed, and for many languages. */
function instructions({ instructions, language, speed }: RealtimeSettings): string {
  const lines = [instructions, `Respond in ${languageName(language)} unless the customer speaks another language.`]
  if (speed > 1.05) lines.push('Speak faster than usual.')
  if (speed < 0.95) lines.push('Speak slowly.')
  lines.push('Texts in parentheses are notes about the call. Do not read them aloud.')
  return lines.filter(Boolean).join('\n\n')
}

/** Since 3.8, functions do not block the answer unless that is declared; earlier models do not accept the field. */
function declaration({ name, description, parameters }: ToolDefinition, model: string) {
  const reduced = reduceSchema(parameters)
  const isBlocking = /gemini-(?:live-)?(?:2|3\.[0-7])(?:\D|$)/.test(model)
  return {
    name,
    description,
    ...(reduced.properties ? { parameters: reduced } : {}),
    ...(isBlocking ? {} : { behavior: 'BLOCKING' }),
  }
}
