/** Restriction settings of a device record, and how they are compared. */
import { isJsonObject, type JsonObject } from '#contract/json.ts'
import { unexpected } from '#contract/wire.ts'
import { textOf } from '#contract/words/value-text.ts'
import { type RestrictionName, restrictionNames } from '#contract/mdm/restriction-names.ts'

export const sources = ['top level', 'vendor_restricions'] as const
export type Source = (typeof sources)[number]
/** Value of a setting in one or both sources. */
export type Setting = { raw: string; value: unknown; sources: Source[] }
type DeviceRecord = Readonly<Record<string, unknown>>

const sent = (bag: DeviceRecord, name: string): unknown => {
  if (Object.hasOwn(bag, name)) return bag[name]
  const odd = bag[unexpected]
  return isJsonObject(odd) && Object.hasOwn(odd, name) ? odd[name] : undefined
}

/** Values of a setting. None: missing. Two: the sources differ; neither is preferred. */
export function settingsOf(device: DeviceRecord, name: RestrictionName): Setting[] {
  const nested = isJsonObject(device.vendor_restricions) ? device.vendor_restricions : {}
  const settings = new Map<string, Setting>()
  for (const [source, bag] of [[sources[0], device] as const, [sources[1], nested] as const]) {
    const value = sent(bag, name)
    if (value === undefined) continue
    const raw = value === null ? 'null' : textOf(value)
    const same = settings.get(raw)
    if (same) same.sources.push(source)
    else settings.set(raw, { raw, value, sources: [source] })
  }
  return [...settings.values()]
}

/**
 * Values as comparable text; empty if missing. A single value is compared regardless of its source; if the sources
 * differ, with the source.
 */
export function comparedText(settings: readonly Pick<Setting, 'raw' | 'sources'>[]): string {
  const [only] = settings
  if (!only) return ''
  if (settings.length === 1) return JSON.stringify(only.raw)
  return JSON.stringify(settings.map(({ raw, sources: where }) => `${where.join()} ${raw}`).toSorted())
}

/** All reported settings as comparable text. Empty: nothing is known about restrictions. */
export const reportedSettings = (device: DeviceRecord): Partial<Record<RestrictionName, string>> =>
  Object.fromEntries(
    restrictionNames.flatMap((name) => {
      const text = comparedText(settingsOf(device, name))
      return text === '' ? [] : [[name, text]]
    }),
  )

/** Settings that differ, including those that are reported on one side only. */
export const differingSettings = (one: JsonObject, other: JsonObject): RestrictionName[] =>
  restrictionNames.filter((name) => (one[name] ?? '') !== (other[name] ?? ''))
