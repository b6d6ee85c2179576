// Gives the SIP carrier the lines of all accounts, and stores what it finds out about them.
import { selectTenants } from '#server/features/accounts/index.ts'
import { selectCarrierAccounts } from '#server/features/carrier-accounts/index.ts'
import { selectAllLineNumbers, selectNumbersOf } from '#server/features/phone-numbers/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import type { SipLines, SipPhone, SipTrunk } from '#server/ports/sip-lines.ts'
import { linesChangedChannel } from './lines-changed.ts'
import { readPhonePassword } from './phone.ts'
import { createServerClaim } from './server-claim.ts'
import { savePhoneStateRow, selectAllPhones } from './store-phones.ts'
import { saveLastCallRow, saveTrunkStateRow, selectAllTrunks } from './store-trunks.ts'
import { readTrunkPassword, type StoredTrunk, sipCarrier } from './trunk.ts'
import { groupByTrunk, trunkNumbersOf } from './trunk-numbers.ts'

type LinesContext = Pick<AppContext, 'db' | 'settings' | 'log' | 'processId' | 'liveness'>

export function createSipLines(context: LinesContext, notifications: Pick<Notifications, 'on'>): SipLines {
  const { db, settings, log } = context
  const listeners = new Set<() => void>()
  notifications.on(linesChangedChannel, () => {
    for (const run of listeners) run()
  })
  /** Of lines whose passwords cannot be decrypted, so that each is logged once. */
  const warned = new Set<string>()
  function warn(key: string, fields: object): void {
    if (warned.has(key)) return
    warned.add(key)
    log.warn(fields, 'a SIP line cannot be used, because its password was encrypted with another master key')
  }

  async function listTrunks(): Promise<SipTrunk[]> {
    const [trunks, all] = await Promise.all([selectAllTrunks(db), selectAllLineNumbers(db, sipCarrier)])
    const numbers = groupByTrunk(all)
    const tenants = new Set(await selectTenants(db, [...new Set(trunks.map(({ accountId }) => accountId))]))
    return trunks.flatMap((trunk) => {
      const { accountId, phoneNumberId } = trunk
      const password = readTrunkPassword(settings, trunk)
      if (password === undefined) warn(`trunk ${phoneNumberId}`, { accountId, trunkId: phoneNumberId })
      const own = numbers.get(phoneNumberId)
      if (password === undefined || !own) return []
      return [
        {
          ...toLine(trunk, trunkNumbersOf(own)),
          carrierAccountId: own[0]!.carrierAccountId,
          password,
          mayBePrivate: !tenants.has(accountId),
        },
      ]
    })
  }

  async function listPhones(): Promise<SipPhone[]> {
    const [phones, accounts] = await Promise.all([selectAllPhones(db), selectCarrierAccounts(db)])
    const shown = phones.flatMap(({ accountId, phoneNumberId }) =>
      phoneNumberId === null ? [] : [{ accountId, phoneNumberId }],
    )
    const numbers = new Map((await selectNumbersOf(db, shown)).map(({ id, phoneNumber }) => [id, phoneNumber]))
    const own = accounts.filter(({ carrier }) => carrier === sipCarrier)
    const ids = new Map(own.map(({ accountId, externalId }) => [accountId, externalId]))
    return phones.flatMap((phone) => {
      const { accountId, id, username, name, extension, phoneNumberId } = phone
      const password = readPhonePassword(settings, phone)
      if (password === undefined) warn(`phone ${id}`, { accountId, phoneId: id })
      const carrierAccountId = ids.get(accountId)
      if (password === undefined || carrierAccountId === undefined) return []
      const phoneNumber = numbers.get(phoneNumberId!) ?? null
      return [{ accountId, id, carrierAccountId, username, password, name, extension, phoneNumber }]
    })
  }

  return {
    listTrunks,
    listPhones,
    onChange(run) {
      // A function of its own, so that the same one can be added twice.
      const listener = () => run()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    saveTrunkState: ({ accountId, id }, state) => saveTrunkStateRow(db, accountId, id, state),
    savePhoneState: ({ accountId, id }, state) => savePhoneStateRow(db, accountId, id, state),
    saveLastCall: ({ accountId, id }, call) => saveLastCallRow(db, accountId, id, call),
    ...createServerClaim(context),
  }
}

function toLine(
  { accountId, phoneNumberId, settings }: StoredTrunk,
  { phoneNumber, additionalPhoneNumbers, countryCode }: ReturnType<typeof trunkNumbersOf>,
): Omit<SipTrunk, 'carrierAccountId' | 'password' | 'mayBePrivate'> {
  return {
    id: phoneNumberId,
    accountId,
    phoneNumbers: [phoneNumber, ...additionalPhoneNumbers],
    address: settings.sipAddress,
    port: settings.sipPort,
    transport: settings.sipTransport,
    domain: settings.outboundProxy ? settings.sipDomain : null,
    // A provider that knows our address expects the number.
    username: settings.sipUsername ?? phoneNumber.replace(/^\+/, ''),
    authUsername: settings.sipAuthUsername,
    registers: settings.register,
    callingFormat: settings.sipCallingFormat,
    countryCode,
    callerFields: settings.callerIdFields,
    from: settings.callerIdFrom,
    inboundAuthorization: settings.inboundAuthorizationType,
    allowedInboundIps: settings.allowedInboundIps,
    srtp: settings.srtp,
    codecs: settings.codecs,
    maxCalls: settings.maxCalls,
    allowsRefer: settings.allowRefer,
  }
}
