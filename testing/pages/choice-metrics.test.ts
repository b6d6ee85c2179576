// Tests of what is said beside the choice of a model, a voice and a language.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { addMeasuredCall, heardAfter } from '../calls/measured-calls.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'
import { assertFits } from './layout.ts'

const words = {
  'en-US': {
    picker: 'Language model',
    row: /GPT-4\.1 mini · list price ≈ \$0\.0072 per minute · answers in 0\.8 sec$/,
    chosen: 'list price ≈ $0.0072 per minute · answers in 0.8 sec (3 answers)',
    cheaper: /^GPT-6 Lunalist price ≈ \$0\.0019 per minute$/,
    source: 'List price of GPT-4.1 mini, Jul 24, 2026',
    parley: 'Parley charges $0.12 per minute of a phone call, with any choice.',
    works: /^English: recognition, .+ and answers work\.$/,
    needs: /^German: what works now: .*answers\. For recognition, add a key of .+ or the voice pack .+\.$/,
  },
  'de-DE': {
    picker: 'Sprachmodell',
    row: /GPT-4\.1 mini · Listenpreis ≈ 0,0072\s\$ pro Minute · antwortet in 0,8\sSek\.$/,
    chosen: 'Listenpreis ≈ 0,0072 $ pro Minute · antwortet in 0,8 Sek. (3 Antworten)',
    cheaper: /^GPT-6 LunaListenpreis ≈ 0,0019\s\$ pro Minute$/,
    source: 'Listenpreis von GPT-4.1 mini, 24.07.2026',
    parley: 'Parley berechnet 0,12 $ pro Minute eines Telefonats, unabhängig von der Auswahl.',
    works: /^Englisch: Spracherkennung, Stimme und Antworten funktionieren\.$/,
    needs: /^Deutsch: Jetzt funktioniert: .*Antworten\. Spracherkennung: Fügen Sie einen Schlüssel von .+ hinzu\.$/,
  },
} as const

describe('the choice of a model', { skip: chromiumMissing, timeout: 120_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({ jobsRunning: false })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  for (const [locale, width] of [
    ['en-US', 1440],
    ['de-DE', 390],
  ] as const)
    it(`shows what each one costs and how fast it was, ${locale}, ${width} px`, async () => {
      const t = words[locale]
      const owner = await parley.createAccount()
      const { id } = await parley.createCallingAssistant({ owner, assistant: { llm_model_id: 1 } })
      await addMeasuredCall(parley, owner, id, { model: 'openai/gpt-4.1-mini' }, heardAfter(700, 812, 900))
      const page = await dashboard.open(owner, `/assistants/${id}?section=models`, { locale })
      await page.setViewportSize({ width, height: 844 })
      await page.getByText(t.chosen).waitFor()
      await page.getByText(t.row).waitFor()
      await page.getByText(t.parley).waitFor()
      const source = page.getByRole('link', { name: t.source })
      assert.equal(await source.getAttribute('href'), 'https://developers.openai.com/api/docs/pricing')
      await assertAccessible(page, `the model, ${locale}`)
      await page.getByRole('combobox', { name: t.picker }).click()
      await page.getByRole('option', { name: 'GPT-6 Luna' }).filter({ hasText: t.cheaper }).waitFor()
      await assertFits(page, `the models, ${locale}`)
      await page.context().close()
    })

  for (const locale of ['en-US', 'de-DE'] as const)
    it(`says what works in the languages of an assistant, ${locale}`, async () => {
      const owner = await parley.createAccount()
      const { id } = await parley.createCallingAssistant({ owner, assistant: { secondary_language_ids: [4] } })
      const page = await dashboard.open(owner, `/assistants/${id}?section=language`, { locale })
      await page.getByText(words[locale].works).waitFor()
      await page.getByText(words[locale].needs).waitFor()
      await assertFits(page, `the languages, ${locale}`)
      await page.context().close()
    })
})
