// Tests that the sentences of the server which pages show have a translation.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileKinds, otherKindMessage } from '@parley/rules'
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'
import { entryKind } from '#contract/account/billing.ts'
import { automationTemplates } from '#server/features/automations/index.ts'
import { callEventTypes } from '#server/features/calls/index.ts'
import { describeExpectation, describeOverall, describeStep } from '#server/lab/run/describe.ts'
import type { Expectation } from '#server/lab/scenario/schema.ts'
import { type MessageTexts, pageMessage } from '../../dashboard/src/messages/page-message.ts'
import { type EventTexts, eventText } from '../../dashboard/src/pages/calls/event-text.ts'

/** These functions and classes take a sentence for the account. */
const takers = new Set([
  'wiringError',
  'StepFailure',
  'EvaluationError',
  'ConnectionFault',
  'CodeError',
  'inDoubt',
  'fault',
])

/** What an expression in a sentence can be. */
const samples: Readonly<Record<string, string>> = { doubt: '', message: 'A', reason: 'refused the credentials' }

function sentenceOf(argument: Argument | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value
  if (argument?.type !== 'TemplateLiteral') return undefined
  const { quasis, expressions } = argument
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index]
      if (!expression) return value.cooked
      return value.cooked + (expression.type === 'Identifier' ? (samples[expression.name] ?? '7') : '7')
    })
    .join('')
}

async function sentencesIn(files: string): Promise<string[]> {
  const sentences = new Set<string>()
  for await (const file of glob(files, { exclude: (name) => name.endsWith('.test.ts') })) {
    const visit = (callee: Expression, args: readonly Argument[]): void => {
      if (callee.type !== 'Identifier' || !takers.has(callee.name)) return
      for (const sentence of args.map(sentenceOf))
        if (sentence && /^[`A-Z7].* .*/.test(sentence)) sentences.add(sentence)
    }
    new Visitor({
      CallExpression: ({ callee, arguments: args }) => visit(callee, args),
      NewExpression: ({ callee, arguments: args }) => visit(callee, args),
    }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  }
  return [...sentences]
}

async function textsIn(language: string): Promise<MessageTexts> {
  const [{ texts: server }, { texts: sentences }] = await Promise.all([
    import(`../../dashboard/src/texts/${language}/server.ts`),
    import(`../../dashboard/src/texts/${language}/server-sentences.ts`),
  ])
  return { language, server, ...sentences }
}

/** Values of events; those that are not here are empty. */
const detail = {
  reason: 'busy',
  status: 'ringing',
  answerer: 'voicemail',
  to: '+14155550100',
  text: 'Hello.',
  seconds: 5,
  total_cost: 0.1,
  carrier_cost: 0.05,
}

async function eventTextsIn(language: string): Promise<EventTexts> {
  const [{ texts: events }, { texts: panels }, { texts: values }] = await Promise.all(
    ['call-events', 'panels', 'values'].map((area) => import(`../../dashboard/src/texts/${language}/${area}.ts`)),
  )
  return {
    ...events,
    notes: panels.notes,
    reasons: values.call.reason,
    format: {
      seconds: String,
      minutes: String,
      milliseconds: String,
      exactMoney: String,
      count: ({ one }: { one: string }) => one,
    },
    messageOf: () => 'A',
    languageName: () => 'A',
  }
}

describe('the sentences of the server', () => {
  it('are translated for every event of a call', async () => {
    for (const language of ['en', 'de', 'fr']) {
      const texts = await eventTextsIn(language)
      assert.deepEqual(Object.keys(texts.sentences).toSorted(), callEventTypes.toSorted())
      for (const type of callEventTypes) {
        const note = ['answered_by', 'closing', 'ended'].includes(type) ? 'busy' : 'A'
        const text = eventText({ type, text: 'Only the server.', detail: { ...detail, detail: note } }, texts)
        assert.notEqual(text, 'Only the server.')
        if (language !== 'en') assert.doesNotMatch(text, /\b(?:the|was|of|busy|voicemail|ringing)\b/, type)
      }
    }
  })

  it('are translated for every entry of the ledger, every template of an automation and every kind of file', async () => {
    const ids = [...automationTemplates.keys()].toSorted()
    for (const language of ['en', 'de', 'fr']) {
      const [{ texts: usage }, { texts: automations }] = await Promise.all(
        ['usage', 'automations'].map((area) => import(`../../dashboard/src/texts/${language}/${area}.ts`)),
      )
      for (const kind of entryKind.options) assert.ok(kind in usage.description, kind)
      assert.deepEqual(Object.keys(automations.templateNames).toSorted(), ids)
      assert.deepEqual(Object.keys(automations.templateDescriptions).toSorted(), ids)
    }
    for (const language of ['de', 'fr']) {
      const texts = await textsIn(language)
      for (const kind of fileKinds) {
        const text = pageMessage(texts, otherKindMessage(kind))
        assert.doesNotMatch(text, /keine CSV-Datei|d’un autre format/, kind)
      }
    }
  })

  it('are translated for everything that a test of an assistant expects', async () => {
    const subjects: Expectation[] = [
      { assistant: 'Hello' },
      { speaks: true },
      { customer: 'Hello' },
      { tool: 'look_up', with: { id: 1 } },
      { note: 'interrupted' },
      { stops: true },
      { pressed: '12' },
      { transfer: '+14155550100' },
      { ended: 'silence' },
    ]
    const sentences = [
      ...subjects.map((each) => describeExpectation({ ...each, not_before_ms: 500, within_ms: 5_000 })),
      ...subjects.map((each) => describeExpectation({ ...each, absent: true, for_ms: 5_000 })),
      describeOverall('ended', 'silence'),
      describeOverall('longest_silence_ms', 5_000),
      ...(['heard_once', 'model_knows', 'model_does_not_know'] as const).map((name) => describeOverall(name, ['A'])),
      describeStep({ kind: 'say', say: 'Hello' }),
      describeStep({ kind: 'wait_ms', wait_ms: 5_000 }),
    ].map((text) => text.charAt(0).toUpperCase() + text.slice(1))
    for (const language of ['de', 'fr']) {
      const texts = await textsIn(language)
      for (const sentence of sentences)
        assert.doesNotMatch(
          pageMessage(texts, sentence),
          /\b(?:the|call|customer|within|for)\b|undefined|NaN/i,
          sentence,
        )
    }
    const say = pageMessage(await textsIn('de'), sentences[0]!)
    assert.equal(say, 'Der Assistent sagt „Hello“ nach frühestens 500 ms innerhalb von 5.000 ms')
  })

  it('are translated where a step of an automation fails', async () => {
    const sentences = await sentencesIn('server/features/automations/**/*.ts')
    assert.ok(sentences.length > 50, `${sentences.length} sentences`)
    for (const language of ['de', 'fr']) {
      const texts = await textsIn(language)
      assert.deepEqual(
        sentences.filter((sentence) => pageMessage(texts, sentence) === sentence),
        [],
        language,
      )
    }
  })
})
