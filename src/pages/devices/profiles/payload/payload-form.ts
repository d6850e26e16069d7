import * as z from 'zod/mini'
import type { JsonObject } from '#contract/json.ts'
import { type PayloadKind, type PayloadRule, rulesOf } from '#contract/mdm/payload-kinds.ts'
import type { RestrictionValue } from '#contract/mdm/restriction-legend.ts'
import { roughSize } from '#contract/mdm/upload.ts'
import { base64Of, type Chosen } from '#pages/devices/upload/chosen-file.ts'

/** Values that are not stored in form elements. */
export type Draft = { files: Readonly<Record<string, Chosen>>; restrictions: Restrictions }
export type Restrictions = Readonly<Record<string, RestrictionValue>>

/** Form schema for a kind of payload. Empty values are omitted; an unchanged file is not sent again. */
export const payloadForm = (kind: PayloadKind, { files, restrictions }: Draft, former: JsonObject = {}) =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((form, context): JsonObject => {
      const complain = (field: string, message: string) =>
        context.issues.push({ code: 'custom', input: undefined, path: [field], message })
      if (kind === 'restrictions') {
        if (Object.keys(restrictions).length === 0) complain('payload', 'Set at least one restriction')
        return { ...restrictions }
      }
      const payload: JsonObject = {}
      for (const [name, rule] of Object.entries(rulesOf(kind))) {
        const chosen = files[name]
        const typed = form[name]
        const text = typeof typed === 'string' ? typed.trim() : ''
        const complaint = isFile(rule) ? aboutFile(rule, chosen, former[name]) : aboutText(rule, text)
        if (complaint) complain(name, complaint)
        else if (isFile(rule)) Object.assign(payload, chosen ? { [name]: base64Of(chosen) } : kept(name, former))
        else if (text !== '') payload[name] = 'from' in rule ? Number(text) : text
      }
      return payload
    }),
  )

const kept = (name: string, former: JsonObject) => (former[name] === undefined ? {} : { [name]: former[name] })

/** Differences after an edit: new values, and null for removed ones. */
export function changesOf(former: JsonObject, edited: JsonObject): JsonObject {
  const names = new Set([...Object.keys(former), ...Object.keys(edited)])
  return Object.fromEntries(
    [...names].filter((name) => former[name] !== edited[name]).map((name) => [name, edited[name] ?? null]),
  )
}

type FileRule = Extract<PayloadRule, { imageBytes: number } | { certificateBytes: number }>
const isFile = (rule: PayloadRule): rule is FileRule => 'imageBytes' in rule || 'certificateBytes' in rule

/** The file field of a payload kind; none has two. */
export const fileFieldOf = (kind: PayloadKind) => Object.entries(rulesOf(kind)).find(([, rule]) => isFile(rule))?.[0]

/** Maximum size in bytes: exclusive for images, inclusive for certificates. */
export const maxBytesOf = (rule: FileRule) => ('imageBytes' in rule ? rule.imageBytes - 1 : rule.certificateBytes)

function aboutFile(rule: FileRule, chosen: Chosen | undefined, former: unknown): string | undefined {
  if (!chosen) return rule.required && former === undefined ? 'Choose a file' : undefined
  if (chosen.file.size === 0) return 'This file is empty'
  const max = maxBytesOf(rule)
  return chosen.file.size > max ? `This file is larger than ${roughSize(max)}. Choose a smaller one` : undefined
}

function aboutText(rule: PayloadRule, text: string): string | undefined {
  if (text === '') return rule.required ? 'This field is required' : undefined
  if ('from' in rule) {
    const fits = /^\d+$/.test(text) && Number(text) >= rule.from && Number(text) <= rule.to
    return fits ? undefined : `Enter a number from ${rule.from} to ${rule.to}`
  }
  if (!('longest' in rule)) return undefined
  if (text.length > rule.longest) return `Enter at most ${rule.longest} characters`
  return rule.like && !rule.like.test(text) ? 'Invalid format' : undefined
}
