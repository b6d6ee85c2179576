// Tests of what pages say for the messages of the server.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import { contract } from '#contract/index.ts'
import type { Area, Endpoint } from '#contract/wire/endpoint.ts'
import { ParleyError } from '#sdk/index.ts'
import { carrierErrors } from '#server/carriers/twilio/rest/error-codes-data.ts'
import { createValidator } from '#server/platform/validation/validate.ts'
import {
  errorText,
  type MessageTexts,
  pageMessage,
  type ShownField,
} from '../../dashboard/src/messages/page-message.ts'
import { framePatterns, phrasePatterns, reportPatterns } from '../../dashboard/src/texts/server-patterns.ts'

const endpoints = Object.values(contract as unknown as Record<string, Area>).flatMap((area) =>
  Object.values(area),
) as Endpoint[]

const languages = ['en', 'de', 'fr'] as const
type Language = (typeof languages)[number]

async function textsIn(language: Language): Promise<MessageTexts> {
  const [{ texts: server }, { texts: sentences }] = await Promise.all([
    import(`../../dashboard/src/texts/${language}/server.ts`),
    import(`../../dashboard/src/texts/${language}/server-sentences.ts`),
  ])
  return { language, server, ...sentences }
}
const texts = { en: await textsIn('en'), de: await textsIn('de'), fr: await textsIn('fr') }

const say = (language: Language, message: string, field?: ShownField): string =>
  pageMessage(texts[language], message, field)

