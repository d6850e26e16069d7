import { isJsonObject } from '#contract/json.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import { unexpected } from '#contract/wire.ts'

const fields: Record<string, { kind: string }> = deviceFields
const secretNames = new Set(Object.keys(fields).filter((name) => fields[name]?.kind === 'secret'))

/** The raw record without secrets, so that search and copy cannot reveal passwords. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isJsonObject(value)) return value
  const { [unexpected]: odd, ...rest } = value
  const whole = isJsonObject(odd) ? { ...rest, ...odd } : rest
  return Object.fromEntries(
    Object.entries(whole).map(([name, item]) => [name, secretNames.has(name) ? '(hidden)' : withoutSecrets(item)]),
  )
}
