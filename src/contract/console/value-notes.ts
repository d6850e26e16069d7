/** Notes on the meaning of undocumented values at a site, written by administrators and visible to everyone. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { codedFieldNames, longestValue, noteWriter } from '#contract/codes/coded-fields.ts'
import { own } from '#contract/session.ts'

export const longestNote = 300

const place = {
  /** Field that has the value. */
  field: z.enum(codedFieldNames),
  /** The displayed value: `-1`. */
  value: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestValue)),
}
const valueNote = z.object({
  ...place,
  note: z.string(),
  /** Author and time, epoch milliseconds. */
  by: z.string(),
  at: z.int(),
})
export type ValueNote = z.output<typeof valueNote>

const mayWrite = {
  ...own,
  permission: 'signed-in',
  /** Requires administration of the field's service. */
  permissionFor: ({ field }: { field: string }) => noteWriter(field),
  changes: ['console.value-note'],
  target: ['field', 'value'],
} as const

export const listValueNotes = endpoint({
  ...own,
  id: 'console.listValueNotes',
  summary: 'Site notes on values without a documented meaning',
  path: '/api/console.listValueNotes',
  input: z.object({}),
  output: z.object({ notes: z.array(valueNote) }),
  permission: 'signed-in',
  reads: ['console.value-note'],
})

export const setValueNote = endpoint({
  ...mayWrite,
  id: 'console.setValueNote',
  summary: 'Note what a value means at this site',
  path: '/api/console.setValueNote',
  input: z.object({
    ...place,
    note: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter what the value means'),
        z.maxLength(longestNote),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must not contain line breaks or control characters'),
      ),
  }),
  output: z.object({}),
})

export const removeValueNote = endpoint({
  ...mayWrite,
  id: 'console.removeValueNote',
  summary: 'Remove the note on a value',
  path: '/api/console.removeValueNote',
  input: z.object(place),
  output: z.object({}),
})

export const valueNotes = { listValueNotes, setValueNote, removeValueNote }
