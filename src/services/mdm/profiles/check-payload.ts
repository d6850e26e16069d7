import type { JsonObject } from '#contract/json.ts'
import { type PayloadKind, payloadKinds, type PayloadRule } from '#contract/mdm/payload-kinds.ts'
import { Problem } from '#contract/problem.ts'
import { isImage } from '#services/mdm/image.ts'

/** The kind of a payload whose fields are as that kind needs them. PAY0002, PAY0004 or PAY0001 name what is not. */
export function checkPayload(kind: string | undefined, payload: JsonObject | undefined): PayloadKind {
  if (!kind) throw missing('payload_type')
  if (!payload) throw missing('payload')
  if (!Object.hasOwn(payloadKinds, kind))
    throw wrong('payload_type', `must be one of ${Object.keys(payloadKinds).join(', ')}`)
  const rules: Record<string, PayloadRule> = payloadKinds[kind as PayloadKind]
  for (const [name, rule] of Object.entries(rules)) if (rule.required && isEmpty(payload[name])) throw missing(name)
  const given = Object.entries(payload).filter(([, value]) => !isEmpty(value))
  if (given.length === 0) throw missing(Object.keys(rules).join(' or '))
  for (const [name, value] of given) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule) throw wrong(name, `is no field of ${kind}`)
    check(name, value, rule)
  }
  return kind as PayloadKind
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const missing = (field: string) => new Problem('PAY0002', `${field}: is missing`, { field })
const wrong = (field: string, why: string) => new Problem('PAY0004', `${field}: ${why}`, { field })

function check(field: string, value: unknown, rule: PayloadRule) {
  if ('from' in rule) {
    const fits = Number.isInteger(value) && Number(value) >= rule.from && Number(value) <= rule.to
    if (!fits) throw wrong(field, `must be a whole number from ${rule.from} to ${rule.to}`)
    return
  }
  if (typeof value !== 'string') throw wrong(field, 'must be text')
  if ('oneOf' in rule) {
    if (!rule.oneOf.includes(value)) throw wrong(field, `must be one of ${rule.oneOf.join(', ')}`)
    return
  }
  if ('imageBytes' in rule) return checkImage(field, value, rule.imageBytes)
  if (value.length > rule.longest) throw wrong(field, `must not be longer than ${rule.longest} characters`)
  if (rule.like && !rule.like.test(value)) throw wrong(field, 'is not of the right form')
}

function checkImage(field: string, value: string, most: number) {
  if (!/^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value)) throw wrong(field, 'must be base64')
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length >= most) {
    throw new Problem('PAY0001', `${field}: has ${bytes.length} bytes; it must be smaller than ${most}`, { field })
  }
  if (!isImage(bytes)) throw wrong(field, 'must be a PNG or JPEG image in base64')
}
