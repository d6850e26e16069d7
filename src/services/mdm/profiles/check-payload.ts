import { X509Certificate } from 'node:crypto'
import type { JsonObject } from '#contract/json.ts'
import {
  isPayloadKind,
  type PayloadKind,
  payloadKinds,
  type PayloadRule,
  rulesOf,
} from '#contract/mdm/payload-kinds.ts'
import { isImage } from '#contract/mdm/upload.ts'
import { Problem } from '#contract/problem.ts'

/** Validates a payload by its kind. Throws PAY0002, PAY0004, PAY0001 or FIL0001. */
export function checkPayload(kind: string | undefined, payload: JsonObject | undefined): PayloadKind {
  if (!kind) throw missing('payload_type')
  if (!payload) throw missing('payload')
  if (!isPayloadKind(kind)) throw wrong('payload_type', `must be one of ${Object.keys(payloadKinds).join(', ')}`)
  const rules = rulesOf(kind)
  for (const [name, rule] of Object.entries(rules)) if (rule.required && isEmpty(payload[name])) throw missing(name)
  const given = Object.entries(payload).filter(([, value]) => !isEmpty(value))
  if (given.length === 0) throw missing('payload')
  for (const [name, value] of given) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule) throw wrong(name, `is no field of ${kind}`)
    check(name, value, rule)
  }
  return kind
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
  if ('values' in rule) {
    if (!rule.values.some((one) => one === value)) throw wrong(field, `must be one of ${rule.values.join(', ')}`)
    return
  }
  if (typeof value !== 'string') throw wrong(field, 'must be text')
  if ('oneOf' in rule) {
    if (!rule.oneOf.includes(value)) throw wrong(field, `must be one of ${rule.oneOf.join(', ')}`)
    return
  }
  if ('imageBytes' in rule) return checkImage(field, value, rule.imageBytes)
  if ('certificateBytes' in rule) return checkCertificate(field, value, rule.certificateBytes)
  if (value.length > rule.longest) throw wrong(field, `must not be longer than ${rule.longest} characters`)
  if (rule.like && !rule.like.test(value)) throw wrong(field, 'has an invalid format')
}

function checkImage(field: string, value: string, max: number) {
  const bytes = bytesOf(field, value)
  if (bytes.length >= max) {
    throw new Problem('PAY0001', `${field}: has ${bytes.length} bytes; it must be smaller than ${max}`, { field })
  }
  if (!isImage(bytes)) throw wrong(field, 'must be a PNG or JPEG image in base64')
}

function checkCertificate(field: string, value: string, max: number) {
  const bytes = bytesOf(field, value)
  if (bytes.length > max) throw rejected(field, `has ${bytes.length} bytes, the maximum is ${max}`)
  if (!isCertificate(bytes)) throw rejected(field, 'must be an X.509 certificate, PEM or DER')
}

const rejected = (field: string, why: string) => new Problem('FIL0001', `${field}: ${why}`, { field })

function isCertificate(bytes: Buffer): boolean {
  try {
    return new X509Certificate(bytes).subject !== undefined
  } catch {
    return false
  }
}

function bytesOf(field: string, value: string): Buffer {
  if (!/^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value)) throw wrong(field, 'must be base64')
  return Buffer.from(value, 'base64')
}
