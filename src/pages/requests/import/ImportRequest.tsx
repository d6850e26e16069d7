import { useTableKey } from '#api/may.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { CheckForRequest } from '#components/issuing/CheckFor.tsx'
import { keyText } from '#components/issuing/read/key-text.ts'
import { importAndFind, type NewRequest } from '#components/issuing/send.ts'
import { problemIn } from '#components/issuing/wizard-problem.ts'
import { importRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { Button, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { DoneProps, ReviewItem, Step } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'
import {
  emptyImportForm,
  factsIn,
  importAdvice,
  type ImportForm,
  importForm,
  importSecrets,
  nameOf,
  toImportInput,
} from './import-form.ts'
import { KeyFileFields } from './KeyFileFields.tsx'
import { RequestFields } from './RequestFields.tsx'

/** Imports a signing request that was created elsewhere, with or without its key. */
export function Component() {
  const who = useTableKey('import-request')
  return (
    <Page title="Import request">
      <Permitted endpoint={importRequest}>
        <Wizard
          draft={who}
          schema={importForm}
          initial={emptyImportForm}
          steps={steps}
          secrets={importSecrets}
          advice={importAdvice}
          sent={(form) => sentText(importRequest, toImportInput(form))}
          review={reviewOf}
          action="Import request"
          retype="Private keys and passwords are not saved. If you selected a key, select it again."
          look={look}
          submit={submit}
          problemOf={problemIn(fields)}
          Done={Done}
        />
      </Permitted>
    </Page>
  )
}

const steps: readonly Step<ImportForm>[] = [
  { id: 'request', label: 'Request', fields: ['request'], Body: RequestFields },
  { id: 'key', label: 'Key', fields: ['key', 'password', 'email'], Body: KeyFileFields },
]
const fields = { CSR: 'request', Key: 'key', password: 'password', Email: 'email' } as const

const look = ({ request }: ImportForm) => <CheckForRequest name={nameIn(request)} />
const submit = (form: ImportForm): Promise<NewRequest> => importAndFind(toImportInput(form), nameIn(form.request))

function nameIn(request: string): string {
  const facts = factsIn(request)
  return facts ? nameOf(facts) : ''
}

function reviewOf({ request, key, keyName, email }: ImportForm): ReviewItem[] {
  const facts = factsIn(request)
  return [
    { label: 'Subject', value: facts?.subject.text || 'Empty', step: 'request' },
    { label: 'Names', value: facts?.names.join('\n') || 'None', step: 'request' },
    { label: 'Key of the request', value: facts ? keyText(facts.key) : '–' },
    { label: 'Private key', value: key ? `${keyName}, sent with its password` : 'Not sent', step: 'key' },
    { label: 'Email', value: email || 'None', step: 'key' },
  ]
}

function Done({ result: { message, id }, startAgain }: DoneProps<ImportForm, NewRequest>) {
  return (
    <WizardDone
      title={id === undefined ? 'Request imported' : `Imported as request ${id}`}
      next={
        <>
          <ActionLink variant="filled" to={id === undefined ? paths.requests : paths.signRequest(id)}>
            {id === undefined ? 'Show in list' : 'Sign request'}
          </ActionLink>
          {id !== undefined && <ActionLink to={paths.request(id)}>Open the request</ActionLink>}
          <Button variant="subtle" onClick={startAgain}>
            Import another
          </Button>
        </>
      }
    >
      {message && <Text>Server response: {message}</Text>}
      <Text size="sm" c="dimmed">
        {id === undefined
          ? 'The response contains no request number, and the request could not be identified in the list.'
          : 'The response contains no request number. The request was identified as the only new one with this name.'}
      </Text>
    </WizardDone>
  )
}
