import type { unmanagedRows } from '#contract/keys/certificates.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { Handlers } from '#services/router.ts'
import { storesBehind } from '#services/keys/load-balancers/balancer-stores.ts'
import { importUnmanaged, placeholder } from './import-unmanaged.ts'
import { managedEntries } from './managed-entries.ts'
import { type SharedStore, storesIn } from './shared-path.ts'

/** Key stores on the shared path and on load balancers. */
export const unmanagedHandlers = (parts: KeyManagement): Handlers<typeof unmanagedRows, KeyCall> => ({
  listUnmanagedCertificates: async ({ type }) => {
    const names = await unmanagedNames(parts, type === 'sharedpath' ? storesIn(parts.sharedPath) : storesBehind(parts))
    const row = Object.fromEntries(names.map((name) => [name, placeholder]))
    return { rows: names.length ? [row] : [], total: names.length }
  },
  importUnmanagedCertificates: ({ File }, call) => importUnmanaged(parts, call, File),
})

/** `<file_name>::<number>` of each unmanaged entry. */
async function unmanagedNames({ db }: KeyManagement, stores: AsyncIterable<SharedStore>): Promise<string[]> {
  const managed = await managedEntries(db)
  const names: string[] = []
  for await (const store of stores) {
    const numbers = store.entries.map((_, index) => index + 1)
    names.push(...numbers.filter((number) => !managed.has(store, number)).map((number) => `${store.name}::${number}`))
    if (names.length >= maxNames) break
  }
  return names.slice(0, maxNames)
}
const maxNames = 10_000
