// Tests of the numeric settings of assistants: their ranges, fractions and rounding.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ranges, type SettingsInput, useAssistantSettings } from '#testing/features/assistant-settings.ts'

describe('numeric settings of an assistant', () => {
  const { create, update, createRefused, updateRefused } = useAssistantSettings()

  it('include both ends of their ranges', async () => {
    const { id } = await create()
    for (const [field, [min, max]] of Object.entries(ranges)) {
      const attribute = field.replaceAll('_', ' ')
      const message = `The ${attribute} must be between ${min} and ${max}.`
      const step = 0.01
      for (const value of [min, max]) {
        const shown: Record<string, unknown> = await update(id, { [field]: value })
        assert.equal(shown[field], value)
      }
      for (const value of [min - step, max + step, -1e12, 1e12])
        await updateRefused(id, { [field]: value }, { [field]: [message] })
      await createRefused({ [field]: max + step }, { [field]: [message] })
      await updateRefused(id, { [field]: 'many' }, { [field]: [`The ${attribute} must be a number.`] })
    }
  })

  it('can be fractions, except for the rounded number of words', async () => {
    const fractions = {
      max_duration: 90.5,
      max_silence_duration: 1.25,
      max_initial_silence_duration: 12.3456789012345,
      ringing_time: 59.999,
      reengagement_interval: 7.1,
      conversation_inactivity_timeout: 1.5,
    }
    const { id } = await create()
    const shown: Record<string, unknown> = await update(id, fractions)
    for (const [field, value] of Object.entries(fractions)) assert.equal(shown[field], value, field)
    const { updated_at: _since, ...kept } = shown
    const { updated_at: _again, ...again } = await update(id, shown as SettingsInput)
    assert.deepEqual(again, kept)
    for (const [given, rounded] of [
      [2.4, 2],
      [2.5, 3],
      ['9.6', 10],
      [0.2, 0],
      [null, null],
    ] as const)
      assert.equal((await update(id, { min_interrupt_words: given } as SettingsInput)).min_interrupt_words, rounded)
    assert.equal((await create({ min_interrupt_words: 3.3 })).min_interrupt_words, 3)
  })
})
