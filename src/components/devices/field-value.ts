import { isDeviceCode, scanCode, statedMeaning } from '#contract/codes/coded-fields.ts'
import type { CodePlace } from '#contract/codes/legend.ts'
import type { Field } from '#contract/field.ts'
import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import { textOf } from '#contract/words/value-text.ts'

/** How a value is displayed. Codes without a documented meaning are shown unchanged and marked as undefined. */
export type DisplayedValue =
  | { as: 'nothing'; raw: string }
  | { as: 'flag'; value: boolean }
  | { as: 'moment'; at: Date | undefined; raw: string }
  | { as: 'meaning'; raw: string; meaning: string }
  | { as: 'undefined'; raw: string; code: CodePlace }
  | { as: 'quantity'; raw: string }
  | { as: 'code'; text: string }
  | { as: 'text'; text: string }
  | { as: 'secret'; reveal: () => string }

/** Quantities for which the API reference states no unit. */
const quantities = new Set([
  ...valuesIn(deviceGroups.capacity),
  'available_device_capacity',
  'available_ram_memory',
  'processor_speed',
])

function valuesIn(group: Record<string, Field>) {
  return Object.keys(group).filter((name) => group[name]?.kind === 'value')
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text.trim())

/** `command` is the command of a `status_code`, whose numbers are defined only for scans. */
export function shown(name: string, field: Field | undefined, value: unknown, command?: unknown): DisplayedValue {
  if (field?.kind === 'secret') return { as: 'secret', reveal: () => textOf(value) }
  if (Array.isArray(value) && value.length === 0) return { as: 'text', text: 'None' }
  const raw = textOf(value)
  if (raw.trim() === '') return { as: 'nothing', raw }
  if (typeof value === 'boolean') return { as: 'flag', value }
  if (typeof value === 'object' && !Array.isArray(value)) return { as: 'code', text: raw }
  if (field?.kind === 'time') return { as: 'moment', at: instantOf(value as Scalar), raw }
  const code = { field: name === 'status_code' && command === 'scan' ? scanCode : name, value: raw.trim() }
  if (isNumber(raw) && isDeviceCode(code.field)) {
    const meaning = statedMeaning(code)
    return meaning ? { as: 'meaning', raw, meaning } : { as: 'undefined', raw, code }
  }
  if (quantities.has(name) && isNumber(raw)) return { as: 'quantity', raw }
  return field?.kind === 'id' ? { as: 'code', text: raw } : { as: 'text', text: raw }
}
