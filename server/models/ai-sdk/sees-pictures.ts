// Which language models can see pictures, by their names.

/** Older models of OpenAI, and those for audio. All others since GPT-4 Turbo can see. */
const openAiBlind =
  /^gpt-3|^gpt-4(?:-\d{4}|-32k|$)|^o1-(?:mini|preview)|^o3-mini|audio|realtime|^davinci|^babbage|codex-mini/
const anthropicBlind = /^claude-(?:[12]|instant)/
const googleBlind = /^gemma-[12]|^gemini-1\.0|embedding|^text-/

/** Of open models, only those that are known to see; a server refuses pictures for others. */
const openModelSees =
  /llava|vision|multimodal|omni|pixtral|internvl|moondream|molmo|minicpm-?[vo]|gemma-?3[:-](?:4|12|27)b|gemma-?4|llama-?4|(?:^|[-_/.:\d])vl(?:[-_.:\d]|$)|mistral-small-?3\.[12]|gpt-4o|gpt-4\.1|gpt-[5-9]|claude|gemini/i

export function seesPictures(vendor: 'openai' | 'anthropic' | 'google' | 'compatible', code: string): boolean {
  if (vendor === 'openai') return !openAiBlind.test(code)
  if (vendor === 'anthropic') return !anthropicBlind.test(code)
  return vendor === 'google' ? !googleBlind.test(code) : openModelSees.test(code)
}
