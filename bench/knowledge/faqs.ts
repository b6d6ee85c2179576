// Measures what each stage of a search contributes to the recall of questions to public FAQs.
import { type Faq, type FaqQuestion, readFaqQuestions, readFaqs, withoutQuestions } from '#eval/retrieval/faqs.ts'
import { normalizeText } from '#eval/retrieval/questions.ts'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { type SearchStage, searchStages } from '#server/features/knowledge/index.ts'
import { type AccountContext, asAccount } from '#server/platform/context/context.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { tableOf } from '../shared/report.ts'
import {
  createKnowledgebase,
  type KnowledgeAccount,
  startKnowledgeServer,
  untilProcessed,
  uploadText,
} from './server.ts'

const stages: readonly SearchStage[] = ['words', 'headings', 'meaning', 'all']
/** The rank of the first correct passage from 1, or Infinity. */
type Ranks = Record<SearchStage, number>

interface Filled {
  id: number
  language: string
  hasHeadings: boolean
}

export async function benchFaqs(account: KnowledgeAccount): Promise<string> {
  const faqs = await readFaqs()
  const questions = await readFaqQuestions(faqs)
  const filled: Filled[] = []
  {
    await using server = await startKnowledgeServer(account, { embeddingModel: 'local' })
    for (const hasHeadings of [true, false])
      for (const language of new Set(faqs.map((faq) => faq.language))) {
        const id = await createKnowledgebase(server.client, `FAQs in ${language}`)
        for (const faq of faqs.filter((faq) => faq.language === language))
          await uploadText(server.client, id, faq.name, hasHeadings ? faq.text : withoutQuestions(faq.text))
        const { passages } = await untilProcessed(server.client, id)
        progress(`${passages} passages in ${language}${hasHeadings ? '' : ', without the questions'}`)
        filled.push({ id, language, hasHeadings })
      }
  }
  const { workspace } = account
  const config = configFrom({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    EMBEDDING_MODEL: 'local',
    RERANK_BASE_URL: '',
    PARLEY_ROLES: 'api',
  })
  await using app = await openApp(config, { log: createLog({ level: 'warn', pretty: false }) })
  const ctx = asAccount(app.context, account.account)
  const groups = new Map<string, { ranks: Ranks; isHeldOut: boolean }[]>()
  for (const knowledgebase of filled) {
    const asked = questions.filter((question) => isAskedTo(knowledgebase, question, faqs))
    progress(`${asked.length} questions in ${knowledgebase.language}`)
    for (const question of asked) {
      stopIfAsked()
      const group = groups.get(groupOf(question, knowledgebase)) ?? []
      groups.set(groupOf(question, knowledgebase), group)
      group.push({ ranks: await ranksOf(ctx, knowledgebase.id, question), isHeldOut: question.isHeldOut })
    }
  }
  const rows = [...groups].flatMap(([name, group]) =>
    [false, true].map((isHeldOut) => {
      const half = group.filter((question) => question.isHeldOut === isHeldOut)
      const cells = stages.map((stage) => recall(half.map(({ ranks }) => ranks[stage])))
      return [name, isHeldOut ? 'held out' : 'tuned', String(half.length), ...cells]
    }),
  )
  return `Recall at 1 / at 5:\n${tableOf(['', 'half', 'questions', ...stages], rows)}`
}

const isAskedTo = ({ language }: Filled, { faq }: FaqQuestion, faqs: readonly Faq[]): boolean =>
  faqs.find(({ name }) => name === faq)!.language === language

function groupOf({ kind, language, faq }: FaqQuestion, { hasHeadings }: Filled): string {
  const subject = kind === 'heading' ? faq.split(/[-.]/)[0]! : kind
  return `${subject}, ${language}${hasHeadings ? '' : ', headings removed'}`
}

async function ranksOf(ctx: AccountContext, id: number, { question, faq, answer }: FaqQuestion): Promise<Ranks> {
  const found = await searchStages(ctx, { knowledgebaseId: id, query: question, limit: 5 })
  const rankIn = (stage: SearchStage): number => {
    const index = found[stage].findIndex(
      ({ document, headings, text }) =>
        document.name === faq && normalizeText([...headings, text].join(' ')).includes(answer),
    )
    return index < 0 ? Number.POSITIVE_INFINITY : index + 1
  }
  return { words: rankIn('words'), headings: rankIn('headings'), meaning: rankIn('meaning'), all: rankIn('all') }
}

const recall = (ranks: readonly number[]): string =>
  [1, 5].map((places) => (ranks.filter((one) => one <= places).length / ranks.length).toFixed(2)).join(' / ')
