import { isJsonObject, type JsonObject } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { PayloadKind } from '#contract/mdm/payload-kinds.ts'
import type { Payload } from '#contract/mdm/profiles.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'

const restrictions: PayloadKind = 'restrictions'

/** Restrictions of a published profile; the last of several payloads applies. */
export const restrictionsIn = (payloads: readonly Payload[]): JsonObject =>
  Object.assign(
    {},
    ...payloads.filter(({ payload_type }) => payload_type === restrictions).map(({ payload }) => payload),
  ) as JsonObject

/**
 * The record with the restrictions of the device's profiles, in both places; the latest profile applies. Settings that
 * the device does not report are not added.
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
