import * as z from 'zod/mini'
import { setNotifications } from '#contract/console/notifications.ts'

const { days, recipients } = setNotifications.input.shape

const wordsOf = (typed: string) => typed.split(/[\s,;]+/).filter((word) => word !== '')
const numberOf = (word: string) => (/^\d{1,6}$/.test(word) ? Number(word) : Number.NaN)

export const typedWords = z.pipe(z.string(), z.transform(wordsOf))
export const typedNumbers = z.pipe(
  z.string(),
  z.transform((typed: string) => wordsOf(typed).map(numberOf)),
)
/** Unchecked boxes are absent from form data. */
export const checked = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value !== undefined),
)

/** Lists are entered as text and validated by the contract. */
export const ruleForm = z.object({
  isOn: checked,
  days: z.pipe(typedNumbers, days),
  recipients: z.pipe(typedWords, recipients),
})
