// Checks the events of clients of the scripted realtime server of OpenAI, which refuses everything unknown.

type Fields = Record<string, unknown>

/** The fields of each event besides `type` and `event_id`; an asterisk marks the required ones. */
const events: Record<string, string> = {
  'session.update': 'session*',
  'input_audio_buffer.append': 'audio*',
  'input_audio_buffer.commit': '',
  'input_audio_buffer.clear': '',
  'conversation.item.create': 'item* previous_item_id',
  'conversation.item.truncate': 'item_id* content_index* audio_end_ms*',
  'conversation.item.delete': 'item_id*',
  'response.create': 'response',
  'response.cancel': 'response_id',
}

const sessionFields = 'type* instructions output_modalities audio tools tool_choice max_output_tokens'
const responseFields =
  'conversation input instructions tools tool_choice output_modalities max_output_tokens metadata audio'

/** Returns what is wrong with an event of a client. */
export function faultInEvent(event: Fields): string | undefined {
  const type = String(event.type)
  if (!Object.hasOwn(events, type)) return `an event of type ${type}`
  const fault = faultInFields(event, `type* event_id ${events[type]}`)
  if (fault) return `${type}: ${fault}`
  if (type === 'session.update') return faultInSession(event.session as Fields)
  if (type === 'conversation.item.create') return faultInItem(event.item as Fields)
  if (type === 'response.create' && event.response !== undefined)
    return faultInFields(event.response as Fields, responseFields)
  if (type === 'input_audio_buffer.append') {
    const audio = String(event.audio)
    if (audio === '' || Buffer.from(audio, 'base64').toString('base64') !== audio) return 'append: audio'
  }
  return undefined
}

function faultInFields(fields: Fields, list: string): string | undefined {
  const names = list.split(' ').filter((name) => name !== '')
  const known = new Set(names.map((name) => name.replace('*', '')))
  const unknown = Object.keys(fields).find((name) => !known.has(name))
  if (unknown !== undefined) return `unknown field ${unknown}`
  const missing = names.find((name) => name.endsWith('*') && fields[name.slice(0, -1)] === undefined)
  return missing === undefined ? undefined : `missing field ${missing}`
}

function faultInSession(session: Fields): string | undefined {
  if (session.type !== 'realtime') return 'session: type'
  const fault = faultInFields(session, sessionFields)
  if (fault) return `session: ${fault}`
  const modalities = JSON.stringify(session.output_modalities)
  if (modalities !== '["audio"]' && modalities !== '["text"]') return 'session: output_modalities'
  const { input, output } = (session.audio ?? {}) as { input?: Fields; output?: Fields }
  if (input) {
    const inputFault = faultInFields(input, 'format noise_reduction transcription turn_detection')
    if (inputFault || !isTelephoneAudio(input.format)) return `session: input ${inputFault}`
    const turnFault = faultInTurnDetection(input.turn_detection as Fields | null)
    if (turnFault) return turnFault
  }
  if (output) {
    const outputFault = faultInFields(output, 'format voice speed')
    const speed = Number(output.speed ?? 1)
    if (outputFault || !isTelephoneAudio(output.format)) return `session: output ${outputFault}`
    if (!(speed >= 0.25 && speed <= 1.5)) return 'session: speed'
  }
  return undefined
}

function faultInTurnDetection(turns: Fields | null): string | undefined {
  if (turns === null) return undefined
  const isManual = turns.create_response === false && turns.interrupt_response === false
  const fault = faultInFields(turns, 'type* eagerness create_response* interrupt_response*')
  return turns.type === 'semantic_vad' && isManual && !fault ? undefined : `session: turn_detection ${fault}`
}

const isTelephoneAudio = (format: unknown): boolean => JSON.stringify(format) === '{"type":"audio/pcmu"}'

function faultInItem(item: Fields): string | undefined {
  if (item.id !== undefined && !/^[\w-]{1,32}$/.test(String(item.id))) return 'item: id'
  if (item.type === 'function_call') return faultInCall(item, 'type* id call_id* name* arguments*')
  if (item.type === 'function_call_output') return faultInCall(item, 'type* id call_id* output*')
  if (item.type !== 'message') return 'item: type'
  const fault = faultInFields(item, 'type* id role* content*')
  if (fault) return `item: ${fault}`
  const kinds: Record<string, string> = { user: 'input_text', assistant: 'output_text', system: 'input_text' }
  const content = item.content as Fields[]
  const isValid = (part: Fields) => part.type === kinds[String(item.role)] && typeof part.text === 'string' && part.text
  return Array.isArray(content) && content.length > 0 && content.every(isValid) ? undefined : 'item: content'
}

function faultInCall(item: Fields, fields: string): string | undefined {
  const fault = faultInFields(item, fields)
  if (fault) return `item: ${fault}`
  if (String(item.call_id).length > 32) return 'item: call_id'
  const text = item.arguments ?? item.output
  return typeof text === 'string' ? undefined : 'item: arguments or output'
}
