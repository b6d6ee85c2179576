// Models and voices: what answers now, and the vendors with their keys, for the account or for the installation.
import { useState } from 'react'
import { useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { useMay, useSession } from '../../../session/session.tsx'
import { Select } from '../../../ui/fields.tsx'
import { Card, Loaded } from '../../../ui/page.tsx'
import { Facts } from '../../../ui/values.tsx'
import { LocalServers } from './local-servers.tsx'
import { areaOf, type Scope, type VendorKeys } from './scope.ts'
import { texts } from './texts.ts'
import { VendorCard } from './vendor-card.tsx'
import { VoicePacks } from './voice-packs.tsx'

export function Models() {
  const t = useTexts(texts)
  const may = useMay()
  const { user } = useSession()
  const [scope, setScope] = useState<Scope>('account')
  const query = useRead(areaOf(scope), 'list')
  const canConnect = scope === 'installation' ? user.is_operator : may('vendors', 'set')
  const scopes = (['account', 'installation'] as const).map((value) => ({ value, label: t.scopes[value] }))
  return (
    <div className="flex flex-col gap-5">
      {user.is_operator && (
        <Select<Scope>
          label={t.scope}
          options={scopes}
          value={scope}
          onChange={(next) => setScope(next)}
          className="sm:max-w-80"
        />
      )}
      <Loaded query={query}>
        {(reply) => (
          <>
            <Answering reply={reply} />
            {user.is_operator && <LocalServers />}
            <div className="grid items-start gap-5 lg:grid-cols-2">
              {reply.data.map((vendor) => (
                <VendorCard key={`${scope} ${vendor.vendor}`} vendor={vendor} scope={scope} canConnect={canConnect} />
              ))}
            </div>
          </>
        )}
      </Loaded>
      {user.is_operator && <VoicePacks />}
    </div>
  )
}

const kinds = ['language', 'recognition', 'voice', 'realtime', 'embeddings'] as const

function Answering({ reply: { answering, data } }: { reply: VendorKeys }) {
  const t = useTexts(texts)
  const names: Record<string, string> = { offline: t.builtIn, scripted: t.scripted, other: t.other, none: t.nothing }
  for (const { vendor, name } of data) names[vendor] = name
  return (
    <Card title={t.answering}>
      <Facts
        facts={kinds.map((kind) => {
          const { vendor, model, source } = answering[kind]
          // A server that an operator chose has no key.
          const from = vendor === 'other' && source === 'installation' ? null : t.sources[source]
          const parts = [names[vendor] ?? vendor, source === 'built_in' ? null : model, from]
          return [t.kinds[kind], parts.filter((part) => part).join(' · ')]
        })}
      />
      <p className="mt-3 text-sm text-soft">
        {t.answeringText} {t.embeddings} {t.costs}
      </p>
    </Card>
  )
}
