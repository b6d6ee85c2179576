// The words that the project does not use, and the exceptions.
/** Files that quote the words, lists of words in other languages, public FAQs, and documents of fictional companies. */
export const exemptPaths = [
  'scripts/words/',
  'scripts/check-words.ts',
  'scripts/check-words.test.ts',
  'eval/retrieval/documents/',
  'eval/retrieval/faqs/',
  'eval/retrieval/sources/',
  'server/features/knowledge/search/stop-words.ts',
]

export interface WordRule {
  /** Matched against prose, and against names split into words: `letGoOfKey` is `let go of key`. */
  pattern: RegExp
  use: string
  /** Default: both. Prose is comments, strings and documents. */
  only?: 'prose' | 'names'
}

export const wordRules: readonly WordRule[] = [
  // Metaphors.
  { pattern: /\bhouses?\b/i, use: 'Parley, installation or server' },
  { pattern: /\b(?:front )?doors?\b/i, use: 'endpoint, handler or entry point' },
  { pattern: /(?<!\.)\bfloors?\b/i, use: 'layer', only: 'prose' },
  { pattern: /\brooms?\b/i, use: 'module or space' },
  { pattern: /\bthe world\b|\bworlds\b/i, use: 'the public, the internet or everyone', only: 'prose' },
  { pattern: /\bworlds?\b/i, use: 'context', only: 'names' },
  { pattern: /\bpurses?\b/i, use: 'balance or ledger' },
  { pattern: /\btortures?\b/i, use: 'crash test' },
  { pattern: /\bcorrespondences?\b/i, use: 'message load' },
  { pattern: /\bnews\b/i, use: 'status update or event' },
  { pattern: /\bhabits?\b/i, use: 'rule, convention or coercion' },
  { pattern: /\btimetables?\b/i, use: 'scheduler' },
  { pattern: /\bsurroundings\b/i, use: 'host or environment' },
  { pattern: /\brefuges?\b/i, use: 'fallback folder' },
  { pattern: /\bknots?\b/i, use: 'cycle or component' },
  { pattern: /\bcircles?\b/i, use: 'cycle' },
  { pattern: /\bfigures?\b/i, use: 'metric, value or result' },
  { pattern: /\bat hand\b/i, use: 'available', only: 'prose' },
  { pattern: /\bin the wild\b/i, use: 'existing', only: 'prose' },
  // Expressions that are not standard English in technical writing.
  { pattern: /\b(?:hears?|heard) of\b/i, use: 'is notified of or receives' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/i, use: 'gets, receives or is notified', only: 'prose' },
  { pattern: /\bwho(?:m|so)?ever\b/i, use: 'the subject itself: the client, the caller, the process' },
  { pattern: /\b(?:no\s?body|no one) (?:knows|else)\b/i, use: 'unknown' },
  { pattern: /\b(?:some|any)body\b/i, use: 'the subject itself: a client, an agent, a process', only: 'prose' },
  { pattern: /\bst(?:ands?|ood)\b/i, use: 'is, means, contains or replaces' },
  { pattern: /\blet(?:s|ting)? go of\b/i, use: 'release' },
  { pattern: /\bput aside\b/i, use: 'hold or reserve' },
  { pattern: /\bin vain\b/i, use: 'without success', only: 'prose' },
  { pattern: /\bin the midst of\b/i, use: 'during', only: 'prose' },
  { pattern: /\bwish(?:es|ed)?\b/i, use: 'request' },
  { pattern: /\bmust not be let\b|\bfrom now on\b/i, use: 'the present tense', only: 'prose' },
  {
    pattern: /^Of (?:an?|the|its|what|those|all|every|each|one|own)\b/,
    use: 'a full sentence',
    only: 'prose',
  },
  // Former names.
  { pattern: /\bgive back\b/i, use: 'release', only: 'names' },
  { pattern: /\bway out\b/i, use: 'remedy', only: 'names' },
  { pattern: /\bpresence\b/i, use: 'liveness', only: 'names' },
  { pattern: /\bboot id\b/i, use: 'processId', only: 'names' },
  { pattern: /\bjob alarm\b|\bis alarm\b/i, use: 'job notifier', only: 'names' },
  { pattern: /\bturn line\b/i, use: 'turn queue', only: 'names' },
  { pattern: /\bstorable\b/i, use: 'sanitizeText', only: 'names' },
  { pattern: /\bunheard\b/i, use: 'unassigned', only: 'names' },
  { pattern: /\bshops\b/i, use: 'accounts', only: 'names' },
  { pattern: /\bsentences?\b/i, use: 'message', only: 'names' },
  { pattern: /\bfurther errors\b/i, use: 'validate', only: 'names' },
  { pattern: /\bfind given\b/i, use: 'resolveReferences', only: 'names' },
  { pattern: /\bapply news\b/i, use: 'applyStatusUpdate', only: 'names' },
  { pattern: /\bwatch(?:ed)? (?:carrier|language model)\b/i, use: 'instrumented', only: 'names' },
  { pattern: /\b(?:describe|trace) talk\b/i, use: 'loadChannelSummary or loadDeliveries', only: 'names' },
]

export interface Exception {
  /** The beginning of the path; absent for every file. */
  path?: string
  /** A match on a line with this text is allowed. */
  text: RegExp
}

export const exceptions: readonly Exception[] = [
  // An ambient sound in the interface.
  { text: /crowded_room/ },
  // A column.
  { path: 'bench/messages/million.ts', text: /insert into carrier_inbox/ },
  // A column, and the names of stored jobs.
  {
    path: 'server/features/messages/inbox/',
    text: /insert into carrier_inbox|news as payload|apply-news|chatapp-news/,
  },
  // The offline model reads customers' sentences, and German.
  { path: 'server/models/offline/transcript.ts', text: /sentence/ },
  { path: 'server/models/offline/phrases/', text: /stand/ },
  // The voice engine speaks whole sentences.
  { path: 'server/voice/', text: /sentence/i },
  { path: 'server/lab/run/live-model.ts', text: /sentence/i },
  // Texts are split after sentences.
  { path: 'packages/documents/', text: /sentence/i },
  { path: 'server/features/knowledge/ingestion/pieces.ts', text: /sentence/i },
  { path: 'bench/knowledge/generated-files.ts', text: /sentence/i },
  // An element of HTML.
  { path: 'packages/documents/src/html/', text: /figure/ },
  { path: 'server/features/messages/sending/split-text.ts', text: /sentence/i },
]
