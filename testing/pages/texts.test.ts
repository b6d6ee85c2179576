// Tests of all texts of the dashboard: none of them speaks the language of the API.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, it } from 'node:test'
import {
  type Node,
  type ObjectProperty,
  parseSync,
  type StringLiteral,
  type TemplateLiteral,
  Visitor,
} from 'oxc-parser'

/** Texts in which a name of the API is what the reader has to type or find elsewhere. */
const exceptions: readonly [file: string, text: RegExp, reason: string][] = [
  ['inbox/manage.tsx', /\{\{customer_name\}\}/, 'the placeholders that the reader types'],
]

interface Text {
  file: string
  language: string
  text: string
}

function stringsIn(node: Node): string[] {
  const strings: string[] = []
  const visit = (each: unknown): void => {
    if (each === null || typeof each !== 'object') return
    if (Array.isArray(each)) {
      for (const item of each) visit(item)
      return
    }
    const { type } = each as Node
    if (type === 'Property') visit((each as ObjectProperty).value)
    else if (type === 'Literal') {
      const { value } = each as StringLiteral
      if (typeof value === 'string') strings.push(value)
    } else if (type === 'TemplateLiteral') {
      strings.push((each as TemplateLiteral).quasis.map(({ value }) => value.cooked).join('…'))
      visit((each as TemplateLiteral).expressions)
    } else for (const child of Object.values(each)) visit(child)
  }
  visit(node)
  return strings
}

/** The texts of `textsOf(en, de)`, and of the words that many pages use. */
function textsIn(file: string): Text[] {
  const texts: Text[] = []
  const add = (node: Node | null | undefined, language: string): void => {
    if (node) for (const text of stringsIn(node)) texts.push({ file, language, text })
  }
  new Visitor({
    CallExpression({ callee, arguments: [en, de] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'textsOf') return
      add(en, 'en')
      add(de, 'de')
    },
    VariableDeclarator({ id, init }) {
      if (file.endsWith('i18n/words.ts') && id.type === 'Identifier' && /^(?:en|de)$/.test(id.name)) add(init, id.name)
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return texts
}

async function allTexts(): Promise<Text[]> {
  const texts: Text[] = []
  for await (const file of glob('dashboard/src/**/*.{ts,tsx}')) texts.push(...textsIn(file))
  return texts
}

const rules: readonly [name: string, pattern: RegExp][] = [
  ['a name with an underscore', /\b[a-z]+_[a-z]+/],
  ['a value of a program', /`|\bnull\b|\bundefined\b/],
  ['a path of the API', /\b[a-z]+\.[a-z]+\.[a-z]+\b|\/api\//],
  ['UUID for an ID', /\buuid\b/i],
  ['a boolean', /(?<!\p{L}|be |is |are |or )(?:true|false)(?!\p{L}| or )/u],
  ['a stilted phrase', /\b(?:is refused|was refused|were refused|meanwhile|any more|also if|by itself|goes on)\b/],
]

describe('the texts of the dashboard', () => {
  it('use no names of the API', async () => {
    const texts = await allTexts()
    assert.ok(texts.length > 3_000, `${texts.length} texts`)
    const faults = texts.flatMap(({ file, text }) =>
      rules
        .filter(([, pattern]) => pattern.test(text))
        .filter(() => !exceptions.some(([of, allowed]) => file.endsWith(of) && allowed.test(text)))
        .map(([name]) => `${file}: ${name}: ${text}`),
    )
    assert.deepEqual(faults, [])
  })

  it('do not come from the descriptions of the API, which are English and for programs', async () => {
    const faults: string[] = []
    for await (const file of glob('dashboard/src/**/*.tsx'))
      if (/\)\.description\b/.test(readFileSync(file, 'utf8'))) faults.push(file)
    assert.deepEqual(faults, [])
  })

  it('are German in German', async () => {
    const texts = await allTexts()
    const english = /\b(?:the|and|not|with|this|are|for|you|your|of|is|has|cannot)\b/
    assert.deepEqual(
      texts
        .filter(({ language, text }) => language === 'de' && english.test(text))
        .map(({ file, text }) => `${file}: ${text}`),
      [],
    )
  })
})
