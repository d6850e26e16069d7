import { isJsonObject, type JsonObject } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { PayloadKind } from '#contract/mdm/payload-kinds.ts'
import type { Payload } from '#contract/mdm/profiles.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'

const restrictions: PayloadKind = 'restrictions'

/** The restrictions of a profile as it is published; of several payloads the last one counts. */
export const restrictionsIn = (payloads: readonly Payload[]): JsonObject =>
  Object.assign(
    {},
    ...payloads.filter(({ payload_type }) => payload_type === restrictions).map(({ payload }) => payload),
  ) as JsonObject

/**
 * A record as the profiles of the device have it, in both places where it has restrictions: the profile that came last
 * counts. A setting that a device does not tell of it does not tell of now.
 */
export function withEnforced(record: Device, profiles: readonly { content: StoredProfile }[]): Device {
  const enforced: JsonObject = Object.assign({}, ...profiles.map(({ content }) => content.enforced)) as JsonObject
  const { vendor_restricions: inContainer } = record
  return {
    ...laidOver(record, enforced),
    ...(isJsonObject(inContainer) && { vendor_restricions: laidOver(inContainer, enforced) }),
  }
}

const laidOver = <T extends object>(told: T, enforced: JsonObject): T => ({
  ...told,
  ...Object.fromEntries(Object.entries(enforced).filter(([name]) => name in told)),
})
