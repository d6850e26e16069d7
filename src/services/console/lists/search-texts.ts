/** Search texts of rows, prepared once. */
import { foldedText } from '#contract/text-rank.ts'

type TextsOf<Row> = (row: Row) => readonly (string | undefined)[]

/** For longer lists, texts are created for each search: they would take as much memory as the rows. */
const maxRows = 200_000

const spoken = (texts: readonly (string | undefined)[]) => texts.join('\n').toLowerCase()
const isAscii = /^[\x20-\x7e]*$/
const folded = (text = '') => (isAscii.test(text) ? text.toLowerCase().trim() : foldedText(text))

function textsOf<Row>(rows: readonly Row[], text: (row: Row) => string) {
  if (rows.length > maxRows) return { textAt: text, prepare: () => undefined }
  const known = rows.map((): string | undefined => undefined)
  const textAt = (row: Row, at: number) => (known[at] ??= text(row))
  return { textAt, prepare: () => rows.forEach(textAt) }
}

const wordsIn = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean)

/** Matches rows that contain all words. */
export function wordSearch<Row>(rows: readonly Row[], said: TextsOf<Row>) {
  const { textAt, prepare } = textsOf(rows, (row) => spoken(said(row)))
  const search = (text = '') => {
    const words = wordsIn(text)
    if (words.length === 0) return () => true
    return (row: Row, at: number) => words.every((word) => textAt(row, at).includes(word))
  }
  return Object.assign(search, { prepare })
}

/** The same for a single row. */
export function hasWords<Row>(text: string, said: TextsOf<Row>) {
  const words = wordsIn(text)
  return (row: Row) => words.every((word) => spoken(said(row)).includes(word))
}

/** Matches rows for a look-up, equivalent to a rank by `rankOf`. */
export function mentionSearch<Row>(rows: readonly Row[], said: TextsOf<Row>) {
  const { textAt, prepare } = textsOf(rows, (row) => said(row).map(folded).join('\n'))
  const search = (wanted: string | undefined) =>
    wanted === undefined ? () => true : (row: Row, at: number) => textAt(row, at).includes(wanted)
  return Object.assign(search, { prepare })
}
