import type { FleetField } from '#contract/fleet/field.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import { shown } from '#pages/devices/field-value.ts'
import { restrictionValueText } from '#pages/devices/restriction-value.ts'
import { absoluteTime } from '#ui/values/moment.ts'

/** A value of the index, as the pages of one device say it. */
export function valueText(field: FleetField, value: Scalar): string {
  const { name, kind, section, unit, kept } = field
  if (section === 'restrictions') return restrictionValueText(name, value)
  if (kind === 'flag') return saysYes(value) ? 'Yes' : 'No'
  if (kind === 'time') {
    const at = instantOf(value)
    return at ? absoluteTime(at) : String(value)
  }
  if (kept !== undefined) return String(value)
  const said = shown(name, deviceFields[name as keyof typeof deviceFields], value)
  if (said.as === 'meaning') return `${said.meaning} (${said.raw})`
  if (said.as === 'undefined') return `${said.raw}, meaning not defined`
  if (String(value).trim() === '') return 'Blank'
  return unit ? `${String(value)} ${unit}` : String(value)
}

export const saysYes = (value: Scalar | string) => ['true', '1', 'yes'].includes(String(value).toLowerCase())
