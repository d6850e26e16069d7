import type { Scalar } from '#contract/wire.ts'

/** Separates fields in searched text. Folding turns it into a space, so no search reaches across it. */
const end = '\u001f'
/** Marks the start of a field that can be asked for as a whole. */
const starts = { serial_number: '\u0001', imei: '\u0002', email: '\u0003' } as const
export type WholeField = keyof typeof starts

/**
 * Text as it is compared: neither case nor Unicode form counts, and it holds no control characters. What one letter is
 * in lower case and another, or two, in upper case is the same, as Unicode folds it (ς and σ, ß and SS).
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

/** Several values as one searched text. */
export const searchedText = (plain: readonly string[], whole: readonly (readonly [WholeField, string])[]) =>
  [...plain.map((value) => fold(value) + end), ...whole.map(([field, value]) => wholeValue(field, value))].join('')

/** What searched text holds if, and only if, the field has exactly this value. */
export const wholeValue = (field: WholeField, value: string) => starts[field] + fold(value) + end

const digitsOfATime = 13
const keyLength = 120

/** A value as it is sorted: accents do not count, and numbers in it sort by their size ("9" before "10"). */
export const sortKey = (value: Scalar | undefined) =>
  fold(String(value ?? ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\d+/g, (digits) => digits.padStart(digitsOfATime, '0'))
    .slice(0, keyLength)
    .toWellFormed()
