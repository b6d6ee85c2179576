// Tests that the editor has a place, a name and help for each field of an assistant in the contract.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assistantSettings } from '#contract/assistants/assistant-fields.ts'
import { toolFields } from '#contract/assistants/assistant-tools.ts'
import { assistants } from '#contract/assistants/assistants.ts'
import { inlineReferences, type JsonSchema, jsonSchemaOf } from '#contract/wire/json-schema.ts'
import {
  fieldNames,
  pageNames,
  pageOf,
  placeNames,
  placeOf,
  sectionOf,
  toolForms,
  toolTypes,
} from '../../dashboard/src/pages/assistants/editor/layout.ts'
import { texts as german } from '../../dashboard/src/texts/de/assistant-fields.ts'
import { texts as english } from '../../dashboard/src/texts/en/assistant-fields.ts'
import { texts as french } from '../../dashboard/src/texts/fr/assistant-fields.ts'

interface FieldText {
  label: string
  help?: string
}

const languages: readonly Readonly<Record<string, FieldText>>[] = [english.fields, german.fields, french.fields]
const allTexts = languages.flatMap((fields) => Object.entries(fields))

const schema = inlineReferences(jsonSchemaOf(assistants.update.body, 'input', (id) => id))

/** The paths of all fields; items of lists and the `data` of tools have no step of their own. */
function pathsIn({ properties = {}, anyOf = [], items }: JsonSchema, path: string): string[] {
  const own = Object.entries(properties).flatMap(([name, inner]) => {
    const step = name === 'data' ? path : `${path}${path && '.'}${name}`
    return [step, ...pathsIn(inner, step)]
  })
  return [...own, ...anyOf.flatMap((each) => pathsIn(each, path)), ...(items ? pathsIn(items, path) : [])]
}

/** Fields that the editor shows as another field: a list, or the first of two names. */
const withoutInputOfTools = new Set(['phone_number', 'send_digits'])
/** With the condition of an update. */
const withoutInput = new Set(['if_version', ...[...withoutInputOfTools].map((field) => `tools.${field}`)])

describe('the editor of assistants', () => {
  it('has a place for each field of the contract, and for no other', () => {
    assert.deepEqual([...fieldNames].sort(), Object.keys(assistantSettings).sort())
  })

  it('names each field in all languages, with help in all of them', () => {
    const paths = new Set(pathsIn(schema, '').filter((path) => !withoutInput.has(path)))
    for (const fields of languages) {
      assert.deepEqual(Object.keys(fields).sort(), [...paths].sort())
      for (const name of fieldNames) assert.ok(fields[name]!.help, `${name} has no help`)
      for (const [path, { help }] of Object.entries(fields))
        assert.equal(help === undefined, languages[0]![path]!.help === undefined, path)
    }
  })

  it('uses words for people: no names, values, limits or defaults of the API', () => {
    const refused = [
      /[a-z]_[a-z]/,
      /`/,
      /\b(null|true|false|pipeline|multimodal|dualplex|vad|webhook|uri|url|iana|e\.164|llm|tts)\b/i,
      /\b(at most|höchstens|au plus|by default|par défaut|standard:|defaults? to)\b/i,
    ]
    const found = allTexts.flatMap(([path, { label, help = '' }]) =>
      [label, help].filter((text) => refused.some((form) => form.test(text))).map((text) => `${path}: ${text}`),
    )
    assert.deepEqual(found, [])
  })

  it('explains each setting in one or two short sentences', () => {
    const long = allTexts.map(([, { help = '' }]) => help).filter((help) => help.length > 150)
    assert.deepEqual(long, [])
  })

  it('has six pages, and a place for each address of its former sections', () => {
    assert.equal(pageNames.length, 6)
    const former =
      'general conversation voice models knowledge turns calls privacy webhooks handover evaluation variables widget'
    for (const section of former.split(' ')) {
      assert.ok(placeNames.includes(section as (typeof placeNames)[number]), section)
      assert.ok(pageOf(section as (typeof placeNames)[number]), section)
    }
    assert.equal(pageOf('webhooks'), 'after')
  })

  it('has limits for each input of numbers and the values of each choice', () => {
    for (const name of fieldNames) {
      const { kind } = placeOf(name)
      const { minimum, maximum, enum: values } = schema.properties![name]!
      if (kind === 'number' || kind === 'slider') assert.ok(maximum !== undefined && minimum !== undefined, name)
      if (kind === 'choice') assert.ok(values, name)
    }
  })

  it('has the fields of each type of built-in tool', () => {
    assert.deepEqual([...toolTypes].sort(), Object.keys(toolFields).sort())
    for (const type of toolTypes) {
      const fields: readonly string[] = toolFields[type].fields
      const shown = Object.keys(toolForms[type])
      assert.deepEqual(shown.sort(), fields.filter((field) => !withoutInputOfTools.has(field)).sort(), type)
    }
  })

  it('finds the section of a nested field', () => {
    assert.equal(sectionOf('tools.2.data.phone_number'), 'tools')
    assert.equal(sectionOf('other'), undefined)
  })
})
