import * as z from 'zod/mini'
import { type ActionName, actions } from '#contract/mdm/actions/actions.ts'
import { type ParameterName, isSecretParameter, parameterFields } from '#contract/mdm/actions/parameters.ts'
import { flag } from '#contract/wire.ts'
import type { Parameters } from './send-action.ts'

export type FormField = { name: ParameterName; kind: FieldKind; required: boolean }
type FieldKind = 'flag' | 'secret' | 'number' | 'list' | 'text'

/** Field type of a parameter, derived from its schema. */
function kindOf(name: ParameterName): FieldKind {
  if (isSecretParameter(name)) return 'secret'
  const schema: z.core.$ZodType = parameterFields[name].def.innerType
  if (schema === flag) return 'flag'
  if (schema instanceof z.ZodMiniArray) return 'list'
  return schema instanceof z.ZodMiniString ? 'text' : 'number'
}

/** Form fields of an action, required ones first. */
export function fieldsOf(action: ActionName): FormField[] {
  const { required = [], optional = [] } = actions[action]
  return [
    ...required.map((name) => ({ name, kind: kindOf(name), required: true })),
    ...optional.map((name) => ({ name, kind: kindOf(name), required: false })),
  ]
}

/** Converts form data (text, and `on` for a checked box) to the input of an action. */
export const formOf = (action: ActionName) =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((form, context): Parameters => {
      const given: Record<string, unknown> = {}
      for (const { name, kind, required } of fieldsOf(action)) {
        const value = valueOf(kind, form[name])
        const complain = (message: string) =>
          context.issues.push({ code: 'custom', input: undefined, path: [name], message })
        if (value === undefined) {
          if (required) complain('This field is required.')
          continue
        }
        const checked = z.safeEncode(parameterFields[name], value as never)
        if (!checked.success) complain(complaint(kind, checked.error.issues[0]))
        given[name] = value
      }
      return given
    }),
  )

function valueOf(kind: FieldKind, entered: unknown): unknown {
  if (kind === 'flag') return entered === undefined ? undefined : true
  const typed = typeof entered === 'string' ? entered : ''
  if (kind === 'secret') return typed === '' ? undefined : typed
  const text = typed.trim()
  if (text === '') return undefined
  if (kind === 'number') return Number(text)
  return kind === 'list' ? text.split(/[\s,;]+/).filter(Boolean) : text
}

/** Validation message that states what to enter. */
function complaint(kind: FieldKind, issue: z.core.$ZodIssue | undefined): string {
  if (kind === 'number' && issue?.code === 'too_small') return `Enter ${issue.minimum} or more.`
  if (kind === 'number' && issue?.code === 'too_big') return `Enter ${issue.maximum} or less.`
  if (kind === 'number') return 'Enter a whole number.'
  if (kind === 'list' && issue?.path.length === 0) return 'Too many addresses.'
  if (kind === 'list') return 'Enter valid email addresses, separated by commas.'
  if (issue?.code === 'too_small') return `Enter at least ${issue.minimum} characters.`
  if (issue?.code === 'too_big') return `Enter at most ${issue.maximum} characters.`
  return `This ${issue?.message ?? 'is not accepted'}.`
}
