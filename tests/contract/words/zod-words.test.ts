import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { getPgpKey } from '#contract/keys/ssh.ts'
import { invalidInput } from '#contract/errors.ts'
import '#contract/words/zod-words.ts'

/** The sentence that an integrator reads about the field `it`. */
function said(schema: z.ZodMiniType, it: unknown) {
  return invalidInput('keys', z.safeParse(z.object({ it: schema }), { it }).error).message
}

test.each<[string, z.ZodMiniType, unknown]>([
  ['must be text', z.string(), 5],
  ['must be a number', z.number(), 'x'],
  ['must be a whole number', z.int(), 1.5],
  ['must be true or false', z.boolean(), 'yes'],
  ['must be a list', z.array(z.string()), {}],
  ['must be an object', z.object({}), 'x'],
  ['must be "public" or "private"', z.enum(['public', 'private']), 'both'],
  ['must be 1, 2 or 3', z.literal([1, 2, 3]), 4],
  ['must be "once"', z.literal('once'), 'twice'],
  ['must not be empty', z.string().check(z.minLength(1)), ''],
  ['must have at least 2 characters', z.string().check(z.minLength(2)), 'x'],
  ['must have at most 1 character', z.string().check(z.maxLength(1)), 'xx'],
  ['must not be empty', z.array(z.string()).check(z.minLength(1)), []],
  ['must have at most 2 items', z.array(z.number()).check(z.maxLength(2)), [1, 2, 3]],
  ['must be at least 1', z.int().check(z.minimum(1)), 0],
  ['must be at most 7', z.int().check(z.maximum(7)), 8],
  ['must be more than 0', z.number().check(z.gt(0)), 0],
  ['must be a multiple of 5', z.number().check(z.multipleOf(5)), 7],
  ['must match the pattern /^[a-z]+$/', z.string().check(z.regex(/^[a-z]+$/)), '1'],
  ['has a value that is not accepted', z.union([z.string(), z.number()]), true],
])('a field is told what is wrong with it in plain words: %s', (words, schema, value) => {
  expect(said(schema, value)).toBe(`it: ${words}`)
})

test('an operation names the field and what it takes', () => {
  const { error } = z.safeParse(getPgpKey.input, { User: 'Ann', keyExportType: 'both' })
  expect(invalidInput('keys', error).message).toBe('keyExportType: must be "public" or "private"')
})
