import { statedMeaning } from '#contract/codes/coded-fields.ts'
import { legendOfField, textOfKey } from '#contract/desktop/status.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import { shown } from '#components/devices/field-value.ts'
import { restrictionValueText } from '#components/devices/restriction-value.ts'
import { absoluteTime, asShown } from '#ui/values/moment.ts'

/** Text of an indexed value, as on the page of a device. */
export function valueText(field: FleetField, value: Scalar): string {
  const { name, kind, section, unit, kept } = field
  if (section === 'restrictions') return restrictionValueText(name, value)
  if (kind === 'flag') return saysYes(value) ? 'Yes' : 'No'
  if (kind === 'time') {
    const at = instantOf(value)
    return at ? absoluteTime(asShown(at, String(value))) : String(value)
  }
  if (kept !== undefined) return String(value)
  if (Object.hasOwn(legendOfField, name)) return meaningOf(name, String(value))
  if (kind === 'text' && Object.hasOwn(textOfKey, String(value))) return textOfKey[String(value)] ?? String(value)
  const said = shown(name, deviceFields[name as keyof typeof deviceFields], value)
  if (said.as === 'meaning') return `${said.meaning} (${said.raw})`
  if (said.as === 'undefined') return `${said.raw}, meaning not defined`
  if (String(value).trim() === '') return 'Blank'
  return unit ? `${String(value)} ${unit}` : String(value)
}

export const saysYes = (value: Scalar | string) => ['true', '1', 'yes'].includes(String(value).toLowerCase())

/** Meaning of a status code of a computer. */
function meaningOf(field: string, value: string): string {
  const meaning = statedMeaning({ field, value })
  return meaning === undefined ? `${value}, meaning not defined` : `${meaning} (${value})`
}
