// Drafts an assistant from a description and a website, and stores nothing.
import { detectLanguage } from '@parley/documents'
import { draftLimits, templateLanguages } from '#contract/assistants/assistant-templates.ts'
import { PageFailure, type PreviewedPage, previewWebsite } from '#server/features/knowledge/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import { UnusableAnswer } from './draft/ask-for-object.ts'
import type { AssistantDraft } from './draft/compose.ts'
import { readSite } from './draft/read-site.ts'
import { type WritingOrder, writeByRules } from './draft/write-by-rules.ts'
import { writeWithModel } from './draft/write-with-model.ts'
import type { Language } from './templates/template.ts'

export interface DraftOrder {
  description: string
  website: string | undefined
  /** Default: what the website says. */
  businessName: string | undefined
  /** Default: that of the description. */
  language: Language | undefined
}

interface Progress {
  signal: AbortSignal
  onProgress(progress: 'reading' | `reading ${number}` | 'writing'): void
}

const maxWritingMs = 90_000

/**
 * Throws `InvalidInput` if the website cannot be read or does not name the business. Refuses with `DRAFT_FAILED` if the
 * language model fails. If the signal aborts, its reason is thrown.
 */
export async function draftAssistant(
  ctx: AccountContext,
  { description, website, businessName: given, ...order }: DraftOrder,
  { signal, onProgress }: Progress,
): Promise<AssistantDraft & { pages: readonly PreviewedPage[] }> {
  if (website !== undefined) onProgress('reading')
  const pages = website === undefined ? [] : await readWebsite(ctx, website, { signal, onProgress })
  const language = order.language ?? languageOf(description, pages)
  const site = readSite(pages, language)
  const businessName = given ?? site.businessName
  if (businessName === undefined) throw new InvalidInput({ business_name: ['The business name field is required.'] })
  onProgress('writing')
  const writing = {
    description,
    language,
    businessName,
    isNameGuessed: given === undefined && site.isNameGuessed,
    site,
  }
  const hasModel = ctx.vendors.answering(ctx.account.id).language.vendor !== 'offline'
  return { ...(hasModel ? await askModel(ctx, writing, pages, signal) : writeByRules(writing)), pages }
}

async function readWebsite(
  ctx: AccountContext,
  website: string,
  { signal, onProgress }: Progress,
): Promise<PreviewedPage[]> {
  const options = { maxPages: draftLimits.pages, signal, onPage: (read: number) => onProgress(`reading ${read}`) }
  return previewWebsite(ctx, website, options).catch((error: unknown) => {
    throw error instanceof PageFailure ? new InvalidInput({ website: [error.message] }) : error
  })
}

const isKnown = (code: string | null | undefined): code is Language =>
  (templateLanguages as readonly (string | null | undefined)[]).includes(code)

/** A short description can be of any language; then the website decides. */
function languageOf(description: string, [first]: readonly PreviewedPage[]): Language {
  return [detectLanguage(description), first?.language].find(isKnown) ?? 'en'
}

async function askModel(
  ctx: AccountContext,
  writing: WritingOrder,
  pages: readonly PreviewedPage[],
  signal: AbortSignal,
): Promise<AssistantDraft> {
  const timeLimit = AbortSignal.timeout(maxWritingMs)
  try {
    return await writeWithModel(ctx, writing, pages, AbortSignal.any([signal, timeLimit]))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OutsideError || error instanceof UnusableAnswer || timeLimit.aborted)) throw error
    ctx.log.warn({ failure: error instanceof OutsideError ? error.code : 'unusable' }, 'an assistant was not drafted')
    throw new Refusal('DRAFT_FAILED')
  }
}
