import { readDraft, writeDraft } from '#ui/wizard/wizard-draft.ts'
import { emptyForm, type IssuingForm } from './issuing-form.ts'

/** Fields whose last values are the defaults for the next certificate. */
const kept = ['organization', 'unit', 'locality', 'state', 'country'] as const satisfies (keyof IssuingForm)[]

export function withOwnSubject(who: string): IssuingForm {
  const last = readDraft(`${who}/subject`) ?? readDraft(`subject/${who}`) ?? {}
  const found = kept.flatMap((field) => {
    const value = last[field]
    return typeof value === 'string' ? [[field, value] as const] : []
  })
  return { ...emptyForm, ...Object.fromEntries(found) }
}

export const keepOwnSubject = (who: string, form: IssuingForm) =>
  writeDraft(`${who}/subject`, Object.fromEntries(kept.map((field) => [field, form[field]])), [])
