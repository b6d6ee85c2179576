// The accounts of a user agent, found by the addresses of their proxies: each packet is looked up.
import type { RandomHex, SipClock } from '../clock.ts'
import { type Account, type AccountSettings, createAccount } from '../requests/account.ts'

const none: ReadonlySet<Account> = new Set()

export function createAccountList(clock: SipClock, random: RandomHex) {
  const accounts = new Set<Account>()
  const byAddress = new Map<string, Set<Account>>()

  function forget(account: Account, address: string): void {
    const owners = byAddress.get(address)
    owners?.delete(account)
    if (owners?.size === 0) byAddress.delete(address)
  }

  function learn(account: Account, address: string): void {
    if (!accounts.has(account)) return
    const owners = byAddress.get(address)
    if (owners) owners.add(account)
    else byAddress.set(address, new Set([account]))
  }

  return {
    add(settings: AccountSettings): Account {
      const account: Account = createAccount(settings, clock, random, {
        learned: (address) => learn(account, address),
        forgotten: (address) => forget(account, address),
      })
      accounts.add(account)
      return account
    },
    remove(account: Account): void {
      accounts.delete(account)
      for (const address of account.addresses) forget(account, address)
    },
    /** The accounts whose proxy has the address. */
    at: (address: string): ReadonlySet<Account> => byAddress.get(address) ?? none,
  }
}
