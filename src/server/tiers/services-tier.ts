import type { Settings } from '#server/settings.ts'
import type { Tier } from '#services/tier.ts'
import { tierIdentity } from './tier-certificates.ts'

/** Lets consoles on other machines reach the services of this process; undefined if one process runs both tiers. */
export async function servicesTier(
  { role, servicesUrl, servicesHost }: Settings,
  masterKey: Buffer,
): Promise<Tier | undefined> {
  if (role !== 'services' || !servicesUrl) return undefined
  const name = servicesUrl.hostname
  const identity = await tierIdentity(masterKey, name.replace(/^\[|\]$/g, ''))
  return { host: servicesHost, name, identity }
}
