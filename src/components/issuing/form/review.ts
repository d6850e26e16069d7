import { nameOfSubject } from '#contract/keys/rules/names.ts'
import type { ReviewItem } from '#ui/wizard/wizard.ts'
import { altNamesOf, type IssuingForm, keyIn } from './issuing-form.ts'

export const steps = {
  profile: 'profile',
  who: 'who',
  subject: 'subject',
  names: 'names',
  key: 'key',
  store: 'store',
} as const

const audiences = {
  public: 'Public CA',
  private: 'Internal CA',
} as const

/** The form values for the review, each with the step where it can be changed. */
export function reviewOf(form: IssuingForm): (ReviewItem & { value: string; step: string })[] {
  const { validity, validityType, password } = form
  const { algorithm, bits, digest, store } = keyIn(form)
  return [
    ...(form.profile ? [{ label: 'Profile', value: form.profile, step: steps.profile }] : []),
    { label: 'CA type', value: audiences[form.audience], step: steps.who },
    { label: 'Subject', value: subjectText(form), step: steps.subject },
    { label: 'Names', value: namesText(form), step: steps.names },
    { label: 'Key', value: [algorithm, bits, digest].filter(Boolean).join(' '), step: steps.key },
    { label: 'Valid for', value: validity ? `${validity} ${validityType}` : 'Not specified', step: steps.store },
    { label: 'Key store', value: store, step: steps.store },
    { label: 'Password', value: password ? 'Set, not shown' : 'None', step: steps.store },
  ]
}

function namesText(form: IssuingForm): string {
  const altNames = altNamesOf(form)
  const own = nameOfSubject({ commonName: form.commonName.trim(), altNames })
  return [...altNames, ...(own === undefined ? [] : [`${own}, the common name`])].join('\n') || 'None'
}

const labels = [
  ['CN', 'commonName'],
  ['OU', 'unit'],
  ['O', 'organization'],
  ['L', 'locality'],
  ['ST', 'state'],
  ['C', 'country'],
] as const

const subjectText = (form: IssuingForm): string =>
  labels
    .map(([label, field]) => [label, form[field].trim()])
    .filter(([, value]) => value)
    .map((pair) => pair.join('='))
    .join(', ')
