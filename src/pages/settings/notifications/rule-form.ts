import * as z from 'zod/mini'
import { setNotifications } from '#contract/console/notifications.ts'

const { days, recipients } = setNotifications.input.shape

const wordsOf = (typed: string) => typed.split(/[\s,;]+/).filter((word) => word !== '')
const numberOf = (word: string) => (/^\d{1,6}$/.test(word) ? Number(word) : Number.NaN)

/** Lists are typed as one text, and checked by the contract. */
export const ruleForm = z.object({
  isOn: z.pipe(
    z.optional(z.string()),
    z.transform((value) => value !== undefined),
  ),
  days: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => wordsOf(typed).map(numberOf)),
    ),
    days,
  ),
  recipients: z.pipe(z.pipe(z.string(), z.transform(wordsOf)), recipients),
})