/** Names of the API, and its values. */
const wire = /\b[a-z]+_[a-z]+|\b[a-z]+\.\d+\b|\b\d+\.[a-z]+|\bnull\b|`/

describe('the messages of the server', () => {
  it('name the field as the page does', () => {
    const to = { label: 'To', name: 'to' }
    assert.equal(say('en', 'The to field is required.', to), '“To” is required.')
    assert.equal(say('de', 'The to field is required.', { label: 'An', name: 'to' }), '„An“ ist erforderlich.')
    assert.equal(say('fr', 'The to field is required.', { label: 'À', name: 'to' }), '« À » est obligatoire.')
    assert.equal(
      say('en', 'The to format is invalid.', to),
      'Enter a phone number for “To”, with its country code, such as +14155550100.',
    )
    assert.equal(
      say('en', 'The system prompt may not be greater than 16000 characters.', { label: 'Instructions' }),
      '“Instructions” can have at most 16,000 characters.',
    )
    assert.equal(
      say('de', 'The system prompt may not be greater than 16000 characters.', { label: 'Anweisungen' }),
      '„Anweisungen“ darf höchstens 16.000 Zeichen haben.',
    )
    assert.equal(
      say('fr', 'The system prompt may not be greater than 16000 characters.'),
      '« Instructions » peut comporter 16 000 caractères au maximum.',
    )
    assert.equal(
      say('en', 'The recordings must be at least 1 day. Use null to keep the data.', { label: 'Recordings' }),
      '“Recordings” must be at least 1 day. Leave the field empty to keep the data.',
    )
  })

  it('name parts of a field, and fields that the page does not show', () => {
    const message = 'The tools.0.data.calendly event type uri field is required.'
    assert.equal(say('en', message), '“Tool 1: Calendly event type” is required.')
    assert.equal(say('de', message), '„Werkzeug 1: Calendly-Terminart“ ist erforderlich.')
    assert.equal(say('fr', message), '« Outil 1 : Type de rendez-vous Calendly » est obligatoire.')
    const tools = { label: 'Tools', name: 'tools' }
    assert.equal(say('en', message, tools), '“Tool 1: Calendly event type” is required.')
    const variables = { label: 'Variables', name: 'variables' }
    assert.equal(
      say('en', 'The variables.first name must be a string.', variables),
      '“Variables: First name” must be text.',
    )
    assert.equal(
      say('en', 'The webhook url field is required. (and 2 more errors)'),
      '“Webhook URL” is required. (and 2 more)',
    )
  })

  it('say together and once what an error says of all its fields', () => {
    const message = 'The to field is required. (and 1 more error)'
    const errors = { to: ['The to field is required.'], body: ['The body field is required.'] }
    const error = new ParleyError(422, { message, errors }, new Headers())
    assert.equal(errorText(texts.en, error), '“To” is required. “Body” is required.')
    assert.equal(errorText(texts.de, error), '„An“ ist erforderlich. „Text“ ist erforderlich.')
    assert.equal(errorText(texts.fr, error), '« À » est obligatoire. « Texte » est obligatoire.')
    assert.equal(say('de', 'Campaign started successfully.'), 'Die Kampagne wurde gestartet.')
    assert.equal(say('fr', 'Campaign started successfully.'), 'La campagne a été démarrée.')
    assert.equal(say('fr', 'Assistant updated successfully.'), 'L’assistant a été modifié.')
  })

  it('name the steps and values of a flow', () => {
    const condition = { label: 'Bedingung', name: 'if' }
    assert.equal(say('de', 'The if field is required.', condition), '„Bedingung“ ist erforderlich.')
    assert.equal(say('en', 'There is no step `look_up`.'), 'There is no step “look_up”.')
    assert.equal(
      say('de', 'The step `look_up` does not run before this one.', condition),
      'Der Schritt „look_up“ läuft nicht vor diesem.',
    )
    assert.equal(say('de', '`item` is only known inside a loop.'), '„item“ gibt es nur in einer Schleife.')
    assert.equal(
      say('de', 'The expression is not valid at character 4: it ends too early.'),
      'Der Ausdruck ist unvollständig.',
    )
  })

  it('call a knowledge base as the pages do', () => {
    assert.equal(say('en', 'Knowledgebase not found.'), 'Knowledge base not found.')
    assert.equal(
      say('en', 'An account can have up to 200 knowledgebases.'),
      'An account can have up to 200 knowledge bases.',
    )
  })

  it('have no name of the API for a field if they are not known, and otherwise stay as they are', () => {
    assert.equal(say('en', 'The tools.0.max_calls may rest.'), 'The Tool 1: Max calls may rest.')
    assert.equal(say('en', 'The max_calls may rest.'), 'The Max calls may rest.')
    for (const own of ['https://example.com/my_page could not be read.', 'The tool check_order was saved.'])
      assert.equal(say('en', own), own)
    assert.equal(say('de', 'This sentence is not known.'), 'This sentence is not known.')
  })

  it('have no names of the API, whatever the fields of the contract have for a value', () => {
    let messages = 0
    for (const { body, query } of endpoints)
      for (const schema of [body, query]) {
        if (!schema) continue
        const validate = createValidator(schema as z.ZodObject)
        const names = Object.keys((schema as z.ZodObject).shape)
        for (const value of [
          undefined,
          null,
          '',
          'x',
          -1,
          1e12,
          1.5,
          true,
          [],
          [{}],
          {},
          { a_b: {} },
          'x'.repeat(70_000),
        ]) {
          const checked = validate(Object.fromEntries(names.map((name) => [name, value])))
          if (checked.ok) continue
          for (const message of Object.values(checked.errors).flat()) {
            messages++
            for (const language of languages)
              for (const field of [undefined, { label: 'Label' }]) {
                const text = say(language, message, field)
                assert.doesNotMatch(text, wire, message)
                if (language !== 'en') assert.doesNotMatch(text, /\b(?:the|must|may|field|is|invalid)\b/i, message)
              }
          }
        }
      }
    assert.ok(messages > 1000, `${messages} messages`)
  })

  it('have a German and a French sentence for every refusal of the contract and every error of the carrier', () => {
    const refusals = endpoints.flatMap(({ refusals = {} }) => Object.values(refusals).map(({ message }) => message))
    for (const sentence of new Set([...refusals, ...Object.values(carrierErrors)])) {
      for (const language of ['de', 'fr'] as const) assert.notEqual(say(language, sentence), sentence)
      for (const language of languages)
        assert.doesNotMatch(say(language, sentence), /\b[a-z]+_[a-z]+|PUBLIC_URL|\b[a-z]+:[a-z]+\b|\bnull\b/, sentence)
    }
  })

  it('have a sentence in the language of the page for each that the contract writes about a field', async () => {
    const sentences = new Set<string>()
    for await (const file of glob('contract/**/*.ts'))
      for (const [, , sentence] of readFileSync(file, 'utf8').matchAll(/(['`])(The :attribute [a-z](?:(?!\1).)*)\1/g))
        sentences.add(sentence!.replace(':attribute', 'name').replace(/\$\{.+?\}/g, '16'))
    assert.ok(sentences.size > 30)
    assert.deepEqual(
      [...sentences].filter((sentence) => say('de', sentence) === sentence),
      [],
    )
  })

  it('are the same in all translations', () => {
    assert.deepEqual(Object.keys(texts.fr.sentences), Object.keys(texts.de.sentences))
    for (const [sentence, text] of Object.entries(texts.fr.sentences)) {
      assert.notEqual(text, sentence)
      assert.doesNotMatch(text, wire)
      assert.doesNotMatch(text, /[«:;!?]\S|(?<![\u00a0\u202f])[»:;!?]|['"]/, 'French has spaces before these signs')
    }
    for (const { server } of [texts.de, texts.fr]) {
      const { reports, frames, phrases } = server
      for (const name of Object.keys(reportPatterns)) assert.ok(name in reports, name)
      for (const name of Object.keys(framePatterns)) assert.ok(name in frames, name)
      for (const name of Object.keys(phrasePatterns)) assert.ok(name in phrases, name)
      for (const kind of ['names', 'items'] as const)
        assert.deepEqual(Object.keys(server[kind]), Object.keys(texts.de.server[kind]))
    }
  })
})
