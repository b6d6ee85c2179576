// What the scripted Gemini server does not accept.
type Fields = Record<string, unknown>

const setupFields =
  'model generationConfig systemInstruction tools realtimeInputConfig inputAudioTranscription ' +
  'outputAudioTranscription sessionResumption contextWindowCompression'
const generationFields = 'responseModalities temperature speechConfig thinkingConfig'
const schemaFields =
  'type format title description nullable enum items maxItems minItems properties required minLength maxLength pattern ' +
  'anyOf minimum maximum'

export function faultInSetup(setup: Fields): string | undefined {
  const { model, generationConfig, tools, realtimeInputConfig, systemInstruction } = setup
  const unknown = unknownField(setup, setupFields) ?? unknownField(generationConfig, generationFields)
  if (unknown) return `Unknown field ${unknown}`
  const { responseModalities, temperature, speechConfig, thinkingConfig } = generationConfig as Fields
  if (typeof model !== 'string' || !model.startsWith('models/gemini-')) return 'model'
  if (JSON.stringify(responseModalities) !== '["AUDIO"]') return 'responseModalities'
  if (typeof temperature !== 'number' || temperature < 0 || temperature > 2) return 'temperature'
  const { voiceConfig, languageCode } = speechConfig as Fields
  const { prebuiltVoiceConfig } = voiceConfig as { prebuiltVoiceConfig?: { voiceName?: string } }
  if (!/^[A-Z][a-z]+$/.test(prebuiltVoiceConfig?.voiceName ?? '')) return 'voiceName'
  if (languageCode !== undefined && !/^[a-z]{2}-[A-Z]{2}$/.test(String(languageCode))) return 'languageCode'
  if (thinkingConfig && !model.includes('2.5')) return 'thinkingConfig'
  const { parts } = systemInstruction as { parts: Fields[] }
  if (!parts.every(({ text }) => typeof text === 'string')) return 'systemInstruction'
  const { automaticActivityDetection } = realtimeInputConfig as { automaticActivityDetection?: Fields }
  if (automaticActivityDetection?.disabled !== true) return 'automaticActivityDetection'
  return faultInTools(tools, model)
}

function faultInTools(tools: unknown, model: string): string | undefined {
  if (tools === undefined) return undefined
  for (const { functionDeclarations } of tools as { functionDeclarations: Fields[] }[])
    for (const declaration of functionDeclarations) {
      const unknown = unknownField(declaration, 'name description parameters behavior')
      if (unknown) return `Unknown field ${unknown} of a function`
      if (!/^[A-Za-z_][\w.:-]{0,127}$/.test(String(declaration.name))) return 'The name of a function'
      if (!model.includes('2.5') && !model.includes('3.1') && declaration.behavior !== 'BLOCKING') return 'behavior'
      const fault = declaration.parameters === undefined ? undefined : faultInSchema(declaration.parameters as Fields)
      if (fault) return fault
    }
  return undefined
}

function faultInSchema(schema: Fields): string | undefined {
  const unknown = unknownField(schema, schemaFields)
  if (unknown) return `Unknown field ${unknown} of a schema`
  if (!schema.anyOf && !/^(?:STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT)$/.test(String(schema.type))) return 'type'
  const inner = [...Object.values((schema.properties ?? {}) as Fields), ...((schema.anyOf ?? []) as unknown[])]
  if (schema.type === 'ARRAY') inner.push(schema.items)
  for (const value of inner) {
    const fault = faultInSchema(value as Fields)
    if (fault) return fault
  }
  return undefined
}

interface State {
  isSetUp: boolean
  isActivity: boolean
  outstanding: ReadonlyMap<string, string>
}

export function faultInMessage(fields: Fields, { isSetUp, isActivity, outstanding }: State): string | undefined {
  const names = Object.keys(fields)
  const [name = ''] = names
  if (names.length !== 1 || typeof fields[name] !== 'object' || fields[name] === null)
    return 'A message must have exactly one field.'
  if ((name === 'setup') === isSetUp) return 'The setup must be the first message, and only the first.'
  const value = fields[name] as Fields
  if (name === 'setup') return undefined
  if (name === 'realtimeInput') return faultInInput(value, isActivity)
  if (name === 'clientContent') return isActivity ? 'clientContent during an activity.' : faultInContent(value)
  if (name === 'toolResponse') return faultInResponses(value, outstanding)
  return `Unknown field ${name}`
}

function faultInInput(input: Fields, isActivity: boolean): string | undefined {
  const names = Object.keys(input)
  const [name = ''] = names
  if (names.length !== 1 || !'audio text activityStart activityEnd'.split(' ').includes(name)) return 'realtimeInput'
  if (isActivity === (name === 'activityStart')) return `${name} ${isActivity ? 'during' : 'without'} an activity.`
  if (name === 'text') return typeof input.text === 'string' && input.text ? undefined : 'An empty text.'
  if (name !== 'audio') return undefined
  const { mimeType, data } = input.audio as Fields
  if (mimeType !== 'audio/pcm;rate=16000' || typeof data !== 'string') return 'audio'
  const bytes = Buffer.from(data, 'base64').length
  return bytes > 0 && bytes % 2 === 0 ? undefined : 'audio without whole samples'
}

function faultInContent({ turns, turnComplete }: Fields): string | undefined {
  if (turnComplete !== true || !Array.isArray(turns) || turns.length === 0) return 'clientContent'
  for (const { role, parts } of turns as { role: string; parts: Fields[] }[]) {
    if (role !== 'user' && role !== 'model') return 'The role of a turn'
    if (parts.length === 0 || !parts.every(({ text }) => typeof text === 'string' && text)) return 'The parts of a turn'
  }
  return undefined
}

function faultInResponses(value: Fields, outstanding: ReadonlyMap<string, string>): string | undefined {
  const { functionResponses } = value as { functionResponses: { id: string; name: string; response: unknown }[] }
  for (const { id, name, response } of functionResponses) {
    if (outstanding.get(id) !== name) return `A response to an unknown call ${id}`
    if (typeof response !== 'object' || response === null) return 'The response of a function'
  }
  return undefined
}

function unknownField(fields: unknown, known: string): string | undefined {
  const names = new Set(known.split(' '))
  return Object.keys((fields ?? {}) as Fields).find((name) => !names.has(name))
}
