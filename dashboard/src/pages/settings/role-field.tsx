// Chooses a role, with what each role may do.
import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { Role } from '#contract/wire/roles.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'

export function RoleField({ value, onChange }: { value: Role; onChange(role: Role): void }) {
  const t = useTexts()
  const names = useTexts(roleTexts)
  return (
    <RadioGroup value={value} onChange={(role) => onChange(role as Role)} className="flex flex-col gap-2">
      <Label className="text-sm font-medium">{t.role}</Label>
      {roles.map((role) => (
        <Radio
          key={role}
          value={role}
          className="group flex cursor-pointer items-start gap-3 rounded-lg border p-3 data-[selected]:border-accent data-[selected]:bg-accent-soft"
        >
          <span className="mt-1 grid size-4 shrink-0 place-items-center rounded-full border border-strong-line bg-card outline-offset-2 outline-accent group-data-[focus-visible]:outline-2 group-data-[selected]:border-accent">
            <span className="size-2 rounded-full bg-accent opacity-0 group-data-[selected]:opacity-100" />
          </span>
          <span>
            <span className="block font-medium">{names[role].name}</span>
            <span className="block text-sm text-soft">{names[role].may}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}

export const roleTexts = textsOf('settings', 'role')

export const roles = ['owner', 'editor', 'agent', 'viewer'] as const satisfies readonly Role[]
