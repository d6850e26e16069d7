import { useState } from 'react'
import { useTableKey } from '#api/may.ts'
import { useOffers } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { adviceOn } from '#components/issuing/form/advice.ts'
import { type IssuingForm, issuingForm, issuingSecrets } from '#components/issuing/form/issuing-form.ts'
import { audienceStep, sharedSteps } from '#components/issuing/form/issuing-steps.ts'
import { opensslCommand } from '#components/issuing/form/openssl.ts'
import { keepOwnSubject, withOwnSubject } from '#components/issuing/form/own-subject.ts'
import { reviewOf } from '#components/issuing/form/review.ts'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { storePasswordAgain, StoreFields } from '#components/issuing/form/StoreFields.tsx'
import { lengthAdvice, toSubjectAndKey } from '#components/issuing/form/to-wire.ts'
import { CheckForRequest } from '#components/issuing/CheckFor.tsx'
import { RequestFiles } from '#components/issuing/RequestFiles.tsx'
import { createAndFind, type NewRequest } from '#components/issuing/send.ts'
import { problemIn, subjectAndKeyFields } from '#components/issuing/wizard-problem.ts'
import { orderByAcme } from '#contract/keys/acme-orders.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { orderHash } from '#pages/requests/acme/acme-orders-query.ts'
import { paths } from '#paths.ts'
import { Button, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { DoneProps } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'

export const handle = { crumb: 'New request' }

/** Wizard for a new key pair and its signing request. */
export function Component() {
  const who = useTableKey('new-request')
  const [initial] = useState(() => withOwnSubject(who))
  return (
    <Page title="New request">
      <Permitted endpoint={createRequest}>
        <Wizard
          draft={who}
          schema={issuingForm}
          initial={initial}
          steps={steps}
          secrets={issuingSecrets}
          advice={advice}
          command={opensslCommand}
          sent={(form) => sentText(createRequest, toSubjectAndKey(form))}
          review={reviewOf}
          action="Create request"
          retype={storePasswordAgain}
          look={look}
          submit={async (form) => {
            const made = await createAndFind(toSubjectAndKey(form))
            keepOwnSubject(who, form)
            return made
          }}
          problemOf={problemIn(subjectAndKeyFields)}
          Done={Done}
        />
      </Permitted>
    </Page>
  )
}

// Signing requests contain no validity.
const RequestStore = () => (
  <StoreFields nothing="No validity is stored with the request. It is set when the request is signed." />
)
const steps = [audienceStep, ...sharedSteps(RequestStore)]
const look = ({ commonName }: IssuingForm) => <CheckForRequest name={commonName} />
const advice = (form: IssuingForm) => [...adviceOn(form), ...lengthAdvice(form)]

function Done({ result: { message, id }, form, startAgain }: DoneProps<IssuingForm, NewRequest>) {
  const offersOrders = useOffers(orderByAcme)
  return (
    <WizardDone
      title={id === undefined ? 'Request created' : `Request ${id} created`}
      next={
        <>
          {id === undefined ? (
            <ActionLink variant="filled" to={paths.requests}>
              Show in list
            </ActionLink>
          ) : (
            <>
              <ActionLink variant="filled" to={form.audience === 'private' ? paths.signRequest(id) : paths.request(id)}>
                {form.audience === 'private' ? 'Sign request' : 'Open request'}
              </ActionLink>
              {form.audience === 'public' && offersOrders && (
                <ActionLink endpoint={orderByAcme} to={paths.request(id) + orderHash}>
                  Order by ACME
                </ActionLink>
              )}
              <ActionLink to={form.audience === 'private' ? paths.request(id) : paths.signRequest(id)}>
                {form.audience === 'private' ? 'Open request' : 'Sign here'}
              </ActionLink>
            </>
          )}
          <Button variant="subtle" onClick={startAgain}>
            Create another
          </Button>
        </>
      }
    >
      {message && <Text>Server response: {message}</Text>}
      {id === undefined && (
        <Text size="sm">
          The response contains no request number, and the request could not be identified in the list. Another request
          may have the same name.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        The private key is stored in the service.{' '}
        {form.audience === 'private'
          ? 'Next: sign the request, then deploy the certificate.'
          : 'Next: send the request to the CA, import the certificate on the page of the request, then deploy it.'}
      </Text>
      {id !== undefined && <RequestFiles id={id} hasKey />}
    </WizardDone>
  )
}
