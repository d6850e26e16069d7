import { expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { labPathOf } from '../../src/server/lab-path.ts'

const pathWith = (variables: NodeJS.ProcessEnv) => labPathOf(readSettings(variables))
const publicUrl = { TRIPTYCH_PUBLIC_URL: 'https://console.example.com' }

test.each([{}, { TRIPTYCH_SEED: 'large:10' }, { TRIPTYCH_HOST: '::1' }])(
  'the demo on this machine has its lab at the address that scripts know: %j',
  (variables) => expect(pathWith(variables)).toBe('/lab'),
)

test.each([
  { TRIPTYCH_SEED: 'empty' },
  publicUrl,
  { ...publicUrl, TRIPTYCH_HOST: '0.0.0.0' },
  { TRIPTYCH_LAB: 'off' },
  { ...publicUrl, TRIPTYCH_SEED: 'empty' },
])('there is no lab with %j', (variables) => expect(pathWith(variables)).toBeUndefined())

test.each([{}, publicUrl, { TRIPTYCH_SEED: 'empty' }])(
  'a lab that an operator switches on has an address that nobody guesses: %j',
  (variables) => {
    const [first, second] = [1, 2].map(() => pathWith({ ...variables, TRIPTYCH_LAB: 'on' }))
    expect(first).toMatch(/^\/lab\/[\w-]{32}$/)
    expect(second).not.toBe(first)
  },
)
