import type { CodePlace } from '#contract/codes/legend.ts'
import { labelOf } from '#contract/words/label.ts'

/** Name of a coded value: `Camera 3`. */
export const placeName = ({ field, value }: CodePlace) => `${labelOf(field.split('.').at(-1) ?? field)} ${value}`
