// The marks with which open models write thoughts, channels and tool calls into their text.

/** In lower case. If the prompt contains the opening mark of a thought, the server does not send it. */
const thoughts: readonly (readonly [opens: string, closes: string])[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'scratchpad', 'antthinking'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['<seed:think>', '</seed:think>'],
  ['<longcat_think>', '</longcat_think>'],
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  ['<|channel>', '<channel|>'],
  ['<unused94>', '<unused95>'],
]

export const closingMarks: ReadonlyMap<string, string> = new Map(thoughts)

/** Around the answer of models that think. */
const wrappers = [
  ...['<answer>', '</answer>', '<response>', '</response>'],
  ...['<|begin_of_solution|>', '<|end_of_solution|>', '<|start_response|>', '<|end_response|>'],
]

/** The answer is over; what follows belongs to another speaker. */
const ends = [
  ...['<|im_end|>', '<|eot_id|>', '<|eom_id|>', '<|endoftext|>', '<|end_of_text|>', '<|end_of_turn|>'],
  ...['<end_of_turn>', '<turn|>', '<｜end▁of▁sentence｜>', '<|user|>', '<|observation|>', '<|im_start|>user'],
]

/** These belong to the format of gpt-oss: https://cookbook.openai.com/articles/openai-harmony */
const headers = ['<|start|>', '<|channel|>']
const messageEnds = ['<|end|>', '<|return|>', '<|call|>']

const calls = [
  ...['<tool_call>', '<function_call>', '<tool_calls>', '<function=', '<invoke name=', '<minimax:tool_call>'],
  ...['[tool_calls]', '<|python_tag|>', '<|tool_call|>', '<|tool_call>', '<|action_start|>', '<|start_action|>'],
  ...['<|tool_calls_section_begin|>', '<|tool_call_begin|>', '<｜tool▁calls▁begin｜>', '<｜tool▁call▁begin｜>'],
]

/** Left by servers that do not remove the marks of a template. */
const leftovers = [
  ...['<|message|>', '<|constrain|>', '<|assistant|>', '<|begin_of_text|>', '<|im_start|>assistant\n'],
  ...['<|start_header_id|>assistant<|end_header_id|>', '<start_of_turn>model\n'],
]

export type Mark =
  | 'opens'
  | 'closes'
  | 'wraps'
  | 'ends'
  | 'header'
  | 'message-end'
  | 'call'
  | 'leftover'
  /** Or the end of text that is struck through in HTML. */
  | 'end-of-sequence'

const kinds = new Map<string, Mark>([
  ...thoughts.map(([opens]) => [opens, 'opens'] as const),
  ...thoughts.map(([, closes]) => [closes, 'closes'] as const),
  ...wrappers.map((mark) => [mark, 'wraps'] as const),
  ...ends.map((mark) => [mark, 'ends'] as const),
  ...headers.map((mark) => [mark, 'header'] as const),
  ...messageEnds.map((mark) => [mark, 'message-end'] as const),
  ...calls.map((mark) => [mark, 'call'] as const),
  ...leftovers.map((mark) => [mark, 'leftover'] as const),
  ['</s>', 'end-of-sequence'],
])

const literals = [...kinds.keys()].sort((a, b) => b.length - a.length)
const longest = literals[0]!.length

/** Finds the first mark. */
export function findMark(text: string) {
  for (const { index } of text.matchAll(/[<[◁]/gu)) {
    const beginning = text.slice(index, index + longest).toLowerCase()
    const mark = literals.find((literal) => beginning.startsWith(literal))
    if (mark !== undefined) return { index, text: text.slice(index, index + mark.length), kind: kinds.get(mark)! }
  }
  return undefined
}

/** Where the text ends with the beginning of a mark; its length if it does not. */
export function pendingMarkAt(text: string): number {
  const tail = text.slice(-longest)
  for (const { index } of tail.matchAll(/[<[◁]/gu)) {
    const beginning = tail.slice(index).toLowerCase()
    if (literals.some((mark) => mark.length > beginning.length && mark.startsWith(beginning)))
      return text.length - tail.length + index
  }
  return text.length
}

/** How models begin to think whose thoughts are not opened by a mark. In lower case, with straight apostrophes. */
const thoughtBeginnings = [
  ...['okay, so', 'okay, the', 'okay, let', 'okay, we need', 'okay, they', 'okay. the', 'okay the', 'okay so'],
  ...['ok, so', 'ok, the', 'ok, let', 'they ', "here's a thinking", "here's my thought", 'here is my thought'],
  ...['alright, so', 'alright, the', 'alright, let', 'hmm', 'got it, the', 'got it, let', 'got it. the'],
  ...[
    'so the user',
    'so, the user',
    'the user',
    'the customer',
    'the caller',
    'user ',
    'customer ',
    'this user',
    'the question',
  ],
  ...['we need to', 'we have to', 'we should', 'we must', 'i need to', 'i should', 'i must', 'i have to'],
  ...['let me think', 'let me see', 'let me analy', 'let me consider', 'let me recall', 'let me break'],
  ...["let's think", "let's see", "let's analy", "let's break", 'let us think'],
  ...['okay, i should', 'okay, i need', 'okay, user', 'let me figure', 'let me work', 'internal', 'plan:', 'goal:'],
  ...['thinking', 'thought', 'reasoning', 'analysis:', 'analyz', 'my reasoning'],
  ...['der nutzer', 'der benutzer', 'der kunde', 'die kundin', 'ich muss', 'ich sollte'],
  ...['el usuario', 'el cliente', "l'utilisateur", 'le client', "l'utente", 'il cliente', 'o usuário', 'o cliente'],
  ...['好的，', '好，', '嗯，', '用户', '首先，'],
]

/** Undefined if the text is too short to tell. */
export function beginsLikeThought(text: string): boolean | undefined {
  const start = text.slice(0, 30).toLowerCase().replaceAll('’', "'")
  if (thoughtBeginnings.some((beginning) => start.startsWith(beginning))) return true
  return thoughtBeginnings.some((beginning) => beginning.startsWith(start)) ? undefined : false
}

/** Models whose templates open the thought in the prompt. */
export const opensThoughtInPrompt = (code: string): boolean =>
  /deepseek-?r1|(?:^|[-_/:])r1(?:[-_:.]|$)|qwq|(?<!non?-)(?:thinking|reason)|openthinker|exaone-deep|glm-z1|minimax-m[12]|(?:^|[-_/])ring-/i.test(
    code,
  )
