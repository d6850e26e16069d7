import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createCertificate, createRequest } from '#contract/keys/requests.ts'
import { adviceOn } from '#pages/requests/form/advice.ts'
import { type IssuingForm, issuingForm, issuingSecrets } from '#pages/requests/form/issuing-form.ts'
import { sharedSteps } from '#pages/requests/form/issuing-steps.ts'
import { opensslCommand } from '#pages/requests/form/openssl.ts'
import { steps as stepIds } from '#pages/requests/form/review.ts'
import { sentText } from '#pages/requests/form/sent-text.ts'
import { statusAdvice } from '#pages/requests/form/status-advice.ts'
import { storePasswordAgain, StoreFields } from '#pages/requests/form/StoreFields.tsx'
import { lengthAdvice, toSubjectAndKey } from '#pages/requests/form/to-wire.ts'
import { LookForCertificate, LookForRequest } from '#pages/requests/Look.tsx'
import { authoritiesQuery } from '#pages/requests/requests-query.ts'
import { authorityIn } from '#pages/requests/sign/sign-form.ts'
import { problemIn, subjectAndKeyFields } from '#pages/requests/wizard-problem.ts'
import type { ReviewItem, Step } from '#ui/wizard.ts'
import { Wizard } from '#ui/Wizard.tsx'
import { issue, itself } from './issue.ts'
import { IssueDone } from './IssueDone.tsx'
import { IssuerFields } from './IssuerFields.tsx'

type Props = {
  draft: string
  initial: IssuingForm
  /** Whether it may be left to somebody else to sign it. */
  elsewhere: boolean
  review: (form: IssuingForm, signer: string) => readonly ReviewItem[]
  onSent?: (form: IssuingForm) => void
}

/** A certificate, step by step: for a new one, and for one that takes the place of another. */
export function IssueWizard({ draft, initial, elsewhere, review, onSent }: Props) {
  const { data } = useQuery(authoritiesQuery)
  const all = useMemo(() => data?.rows ?? [], [data])
  const advice = useMemo(
    () => (form: IssuingForm) => {
      const audience = form.issuer === '' ? form.audience : 'private'
      const issuer = authorityIn(all, form.issuer)
      return [...adviceOn({ ...form, audience }, issuer), ...statusAdvice(issuer, 'issuer'), ...lengthAdvice(form)]
    },
    [all],
  )
  const signerOf = ({ issuer }: IssuingForm) =>
    issuer === itself ? 'Itself' : (authorityIn(all, issuer)?.commonName ?? 'Somebody else, later')
  return (
    <Wizard
      draft={draft}
      schema={issuingForm}
      initial={initial}
      steps={elsewhere ? renewSteps : newSteps}
      secrets={issuingSecrets}
      advice={advice}
      command={opensslCommand}
      sent={(form) => sentText(form.issuer === itself ? createCertificate : createRequest, toSubjectAndKey(form))}
      review={(form) => review(form, signerOf(form))}
      action={elsewhere ? 'Renew' : 'Create the certificate'}
      retype={storePasswordAgain}
      look={look}
      submit={async (form) => {
        const made = await issue(form, all)
        onSent?.(form)
        return made
      }}
      problemOf={problemIn(subjectAndKeyFields)}
      Done={IssueDone}
    />
  )
}

const look = ({ commonName, issuer }: IssuingForm) =>
  issuer === itself ? <LookForCertificate name={commonName} /> : <LookForRequest name={commonName} />

const Store = () => <StoreFields nothing="Left empty: 365 days in the embedded service; else as the server decides." />

const stepsWith = (Body: Step<IssuingForm>['Body']): readonly Step<IssuingForm>[] => [
  { id: stepIds.who, label: 'Who signs', fields: ['issuer', 'audience', 'legacy'], Body },
  ...sharedSteps(Store),
]
const newSteps = stepsWith(() => <IssuerFields elsewhere={false} />)
const renewSteps = stepsWith(() => <IssuerFields elsewhere />)
