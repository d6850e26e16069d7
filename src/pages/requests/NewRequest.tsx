import { useState } from 'react'
import { Link } from 'react-router'
import { useTableKey } from '#api/table-key.ts'
import { adviceOn } from '#components/issuing/form/advice.ts'
import { type IssuingForm, issuingForm, issuingSecrets } from '#components/issuing/form/issuing-form.ts'
import { audienceStep, sharedSteps } from '#components/issuing/form/issuing-steps.ts'
import { opensslCommand } from '#components/issuing/form/openssl.ts'
import { keepOwnSubject, withOwnSubject } from '#components/issuing/form/own-subject.ts'
import { reviewOf } from '#components/issuing/form/review.ts'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { storePasswordAgain, StoreFields } from '#components/issuing/form/StoreFields.tsx'
import { lengthAdvice, toSubjectAndKey } from '#components/issuing/form/to-wire.ts'
import { LookForRequest } from '#components/issuing/Look.tsx'
import { Permitted } from '#components/issuing/Permitted.tsx'
import { createAndFind, type NewRequest } from '#components/issuing/send.ts'
import { problemIn, subjectAndKeyFields } from '#components/issuing/wizard-problem.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { Button, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { DoneProps } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'

export const handle = { crumb: 'New request' }

/** A key pair and a request for it, step by step. */
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
          action="Create the request"
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

// a request itself carries no validity.
const RequestStore = () => (
  <StoreFields nothing="Nothing is kept with the request: whoever signs it decides how long it is valid." />
)
const steps = [audienceStep, ...sharedSteps(RequestStore)]
const look = ({ commonName }: IssuingForm) => <LookForRequest name={commonName} />
const advice = (form: IssuingForm) => [...adviceOn(form), ...lengthAdvice(form)]

function Done({ result: { message, id }, form, startAgain }: DoneProps<IssuingForm, NewRequest>) {
  return (
    <WizardDone
      title={id === undefined ? 'The request is made' : `Request ${id} is made`}
      next={
        <>
          {id === undefined ? (
            <Button component={Link} to={paths.requests}>
              Find it in the list
            </Button>
          ) : (
            <>
              <Button component={Link} to={form.audience === 'private' ? paths.signRequest(id) : paths.request(id)}>
                {form.audience === 'private' ? 'Sign it' : 'Get it for the authority'}
              </Button>
              <Button
                component={Link}
                variant="default"
                to={form.audience === 'private' ? paths.request(id) : paths.signRequest(id)}
              >
                {form.audience === 'private' ? 'Open the request' : 'Have it signed from here'}
              </Button>
            </>
          )}
          <Button variant="subtle" onClick={startAgain}>
            Make another one
          </Button>
        </>
      }
    >
      <Text>The server says: {message}</Text>
      {id === undefined && (
        <Text size="sm">
          Its answer has no number, and the list does not tell for certain which one it is: somebody else may have made
          one of the same name.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Its private key stays with the service. What is left: have it signed, then put the certificate where it is
        needed.
      </Text>
    </WizardDone>
  )
}
