// Combines all speech vendors in two ports: the requested vendor first, then the others, last the built-in speech.
import { loadSpeechVerifier, type MoonshineModel } from '@parley/speech'
import type { Log } from '#server/platform/observability/log.ts'
import type { SpeechToText } from '#server/ports/speech-to-text.ts'
import type { SpeechVerifier } from '#server/ports/speech-verifier.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { type OfflineSpeech, openOfflineSpeech } from './offline-speech/offline-speech.ts'
import { createScriptedSpeechToText } from './scripted-speech/speech-to-text.ts'
import { createScriptedTextToSpeech } from './scripted-speech/text-to-speech.ts'
import { createFallbackSpeechToText } from './speech-fallback/recognition.ts'
import { createFallbackTextToSpeech } from './speech-fallback/synthesis.ts'
import { createSpeechVendors, type SpeechVendorOptions } from './speech-vendors.ts'

export interface SpeechOptions extends SpeechVendorOptions {
  /** Hears and speaks for vendors that are not configured or fail. */
  default: 'offline' | 'scripted'
  /** The model of the offline recognizer. */
  recognition?: MoonshineModel
  log: Log
}

export interface CombinedSpeech {
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
  /**
   * Tells speech from noise, for the recognizer of an assistant, or the default. Undefined where that is not possible, and
   * for scripted speech, which sounds like noise.
   */
  loadVerifier(recognizer?: string): Promise<SpeechVerifier | undefined>
  /** The catalogue's codes of what recognizes and speaks if the vendor of an assistant is not configured. */
  usual: { recognizer: string; synthesizer: string }
}

export type Speech = CombinedSpeech & AsyncDisposable

/** Loads nothing before the first use. The vendors `offline` and `scripted` are never replaced by others. */
export function openSpeech(options: SpeechOptions): Speech {
  const offline = openOfflineSpeech(options)
  return { ...combineSpeech(offline, options), [Symbol.asyncDispose]: () => offline[Symbol.asyncDispose]() }
}

/**
 * Recognizers of `own` vendors hear before all others that support the language. Their voices speak for vendors that are not
 * configured only, because a voice has no equivalent at another vendor.
 */
export function combineSpeech(
  offline: OfflineSpeech,
  options: SpeechOptions,
  own?: ReadonlySet<keyof SpeechVendorOptions>,
): CombinedSpeech {
  const builtIn = {
    offline,
    scripted: {
      speechToText: createScriptedSpeechToText(),
      textToSpeech: createScriptedTextToSpeech(),
      hears: () => true,
    },
  }
  const vendors = createSpeechVendors(options, own)
  const last = builtIn[options.default]
  const recognizers = [
    ...vendors.recognizers,
    { vendor: options.default, adapter: last.speechToText, supports: last.hears },
  ]
  const speechToText = createFallbackSpeechToText(recognizers, options)
  const textToSpeech = createFallbackTextToSpeech(
    // The adapter itself knows which languages the installation speaks.
    [...vendors.synthesizers, { vendor: options.default, adapter: last.textToSpeech, supports: () => true }],
    options,
  )
  const isBuiltIn = (vendor: string): vendor is keyof typeof builtIn => Object.hasOwn(builtIn, vendor)
  const isConfigured = (name: string) => vendors.synthesizers.some(({ vendor }) => vendor === name)
  return {
    speechToText: {
      open: (settings, listener) =>
        (isBuiltIn(settings.vendor) ? builtIn[settings.vendor].speechToText : speechToText).open(settings, listener),
      understands: (language) => recognizers.some(({ supports }) => supports(language)),
      vendorFor: (vendor) =>
        isBuiltIn(vendor) || recognizers.some((each) => each.vendor === vendor) ? vendor : recognizers[0]!.vendor,
    },
    textToSpeech: {
      speaks: (language) =>
        vendors.synthesizers.some(({ supports }) => supports(language)) ||
        (last.textToSpeech.speaks?.(language) ?? true),
      open: (settings) =>
        (isBuiltIn(settings.vendor) ? builtIn[settings.vendor].textToSpeech : textToSpeech).open(settings),
      vendorFor: (vendor) =>
        isBuiltIn(vendor) || isConfigured(vendor) ? vendor : (vendors.synthesizers[0]?.vendor ?? options.default),
    },
    async loadVerifier(recognizer = options.default) {
      const hearing = isBuiltIn(recognizer) ? recognizer : options.default
      return hearing === 'scripted' ? undefined : await loadVerifier(options.log)
    },
    usual: {
      recognizer: vendors.recognizers[0]?.vendor ?? options.default,
      synthesizer: vendors.synthesizers[0]?.vendor ?? options.default,
    },
  }
}

async function loadVerifier(log: Log): Promise<SpeechVerifier | undefined> {
  try {
    return await loadSpeechVerifier()
  } catch (error) {
    log.warn(
      { error },
      'noise on the telephone counts as speech, because the model of the detector could not be loaded',
    )
    return undefined
  }
}
