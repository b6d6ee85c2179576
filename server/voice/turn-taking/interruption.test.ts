// Tests which commands follow while the customer speaks over the assistant.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { firstState, takeEvent } from './transition.ts'
import type { Situation, TurnEvent, TurnTakingRules } from './types.ts'

const rules: TurnTakingRules = {
  endpointing: { delayAfter: () => 500 },
  hearsAudio: false,
  allowInterruptions: true,
  interruptSensitivity: 0.5,
  minInterruptWords: null,
  openingEndsMs: 0,
  classify: () => 'speech',
  isPhoneGreeting: () => false,
  mayBecomeBackchannel: () => false,
  countWords: (text) => text.split(' ').length,
}

const speaking: Situation = {
  call: 'open',
  assistant: 'speaking',
  isAudible: true,
  isRunningTools: false,
  lastWords: '',
}

it('interrupts the words that the assistant says while tools run once, not with every 20 ms of further speech', () => {
  let state = firstState('said')
  let situation: Situation = { ...speaking, isRunningTools: true }
  const commands: string[] = []
  const take = (nowMs: number, event: TurnEvent): void => {
    const next = takeEvent(state, event, { nowMs, rules, situation })
    state = next.state
    commands.push(...next.commands.map(({ type }) => type))
    if (commands.includes('interrupt_assistant')) situation = { ...situation, assistant: 'thinking', isAudible: false }
  }
  take(1_000, { type: 'speech_started', atMs: 1_000 })
  for (let spokenMs = 20; spokenMs <= 3_000; spokenMs += 20) {
    if (spokenMs === 600) take(1_600, { type: 'interim_words', text: 'No wait' })
    take(1_000 + spokenMs, { type: 'speech_continued', spokenMs, levelDb: -18 })
  }
  assert.deepEqual(commands, ['customer_started', 'quieten_assistant', 'words', 'interrupt_assistant'])
})

it('pauses for words that begin quietly as soon as they are not quieter than usual, not only when the words change', () => {
  let state = { ...firstState('said'), usualDb: -14 }
  const pausedMs: number[] = []
  const take = (nowMs: number, event: TurnEvent): void => {
    const next = takeEvent(state, event, { nowMs, rules, situation: speaking })
    state = { ...next.state, usualDb: -14 }
    if (next.commands.some(({ type }) => type === 'pause_assistant')) pausedMs.push(nowMs)
  }
  take(1_000, { type: 'speech_started', atMs: 1_000 })
  for (let spokenMs = 20; spokenMs <= 500; spokenMs += 20) {
    if (spokenMs === 220) take(1_220, { type: 'interim_words', text: 'Hold' })
    take(1_000 + spokenMs, { type: 'speech_continued', spokenMs, levelDb: spokenMs < 300 ? -30 : -18 })
  }
  assert.deepEqual(pausedMs, [1_300])
})
