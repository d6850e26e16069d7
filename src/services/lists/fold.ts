import type { Scalar } from '#contract/wire.ts'

/** Field separator in searched text. Normalization replaces it by a space in queries, so matches never span fields. */
const end = '\u001f'
/** Markers for fields that can be matched as a whole. */
const starts = { serial_number: '\u0001', imei: '\u0002', email: '\u0003' } as const
export type WholeField = keyof typeof starts

/**
 * Normalizes text for comparison: ignores letter case, with Unicode case folding (ς and σ, ß and SS), and Unicode form,
 * and removes control characters.
 */
export const fold = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .replace(/\p{Cc}/gu, ' ')

/** Joins values to one searched text. */
export const searchedText = (plain: readonly string[], whole: readonly (readonly [WholeField, string])[]) =>
  [...plain.map((value) => fold(value) + end), ...whole.map(([field, value]) => wholeValue(field, value))].join('')

/** Text contained in searched text exactly if the field has this value. */
export const wholeValue = (field: WholeField, value: string) => starts[field] + fold(value) + end

const digitsOfATime = 13
const keyLength = 120

/** Sort key of a value: ignores accents and sorts numbers by value ("9" before "10"). */
export const sortKey = (value: Scalar | undefined) =>
  fold(String(value ?? ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\d+/g, (digits) => digits.padStart(digitsOfATime, '0'))
    .slice(0, keyLength)
    .toWellFormed()
