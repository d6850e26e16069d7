import * as z from 'zod/mini'
import { eventOf, type NoticeEvent } from '#contract/console/notice-events.ts'
import { type GivenRule, saveNoticeRule } from '#contract/console/notice-rules.ts'
import { checked, typedNumbers, typedWords } from './rule-form.ts'

const { event, filter, delivery, days, recipients } = saveNoticeRule.input.shape

/** Field name of a webhook's check box. Unchecked boxes are absent from form data. */
export const webhookField = (id: number) => `webhook-${id}`

/** Schema of a rule's form. */
export const eventRuleForm = (chosen: NoticeEvent) => {
  const fields = z.looseObject({
    event,
    isOn: checked,
    filter,
    delivery,
    days: eventOf(chosen).steps
      ? z.pipe(typedNumbers, days.check(z.minLength(1, 'Enter at least one number of days')))
      : z._default(days, []),
    recipients: z.pipe(typedWords, recipients),
  })
  return z.pipe(
    fields,
    z.transform(
      ({ event: of, isOn, filter: text, delivery: how, days: steps, recipients: whom, ...rest }): GivenRule => ({
        event: of,
        isOn,
        filter: text,
        days: steps,
        recipients: whom,
        webhooks: Object.keys(rest)
          .flatMap((name) => /^webhook-(\d+)$/.exec(name)?.[1] ?? [])
          .map(Number),
        delivery: how,
      }),
    ),
  )
}
