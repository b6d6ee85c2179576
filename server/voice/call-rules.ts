// Composes the rules of a call for the language of an assistant.
import type { CallRules, CallSettings, MachineDetector } from './engine/settings.ts'
import { createScheduledFrames } from './scheduled-frames.ts'
import { createAnsweringMachineDetector } from './words-and-sounds/answering-machine.ts'
import { createBeepDetector } from './words-and-sounds/beep.ts'
import { joinDictation } from './words-and-sounds/dictation.ts'
import { createEchoGate } from './words-and-sounds/echo-gate.ts'
import { createEndpointing } from './words-and-sounds/endpointing.ts'
import { isFarewell } from './words-and-sounds/farewell.ts'
import { chooseFiller, phrasesOf } from './words-and-sounds/fillers.ts'
import { isPhoneGreeting } from './words-and-sounds/phone-greeting.ts'
import { classifyUtterance, countWords, mayBecomeBackchannel } from './words-and-sounds/utterance-kind.ts'

export function createCallRules(settings: CallSettings): CallRules {
  const { language, fillers, endpointType: type, endpointSensitivity: sensitivity } = settings
  const phrases = phrasesOf(language)
  const echoGate = createEchoGate()
  const beep = createBeepDetector()
  const own = createScheduledFrames()
  let previous: string | undefined
  return {
    endpointing: createEndpointing({ sensitivity, type, language }),
    classify: (text) => classifyUtterance(text, language),
    isPhoneGreeting: (text) => settings.direction === 'outbound' && isPhoneGreeting(text, language),
    mayBecomeBackchannel: (text) => mayBecomeBackchannel(text, language),
    countWords: (text) => countWords(text, language),
    joinDictation: (text, question) => joinDictation(text, question, language),
    isFarewell: (text) => isFarewell(text, language),
    phrases: {
      bridge: inTurn(phrases.bridges),
      patience: inTurn(phrases.patience),
      trouble: phrases.trouble,
      stillThere: phrases.stillThere,
      goodbye: phrases.goodbye,
      optedOut: phrases.optedOut,
      nobodyReached: phrases.nobodyReached,
      silenceGoodbye: phrases.silenceGoodbye,
      timeOver: phrases.timeOver,
      apology: phrases.apology,
    },
    fillerFor: (text) => {
      if (!fillers) return undefined
      previous = chooseFiller({ text, language, config: fillers, previous })
      return previous
    },
    machineDetector: settings.direction === 'outbound' ? machineDetector(language) : undefined,
    played: own.add,
    discarded: own.truncate,
    isEcho: (frame, atMs) => {
      echoGate.played(own.next(atMs))
      return echoGate.isEcho(frame)
    },
    hearTone: (frame) => beep.hearTone(frame),
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
