// Shortcuts of single keys, which do nothing while someone types and can be switched off.
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Switch } from '../../ui/fields.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { useSetting } from './setting.ts'

const texts = textsOf('inbox', 'shortcuts')

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['r', 'reply'],
  ['n', 'note'],
  ['e', 'snooze'],
  ['a', 'assign'],
  ['u', 'unread'],
  ['/', 'search'],
  ['?', 'sheet'],
  ['Esc', 'close'],
] as const

const useShortcutSetting = () => useSetting('shortcuts', ['on', 'off'])

const typing =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Open dialogs and menus take the keys. A message of the page is an `alertdialog` in a region. */
const open = '[role=dialog], [role=menu], [role=alertdialog]:not([role=region] *)'

/** Calls the function of the key that is pressed. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const [setting] = useShortcutSetting()
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (setting === 'off') return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      if (document.querySelector(open)) return
      const action = latest.current[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [setting])
}

export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(texts)
  const [setting, setSetting] = useShortcutSetting()
  const [sendKey, setSendKey] = useSetting('send-key', ['enter', 'ctrl-enter'])
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Switch
          label={t.isOn}
          help={t.isOnHelp}
          isSelected={setting === 'on'}
          onChange={(isOn) => setSetting(isOn ? 'on' : 'off')}
        />
        <Switch
          label={t.ctrlEnter}
          isSelected={sendKey === 'ctrl-enter'}
          onChange={(isOn) => setSendKey(isOn ? 'ctrl-enter' : 'enter')}
        />
        <table className="w-full text-start">
          <thead className="text-sm text-soft">
            <tr>
              <th className="w-20 text-start font-normal">{t.key}</th>
              <th className="text-start font-normal">{t.effect}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(([key, effect]) => (
              <tr key={key} className="border-t">
                <td className="py-1">
                  <kbd className="rounded border border-strong-line bg-sunken px-1.5 font-mono text-sm">{key}</kbd>
                </td>
                <td className="py-1">{t[effect]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
