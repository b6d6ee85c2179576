// Composes the rules of turn-taking for the language of an assistant.
import type { CallSettings, TurnRules } from './engine/settings.ts'

export function createTurnRules(_settings: CallSettings): TurnRules {
  const simple = new Set(['mm-hm', 'yeah', 'okay', 'right'])
  const clean = (t: string) =>
    t
      .toLowerCase()
      .replace(/[^a-z -]/g, '')
      .trim()
  return {
    endpointing: { delayAfter: () => 500, learnPause() {} },
    classify: (text) => (simple.has(clean(text)) ? 'backchannel' : clean(text) === 'stop' ? 'command' : 'speech'),
    countWords: (text) => text.split(' ').filter(Boolean).length,
    phrases: {
      bridge: () => 'One moment, please.',
      patience: () => 'I am still working on it.',
      trouble: 'Sorry, could you say that again?',
      stillThere: 'Are you still there?',
      goodbye: 'Goodbye.',
      timeOver: 'Our time is over. Goodbye.',
      apology: 'I have technical problems. Goodbye.',
    },
    fillerFor: () => undefined,
    machineDetector: undefined,
    played() {},
    isEcho: () => false,
    isBeep: () => false,
  }
}
