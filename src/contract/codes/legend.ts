/** What the numbers of a field mean, as far as it is stated. */
export type Legend = Readonly<Record<number, string>>

/** What a legend states of a value; undefined where it states nothing. */
export const statedIn = (legend: Legend, value: number | string): string | undefined =>
  Object.hasOwn(legend, value) ? legend[Number(value)] : undefined

/** A number that a legend does not have stays that number, and says so. */
export const codeText = (legend: Legend, value: number | string): string =>
  statedIn(legend, value) ?? `${value}, meaning not defined`

/** A value of a field: what a note can be on, where nothing is stated. */
export type CodePlace = { field: string; value: string }
/** A value in words; with its place where its meaning is not stated. */
export type Coded = { label: string; code?: CodePlace }

export const coded = (field: string, legend: Legend, value: number | string): Coded => ({
  label: codeText(legend, value),
  ...(statedIn(legend, value) === undefined && { code: { field, value: String(value) } }),
})
