import { useTableKey } from '#api/may.ts'
import { useOffers } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { KeyFields } from '#components/issuing/form/KeyFields.tsx'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { LookForCertificate } from '#components/issuing/Look.tsx'
import { sendOnce } from '#components/issuing/send.ts'
import { problemIn, subjectAndKeyFields } from '#components/issuing/wizard-problem.ts'
import { notOffered } from '#components/offered/not-told.ts'
import type { Output } from '#contract/endpoint.ts'
import { createAuthority } from '#contract/keys/authorities.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { DoneProps, Step } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'
import {
  type AuthorityForm,
  authorityForm,
  emptyAuthorityForm,
  reviewOf,
  steps as stepIds,
  toCreateAuthority,
} from './authority-form.ts'
import { LimitFields } from './LimitFields.tsx'
import { NameFields } from './NameFields.tsx'

export const handle = { crumb: 'New authority' }

/** A root of our own, which signs requests and issues certificates. */
export function Component() {
  const draft = useTableKey('new-authority')
  const offers = useOffers(createAuthority)
  return (
    <Page title="New authority">
      <Text size="sm">
        A root certificate of your own. Its certificates are trusted only where the root certificate is installed.
      </Text>
      {!offers && <Notice tone="info" title={notOffered} />}
      <Permitted endpoint={createAuthority}>
        <Wizard
          draft={draft}
          schema={authorityForm}
          initial={emptyAuthorityForm}
          steps={steps}
          sent={(form) => sentText(createAuthority, toCreateAuthority(form))}
          review={reviewOf}
          action="Create authority"
          look={look}
          submit={(form) => sendOnce(createAuthority, toCreateAuthority(form))}
          problemOf={problemIn(fields)}
          Done={Done}
        />
      </Permitted>
    </Page>
  )
}

const steps: readonly Step<AuthorityForm>[] = [
  {
    id: stepIds.name,
    label: 'Name',
    fields: ['commonName', 'organization', 'unit', 'locality', 'state', 'country'],
    Body: NameFields,
  },
  {
    id: stepIds.key,
    label: 'Key',
    fields: ['algorithm', 'rsaBits', 'curve', 'digest'],
    Body: () => <KeyFields short={false} />,
  },
  { id: stepIds.limits, label: 'Validity and path length', fields: ['days', 'pathLength'], Body: LimitFields },
]
const fields = { ...subjectAndKeyFields, Validity: 'days', pathLength: 'pathLength' } as const
const look = ({ commonName }: AuthorityForm) => <LookForCertificate name={commonName} />

function Done({ result, form }: DoneProps<AuthorityForm, Output<typeof createAuthority>>) {
  const { Certificate_ID: id, commonName = form.commonName.trim() } = result
  return (
    <WizardDone
      title={`Authority ${commonName} created`}
      next={
        <>
          <ActionLink variant="filled" to={paths.newCertificate}>
            New certificate
          </ActionLink>
          <ActionLink to={id === undefined ? paths.certificates : paths.certificate(String(id))}>
            {id === undefined ? 'Show in inventory' : 'Open certificate'}
          </ActionLink>
        </>
      }
    >
      <Text size="sm" c="dimmed">
        Next: download its certificate and install it on the devices that should trust it. It can now sign requests and
        new certificates.
      </Text>
    </WizardDone>
  )
}
