// Composes the rules of a call for the language of an assistant.
import type { CallRules, CallSettings, MachineDetector, Phrases } from './engine/settings.ts'
import { createScheduledFrames } from './scheduled-frames.ts'
import type { Endpointing } from './turn-taking/types.ts'
import { createAnsweringMachineDetector } from './words-and-sounds/answering-machine.ts'
import { createBeepDetector } from './words-and-sounds/beep.ts'
import { joinDictation } from './words-and-sounds/dictation.ts'
import { createEchoGate } from './words-and-sounds/echo-gate.ts'
import { createEndpointing } from './words-and-sounds/endpointing.ts'
import { isFarewell } from './words-and-sounds/farewell.ts'
import { chooseFiller, phrasesOf } from './words-and-sounds/fillers.ts'
import { isPhoneGreeting } from './words-and-sounds/phone-greeting.ts'
import { classifyUtterance, countWords, mayBecomeBackchannel } from './words-and-sounds/utterance-kind.ts'

/** `spoken` is the language in which the assistant and the customer speak now. */
export function createCallRules(settings: CallSettings, spoken = (): string => settings.language): CallRules {
  const { fillers } = settings
  const byLanguage = new Map<string, LanguageRules>()
  const current = (): LanguageRules => {
    const language = spoken()
    const rules = byLanguage.get(language) ?? createLanguageRules(settings, language)
    byLanguage.set(language, rules)
    return rules
  }
  const echoGate = createEchoGate()
  const beep = createBeepDetector()
  const own = createScheduledFrames()
  let previous: string | undefined
  return {
    endpointing: {
      trustsVendor: settings.endpointType === 'ai',
      delayAfter: (text, question) => current().endpointing.delayAfter(text, question),
      learnPause: (pauseMs, kind) => current().endpointing.learnPause(pauseMs, kind),
    },
    classify: (text) => classifyUtterance(text, spoken()),
    isPhoneGreeting: (text) => settings.direction === 'outbound' && isPhoneGreeting(text, spoken()),
    mayBecomeBackchannel: (text) => mayBecomeBackchannel(text, spoken()),
    countWords: (text) => countWords(text, spoken()),
    joinDictation: (text, question) => joinDictation(text, question, spoken()),
    isFarewell: (text) => isFarewell(text, spoken()),
    get phrases() {
      return current().phrases
    },
    fillerFor: (text) => {
      if (!fillers) return undefined
      // The words of the account are those of the assistant's language.
      const config = spoken() === settings.language ? fillers : undefined
      previous = chooseFiller({ text, language: spoken(), config, previous })
      return previous
    },
    machineDetector: settings.direction === 'outbound' ? machineDetector(settings.language) : undefined,
    played: own.add,
    discarded: own.truncate,
    isEcho: (frame, atMs) => {
      echoGate.played(own.next(atMs))
      return echoGate.isEcho(frame)
    },
    hearTone: (frame) => beep.hearTone(frame),
  }
}

interface LanguageRules {
  endpointing: Endpointing
  phrases: Phrases
}

function createLanguageRules(settings: CallSettings, language: string): LanguageRules {
  const { endpointType: type, endpointSensitivity: sensitivity } = settings
  const { bridges, patience, ...phrases } = phrasesOf(language)
  return {
    endpointing: createEndpointing({ sensitivity, type, language }),
    phrases: { ...phrases, bridge: inTurn(bridges), patience: inTurn(patience) },
  }
}

/** Returns one text after the other. */
function inTurn(texts: readonly string[]): () => string {
  let index = 0
  return () => texts[index++ % texts.length]!
}

function machineDetector(language: string): MachineDetector {
  const detector = createAnsweringMachineDetector({ language })
  return {
    ...detector,
    carrierSays: (answeredBy, greetingEnded, atMs) =>
      detector.carrierSays(answeredBy === 'machine' && greetingEnded ? 'machine-greeting-ended' : answeredBy, atMs),
  }
}
