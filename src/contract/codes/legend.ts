/** Documented meanings of a field's numeric codes. */
export type Legend = Readonly<Record<number, string>>

/** The documented meaning of a value, if any. */
export const statedIn = (legend: Legend, value: number | string): string | undefined =>
  Object.hasOwn(legend, value) ? legend[Number(value)] : undefined

/** An undocumented code is shown as the number, marked as undocumented. */
export const codeText = (legend: Legend, value: number | string): string =>
  statedIn(legend, value) ?? `${value}, meaning not defined`

/** An undocumented value of a field, which can be annotated. */
export type CodePlace = { field: string; value: string }
/** A value as text, with its field and code if the meaning is undocumented. */
export type Coded = { label: string; code?: CodePlace }

export const coded = (field: string, legend: Legend, value: number | string): Coded => ({
  label: codeText(legend, value),
  ...(statedIn(legend, value) === undefined && { code: { field, value: String(value) } }),
})
