// The keys of a telephone, by pointer and by keyboard.
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'

const texts = textsOf(
  { keypad: 'Keypad', key: (key: string) => `Key ${key}` },
  { keypad: 'Tastatur', key: (key: string) => `Taste ${key}` },
)

const keys = '123456789*0#'

export function Keypad({ onPress }: { onPress(key: string): void }) {
  const t = useTexts(texts)
  return (
    <div
      role="group"
      aria-label={t.keypad}
      dir="ltr"
      className="mx-auto grid w-48 grid-cols-3 gap-1.5"
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (key.length === 1 && keys.includes(key) && !ctrlKey && !metaKey && !altKey) onPress(key)
      }}
    >
      {[...keys].map((key) => (
        <Button key={key} aria-label={t.key(key)} onPress={() => onPress(key)} className="text-lg tabular-nums">
          {key}
        </Button>
      ))}
    </div>
  )
}
